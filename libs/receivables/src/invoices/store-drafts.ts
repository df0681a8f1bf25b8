import type { TaxRounding } from '@quittance/company';
import { type Tx, arrays } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Id, InvoiceId, ProductId, ScheduleId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { AssignedNumber } from '@quittance/numbering';
import type { PricedLine, PricingLine } from '@quittance/tax';
import { type BillTo, type LineProduct, type SaidOfAccount, storedTaxes } from '@quittance/lines';
import { invoiceLines, invoices } from './invoice.repository.js';
import { markOrderMoney } from '../orders/order-money.js';
import { markWritten } from '../invoice-records/written-invoices.js';

/** A line of an invoice that a schedule makes, priced. */
export interface ScheduledLine {
  /** The line of the schedule. */
  readonly source: {
    /** Null of what a subscription makes. */
    readonly id: Id<'schedule-line'> | null;
    readonly productId: ProductId | null;
    readonly description: string;
    readonly discountPercent: string | null;
    /** Minor units. */
    readonly discountGiven: bigint | null;
    readonly taxCode: string | null;
    readonly taxRate: string | null;
    /** Its own days; those of the invoice where it has none. */
    readonly period?: { readonly start: LocalDate; readonly end: LocalDate };
  };
  readonly product: LineProduct;
  readonly pricing: PricingLine;
  readonly priced: PricedLine;
}

/** An invoice that a schedule makes, all but its id and number. Amounts are minor units. */
export interface ScheduledInvoice {
  readonly schedule: {
    readonly id: ScheduleId;
    readonly accountId: AccountId;
    readonly currency: Currency;
    readonly salesOrderId: Id<'sales-order'> | null;
    readonly subscriptionId: Id<'subscription'> | null;
    readonly contractId: Id<'contract'> | null;
    readonly pricesIncludeTax: boolean;
  };
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  /** 0 of the one invoice of the period. */
  readonly periodPart: number;
  readonly billTo: BillTo;
  /** What its account has its documents say. */
  readonly said: SaidOfAccount;
  /** By which the customer knows what is billed; null without one. */
  readonly poNumber: string | null;
  readonly taxRounding: TaxRounding;
  /** The company's code of lines that say neither code nor rate. */
  readonly defaultTaxCode: string | null;
  readonly lines: readonly ScheduledLine[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
}

/** One with the id it is stored under. */
export interface PlacedInvoice {
  readonly id: InvoiceId;
  readonly draft: ScheduledInvoice;
}

/** One with its number too. */
export interface NumberedInvoice extends PlacedInvoice {
  readonly number: AssignedNumber;
}

/** The statements that store drafts and their lines, made but for what is known last. */
export interface DraftsInsert {
  /** Stores the drafts in their order, with their numbers. Sent before this returns. */
  drafts(numbered: readonly NumberedInvoice[]): Promise<void>;
  /** Stores their lines, behind them. Sent before this returns. */
  lines(): Promise<void>;
}

/**
 * Makes the statements of a set of drafts, column by column, before their numbers are drawn: from
 * then on the counters are locked.
 */
export function draftsInsert(tx: Tx, placed: readonly PlacedInvoice[]): DraftsInsert {
  return { drafts: headsInsert(tx, placed), lines: linesInsert(tx, placed) };
}

function headsInsert(
  tx: Tx,
  placed: readonly PlacedInvoice[],
): (numbered: readonly NumberedInvoice[]) => Promise<void> {
  const [first] = placed;
  if (!first) return async () => undefined;
  const ahead = invoices.arrays(placed, {
    id: ({ id }) => id,
    accountId: ({ draft }) => draft.schedule.accountId,
    currency: ({ draft }) => draft.schedule.currency,
    issueDate: ({ draft }) => draft.issueDate,
    dueDate: ({ draft }) => draft.dueDate,
    periodStart: ({ draft }) => draft.periodStart,
    periodEnd: ({ draft }) => draft.periodEnd,
    periodPart: ({ draft }) => draft.periodPart,
    salesOrderId: ({ draft }) => draft.schedule.salesOrderId,
    scheduleId: ({ draft }) => draft.schedule.id,
    subscriptionId: ({ draft }) => draft.schedule.subscriptionId,
    contractId: ({ draft }) => draft.schedule.contractId,
    billTo: ({ draft }) => JSON.stringify(draft.billTo),
    buyerReference: ({ draft }) => draft.said.buyerReference,
    poNumber: ({ draft }) => draft.poNumber,
    paymentTerms: ({ draft }) => draft.said.paymentTerms,
    eInvoiceProfile: ({ draft }) => draft.said.eInvoiceProfile,
    pricesIncludeTax: ({ draft }) => draft.schedule.pricesIncludeTax,
    subtotal: ({ draft }) => draft.subtotal,
    taxTotal: ({ draft }) => draft.taxTotal,
    total: ({ draft }) => draft.subtotal + draft.taxTotal,
  });
  return (numbered) => {
    markWritten(
      tx,
      placed.map(({ id }) => ({ id, before: null })),
    );
    for (const { draft } of placed) markOrderMoney(tx, draft.schedule);
    const numbers = invoices.arrays(numbered, {
      number: ({ number }) => number.number,
      numberPeriod: ({ number }) => number.period,
      numberSeq: ({ number }) => number.seq,
    });
    const { now } = tx.ctx;
    const { taxRounding } = first.draft;
    // Nothing is paid of a new invoice, so that one array serves both.
    const columns = { ...ahead, ...numbers, balance: ahead.total };
    return invoices.insertArrays(tx, columns, {
      status: 'draft',
      unsentStatus: 'draft',
      taxRounding,
      createdAt: now,
      updatedAt: now,
    });
  };
}

interface PlacedLine {
  readonly invoiceId: InvoiceId;
  readonly draft: ScheduledInvoice;
  readonly line: ScheduledLine;
  readonly position: number;
}

function linesInsert(tx: Tx, drafts: readonly PlacedInvoice[]): () => Promise<void> {
  const lines: PlacedLine[] = [];
  for (const { id, draft } of drafts) {
    let position = 0;
    for (const line of draft.lines) {
      position += 1;
      lines.push({ invoiceId: id, draft, line, position });
    }
  }
  if (lines.length === 0) return async () => undefined;
  const columns = invoiceLines.arrays(lines, {
    invoiceId: ({ invoiceId }) => invoiceId,
    position: ({ position }) => position,
    productId: ({ line }) => line.source.productId,
    scheduleLineId: ({ line }) => line.source.id,
    description: ({ line }) => line.source.description,
    sku: ({ line }) => line.product.sku,
    unit: ({ line }) => line.product.unit,
    hsnCode: ({ line }) => line.product.hsnCode,
    supplyKind: ({ line }) => line.product.supply,
    quantity: ({ line }) => line.pricing.quantity,
    unitPrice: ({ line }) => line.pricing.unitPrice,
    discountPercent: ({ line }) => line.pricing.discount && line.source.discountPercent,
    discountGiven: ({ line }) => line.pricing.discount && line.source.discountGiven,
    discountAmount: ({ line }) => line.priced.discount,
    net: ({ line }) => line.priced.net,
    taxCode: ({ line }) => line.pricing.taxCode,
    productTaxed: ({ line }) => line.source.taxCode !== line.pricing.taxCode,
    requestedTaxRate: ({ line }) => line.source.taxRate,
    defaultTaxCode: ({ draft, line: { pricing, source } }) =>
      pricing.taxCode === null && source.taxRate === null ? draft.defaultTaxCode : null,
    taxRate: ({ line }) => line.priced.taxRate,
    taxes: ({ line }) => storedTaxes(line.priced.taxes),
    taxFallback: ({ line }) => line.priced.fallback,
    taxFallbackReason: ({ line }) => line.priced.fallbackReason,
    taxCategory: ({ line }) => line.priced.category,
    taxReason: ({ line }) => line.priced.reason,
    placeOf: ({ line: { pricing } }) => (pricing.placeOf ? JSON.stringify(pricing.placeOf) : null),
    taxWarnings: ({ line: { priced } }) =>
      priced.warnings ? JSON.stringify(priced.warnings) : '[]',
    tax: ({ line }) => line.priced.tax,
    total: ({ line }) => line.priced.total,
    periodStart: ({ draft, line }) => line.source.period?.start ?? draft.periodStart,
    periodEnd: ({ draft, line }) => line.source.period?.end ?? draft.periodEnd,
  });
  return () => invoiceLines.insertArrays(tx, { ...columns, id: arrays.newIds(lines.length) });
}
