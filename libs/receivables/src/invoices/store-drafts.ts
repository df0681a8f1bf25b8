import {
  booleanArray,
  dateArray,
  int4Array,
  int8Array,
  newIdArray,
  numericArray,
  textArray,
  uuidArray,
  type Tx,
} from '@quittance/database';
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
  const ids = uuidArray(placed, ({ id }) => id);
  const columns = [
    uuidArray(placed, ({ draft }) => draft.schedule.accountId),
    textArray(placed, ({ draft }) => draft.schedule.currency),
    dateArray(placed, ({ draft }) => draft.issueDate),
    dateArray(placed, ({ draft }) => draft.dueDate),
    dateArray(placed, ({ draft }) => draft.periodEnd),
    uuidArray(placed, ({ draft }) => draft.schedule.salesOrderId),
    uuidArray(placed, ({ draft }) => draft.schedule.id),
    uuidArray(placed, ({ draft }) => draft.schedule.subscriptionId),
    uuidArray(placed, ({ draft }) => draft.schedule.contractId),
    textArray(placed, ({ draft }) => JSON.stringify(draft.billTo)),
    booleanArray(placed, ({ draft }) => draft.schedule.pricesIncludeTax),
    int8Array(placed, ({ draft }) => draft.subtotal),
    int8Array(placed, ({ draft }) => draft.taxTotal),
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
      textArray(numbered, ({ number }) => number.number),
      textArray(numbered, ({ number }) => number.period),
      int8Array(numbered, ({ number }) => number.seq),
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
    uuidArray(lines, ({ invoiceId }) => invoiceId),
    newIdArray(lines.length),
    int4Array(lines, ({ position }) => position),
    uuidArray(lines, ({ line }) => line.source.productId),
    uuidArray(lines, ({ line }) => line.source.id),
    textArray(lines, ({ line }) => line.source.description),
    numericArray(lines, ({ line }) => line.pricing.quantity),
    numericArray(lines, ({ line }) => line.pricing.unitPrice),
    numericArray(lines, ({ line }) => line.pricing.discount && line.source.discountPercent),
    int8Array(lines, ({ line }) => line.pricing.discount && line.source.discountAmount),
    int8Array(lines, ({ line }) => line.priced.discount),
    int8Array(lines, ({ line }) => line.priced.net),
    textArray(lines, ({ line }) => line.pricing.taxCode),
    numericArray(lines, ({ line }) => line.source.taxRate),
    numericArray(lines, ({ line }) => line.priced.taxRate),
    textArray(lines, ({ line }) => storedTaxes(line.priced.taxes)),
    booleanArray(lines, ({ line }) => line.priced.fallback),
    int8Array(lines, ({ line }) => line.priced.tax),
    dateArray(lines, ({ draft }) => draft.periodStart),
    dateArray(lines, ({ draft }) => draft.periodEnd),
    textArray(lines, ({ line }) => line.priced.fallbackReason),
    textArray(lines, ({ line }) => line.product.sku),
    textArray(lines, ({ line }) => line.product.unit),
    textArray(lines, ({ line }) => line.product.hsnCode),
    booleanArray(lines, ({ line }) => line.source.taxCode !== line.pricing.taxCode),
    textArray(lines, ({ line }) => line.product.supply),
    textArray(lines, ({ line }) => line.priced.category),
    textArray(lines, ({ line }) => line.priced.reason),
  ];
  return async () => {
    await tx.run(INSERT_DRAFT_LINES, columns);
  };
}
