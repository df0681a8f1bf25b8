import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { changeRecord, type RecordAsk } from '../change-record.js';
import { pipelineInactive } from '../crm.errors.js';
import { dealStatusAfter, probabilityOf, stageFor, type DealStatus } from './deal.js';
import { pipelineOfStage } from './stages.queries.js';

export interface DealMove extends RecordAsk {
  /** Of the deal's pipeline or of another one. */
  readonly stageId: string;
}

/** Brings an open deal to another stage in which it is open. */
@Injectable()
export class MoveDealStage {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, deal_status_conflict, deal_stage_closes, pipeline_inactive,
   *   validation_failed
   */
  execute(ctx: Ctx, { stageId, ...ask }: DealMove): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const deals = await this.models.object(tx, 'deal');
      return changeRecord(tx, deals, ask, async (deal) => {
        dealStatusAfter(deal.status as DealStatus, 'move_stage');
        return { patch: await placed(tx, deal, stageId), told: 'deal.stage_moved' };
      });
    });
  }
}

async function placed(tx: Tx, deal: RecordView, stageId: string): Promise<FieldValues> {
  const pipeline = await pipelineOfStage(tx, stageId);
  const stage = pipeline && stageFor(pipeline.stages, 'open', stageId);
  if (!stage) throw invalidField('/stageId', 'reference_not_found', 'There is no such stage.');
  // A deal that is in it already may still be brought to its end.
  if (!pipeline.active && String(pipeline.id) !== deal.pipelineId) {
    throw pipelineInactive({ name: pipeline.name });
  }
  const overridden = deal.probabilityOverridden === true;
  return {
    pipelineId: pipeline.id,
    stageId: stage.id,
    stageEnteredAt: stage.id === deal.stageId ? (deal.stageEnteredAt ?? null) : tx.ctx.now,
    probability: probabilityOf(stage, overridden, Number(deal.probability)),
  };
}
