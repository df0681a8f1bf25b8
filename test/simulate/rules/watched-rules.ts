import type { RuleId } from '@quittance/rules/host';
import type { Outcome } from '../run-operation.js';
import type { Ruled, Workflow } from './ruled-company.js';
import type { KnownApproval, KnownRule, RuledRows, Told } from './ruled-rows.js';
import { AWAITS, movedOrders, refusedOtherwise } from './watched-orders.js';

/** A rule while it served: what happened behind `after` up to `until` it must have heard of. */
export interface Served {
  readonly ruleId: RuleId;
  readonly name: string;
  readonly object: Ruled;
  readonly trigger: Workflow['trigger'];
  readonly field: string | null;
  /** The total from which it does something. */
  readonly above: string | null;
  readonly asks: boolean;
  /** Sets a field in the transaction of the change, and has no line in the log. */
  readonly before: boolean;
  readonly after: string;
  /** Null: to the end. */
  readonly until: string | null;
}

interface Serving {
  readonly version: number;
  readonly served: Served;
}

const GIVEN_UP = ['void', 'cancelled', 'written_off'];
const UNSENT = ['draft', 'pending'];

/** Looks at rules and at what they ask between the steps, when nobody does anything. */
export class WatchedRules {
  private readonly serving = new Map<RuleId, Serving>();
  private readonly ended: Served[] = [];
  private told: Told = { last: '0', handled: '0' };
  private before: RuledRows | null = null;
  private outcomes = 0;

  /** What went wrong with what waited since the last look. */
  look(rows: RuledRows, outcomes: readonly Outcome[]): string[] {
    this.endThose(rows.rules);
    for (const rule of rows.rules.filter(({ active }) => active)) this.begin(rule, rows.told);
    this.told = rows.told;
    const since = outcomes.slice(this.outcomes);
    const { approvals = [], askedOrders = [] } = this.before ?? {};
    const wrong = [
      ...movedByHand(approvals, rows.approvals),
      ...movedOrders(askedOrders, rows.askedOrders),
      ...refusedOtherwise(askedOrders, rows.askedOrders, since),
      ...this.refusedInVain(rows, since),
    ];
    this.before = rows;
    this.outcomes = outcomes.length;
    return wrong;
  }

  /** Every rule that has served, from when and until when. */
  all(): readonly Served[] {
    return [...this.ended, ...[...this.serving.values()].map(({ served }) => served)];
  }

  private begin(rule: KnownRule, { last }: Told): void {
    const { id, version, name, object, definition } = rule;
    if (this.serving.has(id)) return;
    const { trigger, field, condition, actions } = definition;
    const above = condition === null ? null : condition.replace('total > ', '');
    const asks = actions.some(({ kind }) => kind === 'request_approval');
    const span = { after: last, until: null };
    const before = definition.timing === 'before_save';
    const served = { ruleId: id, name, object, trigger, field, above, asks, before, ...span };
    this.serving.set(id, { version, served });
  }

  /** What was not yet handled at the last look may have been once they were gone. */
  private endThose(rules: readonly KnownRule[]): void {
    for (const [id, { version, served }] of this.serving) {
      const isSame = (rule: KnownRule) => rule.id === id && rule.version === version;
      if (rules.some((rule) => rule.active && isSame(rule))) continue;
      this.serving.delete(id);
      this.ended.push({ ...served, until: this.told.handled });
    }
  }

  /** A change locks its record before a rule asks, and what it asks may come to nothing. */
  private mayHaveAsked({ told }: RuledRows): boolean {
    const since = BigInt(told.handled);
    return this.all().some(({ asks, until }) => asks && (until === null || BigInt(until) >= since));
  }

  /** Nothing is refused for an approval where none was asked for, nor was about to be. */
  private refusedInVain(rows: RuledRows, outcomes: readonly Outcome[]): string[] {
    const before = this.before;
    if (!before || before.approvals.length > 0 || before.requested < rows.requested) return [];
    if (this.mayHaveAsked(before)) return [];
    return outcomes
      .filter(({ said }) => said.startsWith(AWAITS))
      .map(({ what }) => `${what}: refused as what nobody asks awaits approval`);
  }
}

/**
 * Of what waited all the while: no credit of the company's own went to it or was taken off, none
 * was given up, and none went out. What customers and providers pay goes on, and the day may make
 * it overdue.
 */
export function movedByHand(
  before: readonly KnownApproval[],
  after: readonly KnownApproval[],
): string[] {
  const then = new Map(before.map((each) => [each.id, each]));
  return after.flatMap((now) => {
    const was = then.get(now.id);
    if (!was) return [];
    const changes = CHANGES[was.object](was, now);
    return changes.map((change) => `${now.object} ${now.title} awaits approval, and ${change}`);
  });
}

type Changes = (was: KnownApproval, now: KnownApproval) => string[];

/** Of orders see `movedOrders`. */
const CHANGES: Readonly<Record<Ruled, Changes>> = {
  invoice: changesOfInvoice,
  quote: changesOfQuote,
  'sales-order': () => [],
};

/** It may run out of time meanwhile. */
function changesOfQuote(was: KnownApproval, now: KnownApproval): string[] {
  const isSame = was.status === now.status || now.status === 'expired';
  return isSame ? [] : [`went from ${was.status} to ${now.status}`];
}

function changesOfInvoice(was: KnownApproval, now: KnownApproval): string[] {
  const isGivenUp = was.status !== now.status && GIVEN_UP.includes(now.status);
  const isSent = UNSENT.includes(was.status) && !UNSENT.includes(now.status);
  return [
    ...(isGivenUp || (isSent && was.paid === now.paid) ? [`is ${now.status} by now`] : []),
    ...(was.credited === now.credited || now.subscribed
      ? []
      : [`its credit went from ${was.credited} to ${now.credited}`]),
    ...(was.writtenOff === now.writtenOff
      ? []
      : [`what is written off of it went from ${was.writtenOff} to ${now.writtenOff}`]),
  ];
}
