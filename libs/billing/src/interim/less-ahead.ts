import { addDays } from '@quittance/calendar';
import type { BillableLine } from '../subscriptions/billed-line.js';
import type { BillingStep } from '../subscriptions/billing-step.js';
import type { SubscribedFacts } from '../subscriptions/subscribed-facts.js';
import type { BilledUsage } from '../subscriptions/usage-lines.js';
import { lessInvoiced, type InterimUsage } from './interim-usage.js';

interface UsageBilledNow {
  /** What was invoiced ahead of it. */
  readonly ahead: readonly InterimUsage[];
  readonly usage: readonly BilledUsage[];
  /** What can be taken off at the most. */
  readonly room: bigint;
}

/** What is taken off, and the usage with what of that was ahead of it. */
interface LessAhead {
  readonly lines: readonly BillableLine[];
  readonly taken: bigint;
  readonly byItem: readonly {
    readonly item: SubscribedFacts['items'][number];
    readonly amount: bigint;
  }[];
  readonly usage: readonly BilledUsage[];
}

/**
 * Takes off what was invoiced ahead, by the item that it was for, and keeps with the usage what was
 * taken off. What cannot be taken off counts as billed until it is given back.
 */
export function lessAhead(
  { items, currency }: Pick<SubscribedFacts, 'items' | 'currency'>,
  step: BillingStep,
  { ahead, usage: billed, room }: UsageBilledNow,
): LessAhead {
  const usage = [...billed];
  const lines: BillableLine[] = [];
  const byItem: { readonly item: (typeof items)[number]; readonly amount: bigint }[] = [];
  let [taken, rest] = [0n, 0n];
  for (const each of ahead) {
    const item = items.findLast(({ itemId }) => itemId === each.itemId) ?? items.at(-1);
    const tile = step.usage.find(
      ({ start, until }) => each.startOn >= start && each.startOn < until,
    );
    if (!item || !tile) continue;
    const period = { start: each.startOn, end: addDays(tile.until, -1) };
    const less = lessInvoiced([each], item, { period, room: room - taken, currency });
    lines.push(...less.lines);
    byItem.push({ item, amount: less.taken });
    taken += less.taken;
    rest += less.rest;
    keep(usage, each);
  }
  const last = usage.at(-1);
  if (last && rest > 0n) {
    usage[usage.length - 1] = { ...last, usage: last.usage + rest, pending: true };
  }
  return { lines, taken, byItem, usage };
}

/** With the usage that it was ahead of, or the last where its plan is no longer that of the day. */
function keep(
  usage: BilledUsage[],
  { invoiceId, standing, startOn, planVersionId }: InterimUsage,
): void {
  if (!standing || invoiceId === null) return;
  const own = usage.findIndex(
    (row) => row.planVersionId === planVersionId && row.startOn <= startOn && startOn < row.untilOn,
  );
  const row = usage.at(own);
  if (row) usage.splice(own, 1, { ...row, ahead: [...row.ahead, invoiceId] });
}
