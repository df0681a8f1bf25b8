import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { dealObject, opportunitiesOf } from '@quittance/crm/host';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordId, type RecordView } from '@quittance/metadata';
import { maskedForExport } from '@quittance/mass';
import { readRecord, updateRecords } from '@quittance/objects';
import { recordListFields, recordListFor } from '@quittance/objects/host';
import { bodyMembers } from '../objects/record-body.js';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';
import { SERVED } from '../objects/served-objects.js';
import { recordDtoOf } from './record-answers.js';

const DealDto = recordDtoOf('deal');
const ChangeDto = SERVED.find(({ object }) => object === 'deal')?.dtos.update ?? DealDto;
const LISTED = { fields: recordListFields(dealObject), defaultSort: dealObject.defaultSort };

/**
 * Deals as the forecasting view shows them: the same records under a permission row of their own.
 */
@ApiTags('Opportunities')
@Resource('opportunities')
@Controller('opportunities')
export class OpportunitiesController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly models: CompanyModels,
  ) {}

  @Get()
  @AnswersList(DealDto, LISTED)
  @ApiOperation({ summary: 'List opportunities' })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const deals = await this.db.read(ctx, (tx) => this.models.object(tx, 'deal'));
    const object = opportunitiesOf(deals);
    const list = recordListFor(ctx, object);
    const shown = call.format === 'json' ? list : maskedForExport(ctx, object, list);
    return this.lists.answer(ctx, shown, call);
  }

  @Get(':id')
  @Answers(DealDto)
  @ApiOperation({ summary: 'One opportunity' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: RecordId): Promise<RecordView> {
    return this.db.read(ctx, async (tx) =>
      readRecord(tx, opportunitiesOf(await this.models.object(tx, 'deal')), id),
    );
  }

  @Patch(':id')
  @ApiBody({ type: ChangeDto })
  @Answers(DealDto)
  @Problems(preconditionFailed, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Change an opportunity: the members sent, null clears' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: RecordId,
    @Body() body: unknown,
    @IfMatch() expectedVersion: number | null,
  ): Promise<RecordView> {
    const patch = bodyMembers(body);
    return this.db.write(ctx, async (tx) => {
      const object = opportunitiesOf(await this.models.object(tx, 'deal'));
      const [record] = await updateRecords(tx, object, [{ id, patch, expectedVersion }]);
      return record as RecordView;
    });
  }
}
