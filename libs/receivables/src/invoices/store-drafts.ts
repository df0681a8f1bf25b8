import { type Tx, arrays } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { AssignedNumber } from '@quittance/numbering';
import type { PricedLine, PricingLine, TaxRounding } from '@quittance/tax';
import { storedTaxes } from '../price-lines.js';
import type { BillTo } from '../printing/bill-to.js';
import { INSERT_DRAFT_LINES, INSERT_DRAFTS } from './insert-drafts.sql.js';
import type { LineProduct } from '../invoice-lines/line-product.js';
import { tellWritten } from '../invoice-records/written-invoices.js';

/** A line of an invoice that a schedule makes, priced. */
export interface ScheduledLine {
  /** The line of the schedule. */
  readonly source: {
    readonly id: string;
    readonly productId: string | null;
    readonly description: string;
    readonly discountPercent: string | null;
    /** Minor units. */
    readonly discountAmount: bigint | null;
    readonly taxCode: string | null;
    readonly taxRate: string | null;
  };
  readonly product: LineProduct;
  readonly pricing: PricingLine;
  readonly priced: PricedLine;
}

/** An invoice that a schedule makes, all but its id and number. Amounts are minor units. */
export interface ScheduledInvoice {
  readonly schedule: {
    readonly id: string;
    readonly accountId: AccountId;
    readonly currency: Currency;
    readonly salesOrderId: string | null;
    readonly subscriptionId: string | null;
    readonly contractId: string | null;
    readonly pricesIncludeTax: boolean;
  };
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly billTo: BillTo;
  readonly taxRounding: TaxRounding;
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
  const ids = arrays.uuid(placed, ({ id }) => id);
  const columns = [
    arrays.uuid(placed, ({ draft }) => draft.schedule.accountId),
    arrays.text(placed, ({ draft }) => draft.schedule.currency),
    arrays.date(placed, ({ draft }) => draft.issueDate),
    arrays.date(placed, ({ draft }) => draft.dueDate),
    arrays.date(placed, ({ draft }) => draft.periodEnd),
    arrays.uuid(placed, ({ draft }) => draft.schedule.salesOrderId),
    arrays.uuid(placed, ({ draft }) => draft.schedule.id),
    arrays.uuid(placed, ({ draft }) => draft.schedule.subscriptionId),
    arrays.uuid(placed, ({ draft }) => draft.schedule.contractId),
    arrays.text(placed, ({ draft }) => JSON.stringify(draft.billTo)),
    arrays.boolean(placed, ({ draft }) => draft.schedule.pricesIncludeTax),
    arrays.int8(placed, ({ draft }) => draft.subtotal),
    arrays.int8(placed, ({ draft }) => draft.taxTotal),
  ];
  return async (numbered) => {
    tellWritten(
      tx,
      placed.map(({ id }) => ({ id, before: null })),
    );
    await tx.run(INSERT_DRAFTS, [
      tx.ctx.companyId,
      tx.ctx.now,
      first.draft.taxRounding,
      ids,
      arrays.text(numbered, ({ number }) => number.number),
      arrays.text(numbered, ({ number }) => number.period),
      arrays.int8(numbered, ({ number }) => number.seq),
      ...columns,
    ]);
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
  const columns = [
    tx.ctx.companyId,
    arrays.uuid(lines, ({ invoiceId }) => invoiceId),
    arrays.newIds(lines.length),
    arrays.int4(lines, ({ position }) => position),
    arrays.uuid(lines, ({ line }) => line.source.productId),
    arrays.uuid(lines, ({ line }) => line.source.id),
    arrays.text(lines, ({ line }) => line.source.description),
    arrays.numeric(lines, ({ line }) => line.pricing.quantity),
    arrays.numeric(lines, ({ line }) => line.pricing.unitPrice),
    arrays.numeric(lines, ({ line }) => line.pricing.discount && line.source.discountPercent),
    arrays.int8(lines, ({ line }) => line.pricing.discount && line.source.discountAmount),
    arrays.int8(lines, ({ line }) => line.priced.discount),
    arrays.int8(lines, ({ line }) => line.priced.net),
    arrays.text(lines, ({ line }) => line.pricing.taxCode),
    arrays.numeric(lines, ({ line }) => line.source.taxRate),
    arrays.numeric(lines, ({ line }) => line.priced.taxRate),
    arrays.text(lines, ({ line }) => storedTaxes(line.priced.taxes)),
    arrays.boolean(lines, ({ line }) => line.priced.fallback),
    arrays.int8(lines, ({ line }) => line.priced.tax),
    arrays.date(lines, ({ draft }) => draft.periodStart),
    arrays.date(lines, ({ draft }) => draft.periodEnd),
    arrays.text(lines, ({ line }) => line.priced.fallbackReason),
    arrays.text(lines, ({ line }) => line.product.sku),
    arrays.text(lines, ({ line }) => line.product.unit),
    arrays.text(lines, ({ line }) => line.product.hsnCode),
    arrays.boolean(lines, ({ line }) => line.source.taxCode !== line.pricing.taxCode),
    arrays.text(lines, ({ line }) => line.product.supply),
    arrays.text(lines, ({ line }) => line.priced.category),
    arrays.text(lines, ({ line }) => line.priced.reason),
  ];
  return async () => {
    await tx.run(INSERT_DRAFT_LINES, columns);
  };
}
