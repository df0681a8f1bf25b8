import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import type { AccountId, Id, InvoiceId } from '@quittance/kernel';
import { currencyDigits, decimal, divideRounded, parseMinor, pow10 } from '@quittance/money';
import type { Currency } from '@quittance/money';

/** What a company asks for in one currency; decimal text of major units. */
export interface LateAmounts {
  readonly currency: Currency;
  /** Once of an invoice; null where no fee is asked. */
  readonly fee: string | null;
  /** Interest that is not asked for while it comes to less. */
  readonly minimum: string | null;
}

/** What a day costs. */
interface DayTerms {
  /** Per cent of a year of 365 days, decimal text; null where no interest is asked. */
  readonly annualRate: string | null;
  /** Days after the due day that cost nothing. */
  readonly graceDays: number;
}

/** What days cost before they were said to cost something else. */
interface ReplacedTerms extends DayTerms {
  /** The first day that costs what was said then. */
  readonly until: LocalDate;
}

/** What a company asks of those who pay late. */
export interface LateTerms extends DayTerms {
  /** What days before cost, the oldest first: each day costs by the first that it is ahead of. */
  readonly earlier: readonly ReplacedTerms[];
  /** No day before it costs anything. */
  readonly appliesFrom: LocalDate;
  readonly amounts: readonly LateAmounts[];
}

/** Days on which something held, the last of them too; null where it goes on. */
export interface DaySpan {
  readonly from: LocalDate;
  readonly to: LocalDate | null;
}

/** An overdue invoice with all that says what its days cost. Minor units. */
export interface LateInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly dueDate: LocalDate;
  /** The day on which the customer was told of it. */
  readonly sentOn: LocalDate;
  readonly total: bigint;
  /** What settled it, or was taken off it again, with the day from which it counts. */
  readonly movements: readonly { readonly on: LocalDate; readonly amount: bigint }[];
  readonly disputes: readonly (DaySpan & { readonly amount: bigint })[];
  readonly pauses: readonly DaySpan[];
  /** The last day that was asked for; null before the first. */
  readonly chargedTo: LocalDate | null;
  readonly hasFee: boolean;
}

/** What is asked for the days of an invoice, or once. */
export interface LateCharge {
  readonly id: Id<'late-charge'>;
  /** `step_fee` a step of dunning asks for. */
  readonly kind: 'interest' | 'fee' | 'step_fee';
  readonly invoiceId: InvoiceId;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Of interest, the last day before that was asked for. */
  readonly behind: LocalDate | null;
  readonly annualRate: string | null;
  /** Before tax, where it is taxed. */
  readonly amount: bigint;
  /** Of a fee of a step, the try of it that asks. */
  readonly attemptId?: Id<'dunning-attempt'>;
}

/** Days of a year that a rate is spread over, leap years too. */
const YEAR = 365n;
const RATE_SCALE = 6;

/**
 * What the days of an invoice cost until the end of `through`, and its fee. Every day costs what is
 * open at its end and nobody objects to, by the terms of that day; days of a pause cost nothing,
 * nor those until it was sent. Rounded once for each rate. Pure.
 */
export function lateCharges(
  invoice: LateInvoice,
  terms: LateTerms,
  through: LocalDate,
  newId: () => Id<'late-charge'>,
): LateCharge[] {
  const { id: invoiceId, currency, chargedTo } = invoice;
  const asked = terms.amounts.find((each) => each.currency === currency);
  const spans = costingSpans(invoice, terms, through);
  const interest: LateCharge[] = [];
  let behind = chargedTo;
  for (const { from, to, annualRate } of spans) {
    const start = chargedTo ? latest(from, addDays(chargedTo, 1)) : from;
    const amount = start > to ? 0n : interestOf(invoice, annualRate, start, to);
    if (amount === 0n) continue;
    const days = { from: start, to, behind, annualRate };
    interest.push({ id: newId(), kind: 'interest', invoiceId, ...days, amount });
    behind = to;
  }
  const charges = sumOf(interest) >= minorOf(asked?.minimum, currency) ? interest : [];
  const fee = minorOf(asked?.fee, currency);
  const isLate = spans.at(-1)?.to === through && costs(invoice, through) > 0n;
  if (fee > 0n && !invoice.hasFee && isLate) {
    const day = { from: through, to: through, behind: null, annualRate: null };
    charges.push({ id: newId(), kind: 'fee', invoiceId, ...day, amount: fee });
  }
  return charges;
}

interface CostingSpan {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly annualRate: string | null;
}

/** The days that cost something, those of one rate together. */
function costingSpans(
  { dueDate, sentOn }: LateInvoice,
  { earlier, appliesFrom, annualRate, graceDays }: LateTerms,
  through: LocalDate,
): CostingSpan[] {
  let first = latest(addDays(sentOn, 1), appliesFrom);
  const spans: CostingSpan[] = [];
  const add = (of: DayTerms, to: LocalDate) => {
    const from = latest(first, addDays(dueDate, of.graceDays + 1));
    if (from <= to) spans.push({ from, to, annualRate: of.annualRate });
  };
  for (const { until, ...of } of earlier) {
    add(of, earliest(addDays(until, -1), through));
    first = latest(first, until);
  }
  add({ annualRate, graceDays }, through);
  return spans;
}

function interestOf(
  invoice: LateInvoice,
  annualRate: string | null,
  from: LocalDate,
  through: LocalDate,
): bigint {
  if (annualRate === null) return 0n;
  const { units, scale } = decimal(annualRate);
  const days = [...new Set([from, ...changesOf(invoice)])]
    .filter((day) => day >= from && day <= through)
    .toSorted();
  const baseDays = days.reduce((sum, day, i) => {
    const next = days[i + 1] ?? addDays(through, 1);
    return sum + costs(invoice, day) * BigInt(daysBetween(day, next));
  }, 0n);
  return divideRounded(baseDays * units, YEAR * 100n * pow10(scale));
}

/** The days on which what a day costs may change. */
function changesOf({ movements, disputes, pauses }: LateInvoice): LocalDate[] {
  const spans = [...disputes, ...pauses].flatMap(({ from, to }) =>
    to === null ? [from] : [from, addDays(to, 1)],
  );
  return [...movements.map(({ on }) => on), ...spans];
}

/** What of an invoice a day costs something of. */
function costs(invoice: LateInvoice, day: LocalDate): bigint {
  const within = ({ from, to }: DaySpan) => from <= day && (to === null || day <= to);
  if (invoice.pauses.some(within)) return 0n;
  const settled = sumOf(invoice.movements.filter(({ on }) => on <= day));
  const disputed = sumOf(invoice.disputes.filter(within));
  const open = invoice.total - settled - disputed;
  return open > 0n ? open : 0n;
}

function sumOf(all: readonly { readonly amount: bigint }[]): bigint {
  return all.reduce((sum, { amount }) => sum + amount, 0n);
}

function latest(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

function earliest(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}

function minorOf(amount: string | null | undefined, currency: Currency): bigint {
  return amount ? (parseMinor(amount, currency) ?? 0n) : 0n;
}

/** Decimals that a rate and an amount of a currency may have. */
export const lateScales = { rate: RATE_SCALE, amount: currencyDigits } as const;
