import { IdField, TextField } from '@quittance/http/host';

const STAGE = { description: 'A stage of the kind; the first one of the pipeline when absent.' };

export class MoveDealStageDto {
  @IdField({ description: 'An open stage of this pipeline or of another one.' })
  stageId: string;
}

export class CloseDealWonDto {
  @IdField({ ...STAGE, optional: true }) stageId?: string;
}

export class CloseDealLostDto extends CloseDealWonDto {
  @TextField({ max: 500 }) lossReason: string;
}

export class ReopenDealDto extends CloseDealWonDto {}
