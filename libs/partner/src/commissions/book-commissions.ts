import { exchangeRatesOn } from '@quittance/crm';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { openChargebacks } from '@quittance/gateway';
import type { InvoiceId } from '@quittance/kernel';
import { divideRounded, sumOf, type Currency } from '@quittance/money';
import { settledInvoices, type InvoiceMoney, type PaidInvoice } from '@quittance/receivables';
import type { CommissionTerms } from '../plans/commission-plan.js';
import { tiersOf } from '../plans/plan-line.js';
import { broughtOrder, termsOfOrder } from '../plans/sale-terms.js';
import { subscriptionStart } from '../plans/subscription-start.js';
import { tierPeriodOf } from '../plans/tier-period.js';
import {} from '../registrations/deal-registration.repository.js';
import { bookAtRate, bookByTiers, type Booking, type ToPayout } from './book-step.js';
import { BookedEntries, type MoneyStep, type Sale } from './booked-entries.js';
import { insertCommissions, nextSeq, standingOfInvoice } from './commission.repository.js';
import { eligibleLines, type EligibleLine, type RecurringInvoice } from './eligible-lines.js';
import { holdPartner } from '../members/member.repository.js';
import { paidPart, type Part } from './money-of-invoice.js';
import {
  countedMoney,
  countMoney,
  soldCategories,
  storeSource,
  type CommissionSource,
  type SoldCategories,
} from './source.repository.js';
import { stopEntries } from './stop-entries.js';
import { TierCounters } from './tier-counters.js';

/**
 * Books what a partner earns by an invoice, as far as it is paid now: each movement of money is
 * counted once, in the order of its days, and what is due behind it less what was booked is the
 * next entry. Asked again, or by two at once, it books nothing more: the partner is held, and what
 * decides is read behind that lock. An invoice of nobody's order is left alone.
 */
export async function bookCommissions(tx: Tx, invoiceId: InvoiceId): Promise<void> {
  const found = await settledInvoices.find(tx, invoiceId);
  const order = found && (await broughtOrder(tx, found));
  if (!order) return;
  await holdPartner(tx, order.partnerId);
  const { partnerId, terms } = await termsOfOrder(tx, order);
  const invoice = (await settledInvoices.find(tx, invoiceId)) ?? found;
  const { orderId } = order;
  const source = { invoiceId, orderId, partnerId, seen: invoice.seen, ...AT_EASE };
  if (terms === null) return storeSource(tx, source);
  await bookSale(tx, invoice, terms, source);
}

const AT_EASE = { stopped: false, waitsFor: null, waitsOn: null } as const;

async function bookSale(
  tx: Tx,
  invoice: PaidInvoice,
  terms: CommissionTerms,
  source: CommissionSource,
): Promise<void> {
  const { invoiceId, orderId, partnerId } = source;
  const stopped = invoice.disputed
    ? ('dispute' as const)
    : (await openChargebacks(tx, invoiceId, await settledInvoices.paymentsOf(tx, invoiceId)))
      ? ('chargeback' as const)
      : null;
  const today = await readToday(tx);
  const { currency } = invoice;
  const sale: Sale = { partnerId, orderId, invoiceId, currency, terms, today, stopped };
  const standing = await standingOfInvoice(tx, invoiceId);
  const entries = new BookedEntries(tx, sale, standing, await nextSeq(tx, invoiceId));
  const counters = new TierCounters(tx, sale, entries);
  const work = new SaleBooking(tx, sale, entries, counters);
  const money = await moneyAsSold(tx, invoiceId);
  const { counted, waitsFor, waitsOn } = await work.book(invoice, money, standing.length > 0);
  const looked = { ...source, stopped: stopped !== null, waitsFor, waitsOn };
  await storeSource(tx, looked, categoriesOf(money));
  await countMoney(tx, invoiceId, counted);
  await insertCommissions(tx, entries.made);
  await counters.store();
  await stopEntries(tx, invoiceId, stopped);
}

/** What was counted now, and for which rate of exchange the rest of it waits. */
interface Counted {
  readonly counted: ReadonlyMap<string, bigint>;
  readonly waitsFor: string | null;
  readonly waitsOn: LocalDate | null;
}

/** The money of an invoice, with the categories of what was sold as they were at first sight. */
async function moneyAsSold(tx: Tx, id: InvoiceId): Promise<InvoiceMoney> {
  const [money, sold] = await Promise.all([
    settledInvoices.readMoney(tx, id),
    soldCategories(tx, id),
  ]);
  const lines = money.lines.map((line) => {
    const { productId } = line;
    if (productId === null || !Object.hasOwn(sold, productId)) return line;
    return { ...line, category: sold[productId] ?? null };
  });
  return { ...money, lines };
}

function categoriesOf({ lines }: InvoiceMoney): SoldCategories {
  const named = lines.filter(({ productId }) => productId !== null);
  return Object.fromEntries(named.map(({ productId, category }) => [productId, category]));
}

class SaleBooking {
  constructor(
    private readonly tx: Tx,
    private readonly sale: Sale,
    private readonly entries: BookedEntries,
    private readonly counters: TierCounters,
  ) {}

  async book(invoice: PaidInvoice, money: InvoiceMoney, hasEntries: boolean): Promise<Counted> {
    const { tx, sale } = this;
    const before = await countedMoney(tx, sale.invoiceId);
    const lines = eligibleLines(sale.terms.lines, invoice, money, await this.recurring(invoice));
    const total = invoice.total - sumOf(money.credits.map((credit) => credit.total));
    const figures = { total, goodwill: money.goodwill };
    let paid = sumOf(before.values());
    const counted = new Map<string, bigint>();
    const priced = { on: sale.today, reason: 'Price credit' };
    if (hasEntries && !(await this.step(lines, paidPart({ ...figures, paid }), priced))) {
      return this.waiting(counted, priced.on);
    }
    for (const { id, amount, on } of uncounted(money.money, before)) {
      const more = amount - (before.get(id) ?? 0n);
      const step = { on, reason: more > 0n ? 'Payment' : 'Refund' };
      const part = paidPart({ ...figures, paid: paid + more });
      if (!(await this.step(lines, part, step))) return this.waiting(counted, on);
      counted.set(id, amount);
      paid += more;
    }
    return { counted, waitsFor: null, waitsOn: null };
  }

  /** Books what follows of one movement; false where there is no rate of exchange for it. */
  private async step(
    lines: readonly EligibleLine[],
    part: Part,
    step: MoneyStep,
  ): Promise<boolean> {
    const { currency, terms } = this.sale;
    const toPayout = await payoutRate(this.tx, { from: currency, to: terms.currency }, step.on);
    if (!toPayout) return false;
    for (const line of lines) await this.bookLine(line, part, step, toPayout);
    return true;
  }

  private async bookLine(
    { key, line, eligible }: EligibleLine,
    part: Part,
    step: MoneyStep,
    toPayout: ToPayout,
  ): Promise<void> {
    const { terms } = this.sale;
    const account = { eligible, standing: this.entries.standingOf(key) };
    const tiers = tiersOf(line, terms.currency);
    if (!tiers) {
      this.keep(key, bookAtRate(account, part, line.rate ?? '0', toPayout), step, null);
      return;
    }
    const periodStart = tierPeriodOf(terms.tierPeriod, step.on);
    const counter = await this.counters.read({ line: key, periodStart });
    const tiered = { tiers, counter, mode: terms.tierMode };
    const booking = bookByTiers(account, part, tiered, toPayout);
    this.keep(key, booking, step, periodStart);
    const moves = movesOf(booking, account.standing, periodStart);
    for (const [period, by] of moves) {
      await this.counters.move({ line: key, periodStart: period }, by, tiers, step);
    }
  }

  private keep(key: string, booking: Booking, step: MoneyStep, periodStart: LocalDate | null) {
    for (const earning of booking.earned) this.entries.earn(key, earning, step, periodStart);
    for (const reversal of booking.reversed) this.entries.reverse(reversal, step);
  }

  private waiting(counted: ReadonlyMap<string, bigint>, waitsOn: LocalDate): Counted {
    const { currency, terms } = this.sale;
    return { counted, waitsFor: `${currency}/${terms.currency}`, waitsOn };
  }

  private async recurring({ id, subscriptionId }: PaidInvoice): Promise<RecurringInvoice> {
    if (subscriptionId === null) return null;
    const asksFirst = this.sale.terms.lines.some(({ recurringMonths }) => recurringMonths === 0);
    return {
      start: await subscriptionStart(this.tx, subscriptionId),
      first: asksFirst && (await settledInvoices.isFirst(this.tx, id)),
    };
  }
}

/** What was not counted, or otherwise than it is, by its day. */
function uncounted(
  money: InvoiceMoney['money'],
  before: ReadonlyMap<string, bigint>,
): InvoiceMoney['money'] {
  const changed = money.filter(({ id, amount }) => (before.get(id) ?? 0n) !== amount);
  return changed.sort((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)));
}

/** By how much the base of which period moves: that of the day, or those in which it was earned. */
function movesOf(
  { earned, reversed }: Booking,
  standing: readonly { readonly id: string; readonly periodStart: LocalDate | null }[],
  periodStart: LocalDate,
): ReadonlyMap<LocalDate, bigint> {
  const moves = new Map<LocalDate, bigint>();
  const add = (period: LocalDate, by: bigint) => moves.set(period, (moves.get(period) ?? 0n) + by);
  for (const { payoutBase } of earned) add(periodStart, payoutBase);
  for (const { of, payoutBase } of reversed) {
    const entry = standing.find(({ id }) => id === of.id);
    add(entry?.periodStart ?? periodStart, -payoutBase);
  }
  return moves;
}

/** Undefined where there is no way from one to the other by the rates of a day. */
async function payoutRate(
  tx: Tx,
  { from, to }: { readonly from: Currency; readonly to: Currency },
  on: LocalDate,
): Promise<ToPayout | undefined> {
  const rates = await exchangeRatesOn(tx, [from, to], on);
  const factor = rates.factor(from, to);
  return factor && ((minor) => divideRounded(minor * factor.dividend, factor.divisor));
}
