import { Injectable } from '@nestjs/common';
import { isForLater, Database, type Tx } from '@quittance/database';
import { bulkCtx, DomainError, systemCtx, type Ctx, type ScheduleId } from '@quittance/kernel';
import { readNumberingRules } from '@quittance/numbering';
import { DocumentsWithin } from '@quittance/receivables';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import type { BilledSchedule } from '../../run/bill-schedules.js';
import { scheduleFailure } from '../../run/failure-detail.js';
import type { BillingRun } from '../../run/billing-run.js';
import { countBehind, listWaiting, RunIsOver, storeBatch } from '../../run/store-batch.js';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import { LOCK_SCHEDULE } from '../billed.sql.js';
import type { BilledUsage } from '../usage-lines.js';
import { SCHEDULES_THAT_WAIT, WAITING_CHANGE_LINES } from './change-line.sql.js';
import { NOTHING_MADE, RecordedDocuments, type MadeBehindRun } from './recorded-documents.js';
import { settlePending } from './settle-pending.js';

/** What would be made behind a run of what waits of a schedule. */
export interface ShownBehindRun {
  readonly schedule: StoredSchedule;
  readonly made: MadeBehindRun;
  /** Why it would go on waiting. */
  readonly failure: DomainError | null;
}

/**
 * Gives back what no next invoice will: usage beyond the invoice that it was to be taken off, and
 * changes that would have brought one below nothing, by credit notes on the invoices that asked;
 * and bills what changes have left where a subscription has ended. Behind a run, schedule by
 * schedule, so that one keeps no other waiting.
 */
@Injectable()
export class PendingCredits {
  constructor(
    private readonly db: Database,
    private readonly taxes: TaxQuotes,
    readonly documents: DocumentsWithin,
  ) {}

  /**
   * What is refused goes on waiting, and is among the failures of the run. Of a run of some
   * schedules those alone.
   * @throws RunIsOver when another worker has ended it
   */
  async giveBack(
    contexts: () => Ctx,
    { id: runId, scheduleIds }: Pick<BillingRun, 'id' | 'scheduleIds'>,
    onFault: (error: unknown, scheduleId: ScheduleId) => void,
  ): Promise<void> {
    const waiting = await this.waiting(contexts());
    for (const id of waiting.filter((each) => scheduleIds?.includes(each) ?? true)) {
      try {
        await this.taxes.write(contexts(), async (tx, taxes) => {
          const documents = new RecordedDocuments(this.documents);
          await settlePending(tx, { documents, taxes }, id);
          await countBehind(tx, runId, documents.invoiced);
        });
      } catch (error) {
        if (isForLater(error) || error instanceof RunIsOver) throw error;
        if (!(error instanceof DomainError)) onFault(error, id);
        await this.db.write(contexts(), (tx) => listWaiting(tx, runId, id, error));
      }
    }
  }

  /** The schedules of which something waits now that no next invoice will bear. */
  async waiting(ctx: Ctx): Promise<readonly ScheduleId[]> {
    const rows = await this.db.read(ctx, (tx) =>
      SCHEDULES_THAT_WAIT.rows<{ readonly id: ScheduleId }>(tx, {}),
    );
    return rows.map(({ id }) => id);
  }

  /** Of billed schedules those of which something will wait once that is stored. */
  async waitingBehind(ctx: Ctx, billed: readonly BilledSchedule[]): Promise<Set<ScheduleId>> {
    const known = billed.filter(leavesSomething).map(({ schedule }) => schedule.id);
    const over = billed.filter(endsSubscription).map(({ schedule }) => schedule.id);
    if (over.length === 0) return new Set(known);
    const rows = await this.db.read(ctx, (tx) =>
      WAITING_CHANGE_LINES.rows<{ readonly scheduleId: ScheduleId }>(tx, { scheduleIds: over }),
    );
    return new Set([...known, ...rows.map(({ scheduleId }) => scheduleId)]);
  }

  /**
   * What a run would make of what waits of a schedule, behind what it bills of it: both are
   * carried out as a run does, and undone. Null where the schedule has moved since it was read.
   */
  async shown(
    ctx: Ctx,
    id: ScheduleId,
    billed: BilledSchedule | null,
  ): Promise<ShownBehindRun | null> {
    const own = bulkCtx(systemCtx(ctx.companyId, ctx.now, ctx.requestId));
    let schedule: StoredSchedule | undefined;
    const carriedOut = async (tx: Tx, taxes: Taxes): Promise<never> => {
      schedule = await LOCK_SCHEDULE.maybe<StoredSchedule>(tx, { id });
      if (!schedule || (billed && hasMoved(billed, schedule))) throw new Undone(null);
      const documents = new RecordedDocuments(this.documents);
      if (billed) {
        const rules = await readNumberingRules(tx, 'invoice');
        documents.ofRun(await storeBatch(tx, null, [billed], rules, null));
      }
      await settlePending(tx, { documents, taxes }, id);
      throw new Undone({ schedule, made: await documents.made(tx), failure: null });
    };
    try {
      return await this.taxes.write(own, carriedOut, { answers: false });
    } catch (error) {
      if (error instanceof Undone) return error.shown;
      if (!schedule || isForLater(error)) throw error;
      const failure = scheduleFailure(error, schedule.nextBillingDate);
      return { schedule, made: NOTHING_MADE, failure };
    }
  }
}

/** Rolls back what was only to be shown. */
class Undone extends Error {
  constructor(readonly shown: ShownBehindRun | null) {
    super('What was shown is undone');
  }
}

/** It brings usage or a change below nothing, so that a note has to give that back. */
function leavesSomething({ subscribed }: BilledSchedule): boolean {
  return (subscribed ?? []).some(
    ({ changes, usage, corrected }) =>
      changes.returned.length > 0 || usage.some(isPending) || corrected.some(isPending),
  );
}

/** Of what is billed now more was invoiced ahead; of what was billed before it has fallen. */
const isPending = ({ pending }: BilledUsage): boolean => pending;

function endsSubscription({ schedule, next }: BilledSchedule): boolean {
  return schedule.source === 'subscription' && next.status === 'completed';
}

/** A run has billed it meanwhile, or somebody changed what it is billed by. */
function hasMoved({ schedule: before }: BilledSchedule, now: StoredSchedule): boolean {
  return before.nextPeriod !== now.nextPeriod || before.nextBillingDate !== now.nextBillingDate;
}
