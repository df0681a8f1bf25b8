import { addDays, type LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import { formatMinor, minOf, type Currency } from '@quittance/money';
import {
  subscriptionGrid,
  subscriptionUsage,
  type BilledItem,
  type BilledSubscription,
  type RatedLine,
  type RatedSpan,
  type ChargedSpan,
} from '@quittance/sales';
import { subscribedLine, type BillableLine } from './billed-line.js';
import { stoodFrom, type BillingGap } from './subscribed-position.js';

/** What usage of days came to when it was billed. Amounts are minor units. */
export interface BilledUsage {
  readonly itemId: BilledItem['itemId'];
  readonly planVersionId: BilledItem['planVersionId'];
  /** What was agreed instead of what the version asks. */
  readonly overrides: BilledItem['overrides'];
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  /** The first day of the period that they are of; null of what was billed before it was kept. */
  readonly periodOn: LocalDate | null;
  /** The flat price of the same days. */
  readonly flat: bigint;
  /** The least that flat price and usage come to. */
  readonly minimum: bigint;
  readonly usage: bigint;
  readonly trueUp: bigint;
  readonly revision: bigint;
  /** More is to be given back than an invoice could. */
  readonly pending: boolean;
  /** What billed it; null where nothing did yet, or it is not known. */
  readonly invoiceId: InvoiceId | null;
  /** Invoices ahead of it that what billed it has taken off. */
  readonly ahead: readonly InvoiceId[];
  /** The lines of that by which it did, from 1; null where none did, or it is not known. */
  readonly firstLine: number | null;
  readonly lastLine: number | null;
  /** What was credited of them by hand and stands for usage that was taken back since. */
  readonly byHand: bigint;
  /** That was voided or cancelled: nothing of it comes back. */
  readonly forgiven?: boolean;
  /** What those ahead of it asked that were given up since: nothing of that comes back either. */
  readonly forgivenAhead?: bigint;
}

/** What is compared with usage: flat price and minimum of the same days. */
export type UsageFloor = Pick<BilledUsage, 'flat' | 'minimum' | 'periodOn'>;

type SaidItem = Pick<BillableLine, 'productId' | 'description' | 'taxCode' | 'placeOf'>;

/**
 * What usage of days comes to; the lines that ask for it join those of the invoice.
 * @param lines those before it
 */
export function usageBilled(
  { item, start, until }: ChargedSpan<BilledItem>,
  rated: RatedSpan,
  floor: UsageFloor,
  { currency, lines }: { readonly currency: Currency; readonly lines: BillableLine[] },
): BilledUsage {
  const trueUp = subscriptionUsage.missing(floor, rated.amount);
  const period = { start, end: addDays(until, -1) };
  const { itemId, planVersionId, overrides, productId, taxCode, placeOf } = item;
  const before = lines.length;
  for (const { name, lines: parts } of rated.charges) {
    for (const part of parts) {
      const { quantity, unitPrice, fellFrom } = part;
      const description = labelOf(name, part);
      const line = subscribedLine({
        productId,
        description,
        taxCode,
        placeOf,
        period,
        quantity,
        unitPrice,
      });
      lines.push(fellFrom ? { fellFrom, ...line } : line);
    }
  }
  if (trueUp > 0n) {
    const description = `${item.description}: up to the minimum`;
    const said = { productId, description, taxCode, placeOf, period };
    lines.push(amountLine(said, trueUp, currency));
  }
  const isAsked = lines.length > before;
  return {
    itemId,
    planVersionId,
    overrides,
    startOn: start,
    untilOn: until,
    periodOn: floor.periodOn,
    flat: floor.flat,
    minimum: floor.minimum,
    usage: rated.amount,
    trueUp,
    revision: rated.revision,
    pending: false,
    invoiceId: null,
    ahead: NOTHING_AHEAD,
    firstLine: isAsked ? before + 1 : null,
    lastLine: isAsked ? lines.length : null,
    byHand: 0n,
  };
}

const NOTHING_AHEAD: BilledUsage['ahead'] = [];

/** Usage that was billed, as it is asked to be rated once more. */
export function asBilled(
  { planVersionId, overrides, startOn: start, untilOn: until }: BilledUsage,
  { id: subscriptionId, currency, endedOn, ...terms }: BilledSubscription['terms'],
): UsageToRate {
  const grid = subscriptionGrid.of(terms);
  return { subscriptionId, currency, planVersionId, overrides, start, until, grid, endedOn };
}

/** Usage of one span, as it is asked to be rated. */
type UsageToRate = Parameters<typeof subscriptionUsage.rateOver>[1][number];

/** Whether usage that was billed may come to something else by now. */
export function isChanged({ revision, pending, byHand }: BilledUsage, rated: RatedSpan): boolean {
  // A note that stands for what was taken back may be voided.
  return pending || byHand > 0n || revision !== rated.revision;
}

/** Whether less is owed of it than it was billed at. */
export function hasFallen(before: BilledUsage, rated: RatedSpan): boolean {
  const trueUp = subscriptionUsage.missing(before, rated.amount);
  return rated.amount + trueUp < before.usage + before.trueUp;
}

/** What has come of usage that was billed, and the line for it. */
interface LateUsage {
  readonly billed: BilledUsage;
  /** Null where nothing is asked or given back. */
  readonly line: BillableLine | null;
  /** What the line comes to. */
  readonly delta: bigint;
  /** The difference that what came in has made, whatever an invoice has room for. */
  readonly rated: bigint;
}

interface LateTerms {
  readonly currency: Currency;
  /** What can be given back at the most; the rest waits. Null where all of it can. */
  readonly room: bigint | null;
  /**
   * What was credited by hand since it was last looked at, which stands for what is taken back;
   * below 0 where a note of then was voided.
   */
  readonly byHand?: bigint;
  /** Something was credited by hand: what comes back is reckoned behind the run. */
  readonly isHeld?: boolean;
}

/**
 * What usage that was billed comes to with what has come in since: the difference to what was
 * billed of its own days, its minimum included, less what was given back by hand already.
 */
export function lateUsage(
  before: BilledUsage,
  rated: RatedSpan,
  item: SaidItem,
  { currency, room: left, byHand = 0n, isHeld = false }: LateTerms,
): LateUsage {
  const room = isHeld ? 0n : left;
  const trueUp = subscriptionUsage.missing(before, rated.amount);
  const fallen = atLeast(rated.amount + trueUp - before.usage - before.trueUp, -standingOf(before));
  const used = byHand > 0n ? minOf(byHand, atLeast(-fallen, 0n)) : byHand;
  const owed = fallen + used;
  const delta = room === null ? owed : atLeast(owed, -room);
  // What waits counts as billed until it is given back.
  const usage = rated.amount - owed + delta;
  const pending = isHeld || delta !== owed;
  const { revision } = rated;
  const billed = {
    ...before,
    usage,
    trueUp,
    revision,
    pending,
    byHand: before.byHand + used,
  };
  const late = before.revision === rated.revision ? 0n : fallen;
  if (delta === 0n) return { billed, line: null, delta, rated: late };
  const period = { start: before.startOn, end: addDays(before.untilOn, -1) };
  const days = `${period.start} to ${period.end}`;
  const description = `${item.description}: usage of ${days} that came late`;
  const { productId, taxCode, placeOf } = item;
  const said = { productId, taxCode, placeOf, description, period };
  const line = amountLine(said, delta, currency);
  return { billed, line, delta, rated: late };
}

/** What is asked of usage that was billed, as far as that was not given up. */
function standingOf({ usage, trueUp, forgiven, forgivenAhead = 0n }: BilledUsage): bigint {
  return forgiven ? 0n : atLeast(usage + trueUp - forgivenAhead, 0n);
}

const atLeast = (amount: bigint, least: bigint): bigint => (amount < least ? least : amount);

/** One amount; what is given back is −1 of it. */
export function amountLine(
  said: SaidItem & Pick<BillableLine, 'period'>,
  amount: bigint,
  currency: Currency,
): BillableLine {
  const isBack = amount < 0n;
  const unitPrice = formatMinor(isBack ? -amount : amount, currency);
  return subscribedLine({ quantity: isBack ? '-1' : '1', unitPrice, ...said });
}

function labelOf(name: string, { part, tier }: RatedLine): string {
  switch (part) {
    case 'units':
      return tier === null ? name : `${name}, tier ${tier}`;
    case 'tier_fee':
      return `${name}, fee of tier ${tier}`;
    case 'packages':
      return `${name}, packages`;
    case 'percentage':
      return `${name}, share`;
    case 'event_fee':
      return `${name}, fee of each`;
    case 'event_bounds':
      return `${name}, least and most of each`;
  }
}

/** Days of a span. */
export interface ActivePart {
  readonly start: LocalDate;
  readonly until: LocalDate;
}

/** The days of a span on which the subscription did not stand still. */
export function activeParts(span: ActivePart, gaps: readonly BillingGap[]): readonly ActivePart[] {
  // Most never stood still.
  if (gaps.length === 0) return [span];
  const { start, until } = span;
  const parts: { start: LocalDate; until: LocalDate }[] = [];
  let from = start;
  for (const gap of gaps) {
    const stops = stoodFrom(gap);
    if (from < stops) parts.push({ start: from, until: stops < until ? stops : until });
    const ends = gap.until ?? until;
    if (ends > from) from = ends;
  }
  if (from < until) parts.push({ start: from, until });
  return parts.filter((part) => part.start < part.until && part.start < until);
}
