import type { LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import type { HeldQuotes, TaxQuotes } from '@quittance/tax';
import type { BatchFacts } from '../run/batch-facts.js';
import { billSchedules, type BilledSchedule } from '../run/bill-schedules.js';
import type { StoredSchedule } from '../schedules/schedule.repository.js';
import type { PendingCredits } from '../subscriptions/changes/pending-credits.js';
import { invoiceOfBehind } from './preview-behind.js';
import type { PreviewedInvoice } from './preview.view.js';

/** What becomes of what waits of a subscription, as its coming invoices show it. */
export interface ComingBehind {
  /** Invoices of what waits alone, made by the next run, whatever else is due. */
  readonly own: readonly PreviewedInvoice[];
  /** Those of its periods that take a line of it, by their places among them. */
  readonly changed: ReadonlyMap<number, PreviewedInvoice>;
}

const NOTHING: ComingBehind = { own: [], changed: new Map() };

interface ComingTools {
  readonly taxes: TaxQuotes;
  /** Without it what no invoice has room for is not shown. */
  readonly pending?: PendingCredits | undefined;
}

/**
 * What runs make of what waits: the next one, and that which bills the next period. It is carried
 * out and undone, as for the preview of a run; where nothing waits that costs a statement or two.
 */
export async function comingBehind(
  ctx: Ctx,
  { taxes, pending }: ComingTools,
  { schedule, facts, held, today }: ComingFacts,
): Promise<ComingBehind> {
  if (!pending || schedule.source !== 'subscription') return NOTHING;
  const { id } = schedule;
  const steps = facts.subscribed.get(id)?.steps ?? [];
  const due = steps.filter(({ step }) => step.dueOn <= today).length;
  const last = steps[Math.max(due, 1) - 1];
  const billed = last && (await taxes.settle(ctx, held, () => bill(last.step.dueOn)));
  function bill(asOf: LocalDate): BilledSchedule | undefined {
    const scope = { asOf, catchUp: due > 1, scheduleIds: null };
    const claimed = { ...schedule, seenInRun: false, periodsInRun: 0 };
    return billSchedules(scope, [claimed], facts, Math.max(due, 1))[0];
  }
  const waits = (await pending.waiting(ctx)).includes(id);
  const leaves = billed !== undefined && (await pending.waitingBehind(ctx, [billed])).has(id);
  const isOne = billed !== undefined && due > 0;
  const now = waits && !isOne ? await pending.shown(ctx, id, null) : null;
  const next = leaves || (waits && isOne) ? await pending.shown(ctx, id, billed ?? null) : null;
  const { invoices = [] } = (isOne ? next : now)?.made ?? {};
  const changed = [...(next?.made.changed ?? [])];
  return {
    own: invoices.map(invoiceOfBehind),
    changed: new Map(changed.map(([place, invoice]) => [place, invoiceOfBehind(invoice)])),
  };
}

interface ComingFacts {
  readonly schedule: StoredSchedule;
  readonly facts: BatchFacts;
  readonly held: HeldQuotes;
  readonly today: LocalDate;
}
