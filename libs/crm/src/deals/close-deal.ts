import { Injectable } from '@nestjs/common';
import { readCompanyTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { dateAt } from '@quittance/calendar';
import { invalidField, type Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { changeRecord, type RecordAsk } from '../change-record.js';
import { dealStatusAfter, stageFor, type DealStatus } from './deal.js';
import type { StageKind } from './pipeline.js';
import { readPipelines } from './stages.queries.js';

export interface DealEnd extends RecordAsk {
  /** A stage of the pipeline that is of the kind; its first one when absent. */
  readonly stageId?: string;
  readonly lossReason?: string;
}

/** Closes a deal as won, or as lost with the reason; or opens a closed one again. */
@Injectable()
export class CloseDeal {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, deal_status_conflict, deal_stage_mismatch, validation_failed */
  win(ctx: Ctx, { stageId, ...ask }: DealEnd): Promise<RecordView> {
    return this.change(ctx, ask, async (tx, deal) => ({
      patch: {
        ...(await this.closed(tx, deal, 'won', stageId)),
        status: dealStatusAfter(deal.status as DealStatus, 'close_won'),
      },
      told: 'deal.won',
    }));
  }

  /** @throws DomainError not_found, deal_status_conflict, deal_stage_mismatch, validation_failed */
  lose(ctx: Ctx, { stageId, lossReason, ...ask }: DealEnd): Promise<RecordView> {
    return this.change(ctx, ask, async (tx, deal) => ({
      patch: {
        ...(await this.closed(tx, deal, 'lost', stageId)),
        status: dealStatusAfter(deal.status as DealStatus, 'close_lost'),
        lossReason: lossReason ?? null,
      },
      told: 'deal.lost',
    }));
  }

  /** @throws DomainError not_found, deal_status_conflict, deal_stage_closes, validation_failed */
  reopen(ctx: Ctx, { stageId, ...ask }: DealEnd): Promise<RecordView> {
    return this.change(ctx, ask, async (tx, deal) => ({
      patch: {
        ...(await placedAt(tx, deal, 'open', stageId)),
        status: dealStatusAfter(deal.status as DealStatus, 'reopen'),
        lossReason: null,
        closedAt: null,
        closedOn: null,
      },
      told: 'deal.reopened',
    }));
  }

  private async closed(tx: Tx, deal: RecordView, kind: StageKind, stageId?: string) {
    const { timeZone } = await readCompanyTerms(tx);
    const { now } = tx.ctx;
    const place = await placedAt(tx, deal, kind, stageId);
    return { ...place, closedAt: now, closedOn: dateAt(now, timeZone) };
  }

  private change(
    ctx: Ctx,
    ask: RecordAsk,
    decide: (tx: Tx, deal: RecordView) => ReturnType<Parameters<typeof changeRecord>[3]>,
  ): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const deals = await this.models.object(tx, 'deal');
      return changeRecord(tx, deals, ask, (deal) => decide(tx, deal));
    });
  }
}

/** A stage of the kind in the deal's own pipeline, with the probability of that stage. */
async function placedAt(tx: Tx, deal: RecordView, kind: StageKind, asked?: string) {
  const id = String(deal.pipelineId);
  const pipeline = (await readPipelines(tx, [id], { hold: true })).get(id);
  const stage = stageFor(pipeline?.stages ?? [], kind, asked);
  if (!stage) throw invalidField('/stageId', 'reference_not_found', 'is no stage of the pipeline');
  const { probability } = stage;
  const place = { stageId: stage.id, stageEnteredAt: tx.ctx.now };
  return { ...place, probability, probabilityOverridden: false };
}
