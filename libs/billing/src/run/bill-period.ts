import type { TaxRounding } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import {
  currencyDigits,
  decimal,
  formatMinor,
  multiply,
  roundToScale,
  trimDecimal,
} from '@quittance/money';
import { addDays, type LocalDate } from '@quittance/calendar';
import type { PricedLine, PricingLine } from '@quittance/tax';
import { accountNotActive, invoicePricing } from '@quittance/receivables';
import type { Order } from '@quittance/sales';
import {
  type BillTo,
  type LineProduct,
  type LineProducts,
  discountOf,
  documentAdjustments,
  type Seller,
  lineProducts,
  billToOf,
  type SaidOfAccount,
  saidOfAccount,
  taxDays,
} from '@quittance/lines';
import type { PlannedPeriod, SubscribedPeriod } from '../schedules/billing-plan.js';
import type { BillableLine } from '../subscriptions/billed-line.js';
import type { Schedule } from '../schedules/schedule.js';
import { shareOfPeriod } from '../schedules/share-of-period.js';

/** A line of an invoice that has no number yet. */
export interface DraftLine {
  readonly source: BillableLine;
  readonly product: LineProduct;
  readonly pricing: PricingLine;
  readonly priced: PricedLine;
}

/** An invoice that a run would make: everything but ids and number. Amounts are minor units. */
export interface DraftInvoice {
  readonly schedule: Schedule;
  /** Of the schedule's periods, from 0. */
  readonly periodIndex: number;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  /** 0 of the one invoice of the period. */
  readonly periodPart: number;
  /** What is stored of a subscription with it. */
  readonly subscribed: SubscribedPeriod | null;
  readonly billTo: BillTo;
  /** What its account has its documents say. */
  readonly said: SaidOfAccount;
  /** Of the subscription, else of the order. */
  readonly poNumber: string | null;
  readonly taxRounding: TaxRounding;
  /** The company's code of lines that say neither code nor rate. */
  readonly defaultTaxCode: string | null;
  readonly lines: readonly DraftLine[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
}

/** What the order that a schedule came from has its invoices say, and when they are due. */
export type OrderOfSchedule = Pick<
  Order,
  'poNumber' | 'buyerReference' | 'paymentTerms' | 'creditDays'
>;

/** Who is billed, and by which order. */
export interface BilledParty {
  readonly account: BillingAccount;
  /** Null of what came from none. */
  readonly order: OrderOfSchedule | null;
}

/**
 * Prices one period of a schedule as the invoice a run makes of it: dated at the period's start,
 * one invoice line per billed schedule line. Pure.
 * @throws DomainError account_not_active, validation_failed, tax_code_unknown,
 *   invoice_total_negative
 */
export function billPeriod(
  schedule: Schedule,
  period: PlannedPeriod,
  { account, order }: BilledParty,
  seller: Seller,
  products: LineProducts,
): DraftInvoice {
  if (!account.active) throw accountNotActive({ name: account.name });
  const sold = period.lines.map((line) => lineProducts.of(line, products));
  const days = taxDays.of({ issueDate: period.issueDate, periodEnd: period.end });
  const pricing = period.lines.map((line, i) => {
    return onItsDay(pricingLine(line, schedule, sold[i]), line, days);
  });
  const { currency, pricesIncludeTax } = schedule;
  const terms = { currency, pricesIncludeTax, ...days };
  const priced = invoicePricing.lines(terms, seller, account, pricing);
  return {
    schedule,
    periodIndex: period.index,
    issueDate: period.issueDate,
    dueDate: dueOf(period, order?.creditDays ?? account.creditDays),
    periodStart: period.start,
    periodEnd: period.end,
    periodPart: period.part,
    subscribed: period.subscribed,
    billTo: billToOf(account),
    said: saidOfAccount(account, order ?? {}),
    poNumber: period.subscribed?.poNumber ?? order?.poNumber ?? null,
    taxRounding: seller.rounding,
    defaultTaxCode: documentAdjustments.defaultCodeOfSeller(seller),
    lines: period.lines.map((source, i) => ({
      source,
      product: sold[i] as LineProduct,
      pricing: pricing[i] as PricingLine,
      priced: priced.lines[i] as PricedLine,
    })),
    subtotal: priced.subtotal,
    taxTotal: priced.taxTotal,
    total: priced.total,
  };
}

/** Usage of the period before stands beside the price of the one that begins. */
function onItsDay(
  pricing: PricingLine,
  { period }: BillableLine,
  days: ReturnType<typeof taxDays.of>,
): PricingLine {
  if (!period) return pricing;
  const taxDate = taxDays.ofLine(days, { periodEnd: period.end });
  // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
  return taxDate === days.taxDate ? pricing : { taxDate, ...pricing };
}

/** When it is due: by the days to pay that are agreed with the customer, else the usual ones. */
function dueOf({ issueDate, dueDate }: PlannedPeriod, creditDays: number | null): LocalDate {
  return creditDays === null ? dueDate : addDays(issueDate, creditDays);
}

/** What a line charges before tax: of a period that ends before its time, once what its days cost. */
export function pricingLine(
  line: BillableLine,
  schedule: Pick<Schedule, 'currency' | 'total'>,
  product: LineProduct = lineProducts.none,
): PricingLine {
  const whole = chargeOfPeriod(line, schedule, product);
  const { share } = line;
  if (!share) return whole;
  const { currency } = schedule;
  const unitPrice = formatMinor(shareOfPeriod(whole, share, currency), currency);
  return { ...whole, quantity: '1', unitPrice, discount: null };
}

/** Shared by every period and every sum of a schedule: what a line charges of all of one. */
function chargeOfPeriod(
  line: BillableLine,
  schedule: Pick<Schedule, 'currency' | 'total'>,
  product: LineProduct,
): PricingLine {
  const { taxRate, placeOf } = line;
  const { supply } = product;
  const taxCode = lineProducts.taxCode(line, product);
  if (line.trigger === 'percentage') {
    const unitPrice = shareOfTotal(line.percent ?? '0', schedule);
    return { quantity: '1', unitPrice, discount: null, taxCode, taxRate, supply, placeOf };
  }
  const { quantity, unitPrice } = line;
  const discount = discountOf(line, schedule.currency);
  return { quantity, unitPrice, discount, taxCode, taxRate, supply, placeOf };
}

/** percent × total, rounded once to the currency's scale. */
function shareOfTotal(
  percent: string,
  { currency, total }: Pick<Schedule, 'currency' | 'total'>,
): string {
  const digits = currencyDigits(currency);
  const share = multiply(decimal(percent), { units: total, scale: digits + 2 });
  return trimDecimal(formatMinor(roundToScale(share, digits), currency));
}
