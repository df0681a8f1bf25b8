import { major } from '../planned.js';
import type { Outcome } from '../run-operation.js';
import type { AskedOrder } from './asked-orders.js';

/** What is refused of a record that waits, or that was not approved. */
export const AWAITS = 'record_awaits_approval';

const STAGES = [
  'pending',
  'pending_approval',
  'confirmed',
  'in_production',
  'shipped',
  'delivered',
];

/** Not answered, or not by the order. */
const UNANSWERED = /cut off at|^database_busy/;

/** An order between two looks, of which the same was said all the while. */
type Still = readonly [was: AskedOrder, now: AskedOrder];

function stillSaid(before: readonly AskedOrder[], after: readonly AskedOrder[]): Still[] {
  const then = new Map(before.map((each) => [each.approvalId, each]));
  return after.flatMap((now) => {
    const was = then.get(now.approvalId);
    return was && was.said === now.said ? [[was, now] as const] : [];
  });
}

/**
 * What waited all the while is as it was, and what was not approved went no further as long as its
 * rule would ask of it.
 */
export function movedOrders(before: readonly AskedOrder[], after: readonly AskedOrder[]): string[] {
  return stillSaid(before, after).flatMap(([was, now]) => {
    if (now.said === 'waiting') {
      return changesOf(was, now).map(
        (change) => `order ${now.number} awaits approval, and ${change}`,
      );
    }
    if (now.said === 'approved' || !isAsked(was, now)) return [];
    return stepsOf(was, now).map((step) => `order ${now.number} was ${now.said}, and ${step}`);
  });
}

function changesOf(was: AskedOrder, now: AskedOrder): string[] {
  const isReopened = was.status === 'closed' && now.status === 'delivered';
  return [
    ...(was.print === now.print ? [] : ['is another by now']),
    ...(was.status === now.status || isReopened ? [] : [wentTo(was, now)]),
    ...invoicedSince(was, now),
  ];
}

function stepsOf(was: AskedOrder, now: AskedOrder): string[] {
  const isFurther = STAGES.indexOf(now.status) > STAGES.indexOf(was.status);
  return [
    ...(isFurther && was.status !== 'closed' ? [wentTo(was, now)] : []),
    ...(Number(now.shipped) > Number(was.shipped) ? ['more of it was shipped'] : []),
    ...invoicedSince(was, now),
  ];
}

const wentTo = (was: AskedOrder, now: AskedOrder) => `went from ${was.status} to ${now.status}`;

const invoicedSince = (was: AskedOrder, now: AskedOrder): string[] =>
  now.invoiced > was.invoiced ? ['more of it was invoiced'] : [];

/** Whether the same rule would ask of it, before and after. */
function isAsked(was: AskedOrder, now: AskedOrder): boolean {
  if (now.ruleVersion === null || was.ruleVersion !== now.ruleVersion) return false;
  return was.amendment === now.amendment && [was, now].every(isAbove);
}

function isAbove({ condition, total, currency }: AskedOrder): boolean {
  const above = condition === null ? '-1' : condition.replace('total > ', '');
  return Number(major(total, currency)) > Number(above);
}

/** Whoever changes an order that waits all the while is told so, whatever else is to be said. */
export function refusedOtherwise(
  before: readonly AskedOrder[],
  after: readonly AskedOrder[],
  outcomes: readonly Outcome[],
): string[] {
  const waited = stillSaid(before, after).filter(([, { said }]) => said === 'waiting');
  const held = new Set<string | null>(waited.map(([, { id }]) => id));
  return outcomes
    .filter(({ changes }) => held.has(changes))
    .filter(({ said }) => !said.startsWith(AWAITS) && !UNANSWERED.test(said))
    .map(({ what, said }) => `${what}: said ${said} of an order that awaits approval`);
}
