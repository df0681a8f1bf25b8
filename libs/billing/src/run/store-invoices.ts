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
import { newId, type InvoiceId } from '@quittance/kernel';
import { assignNumbers, type AssignedNumber, type RulesInForce } from '@quittance/numbering';
import type { FieldValues } from '@quittance/fields';
import {
  tellWritten,
  storedTaxes,
  INSERT_DRAFT_LINES,
  INSERT_DRAFTS,
} from '@quittance/receivables';
import type { DraftInvoice, DraftLine } from './bill-period.js';

/** A draft with the id it is stored under. */
export interface PlacedDraft {
  readonly id: InvoiceId;
  readonly draft: DraftInvoice;
}

/** A draft with its number too. */
export interface NumberedDraft extends PlacedDraft {
  readonly number: AssignedNumber;
  /** Its custom fields, where the company has any. */
  readonly custom?: FieldValues;
}

/** Gives drafts their ids, in their order. */
export function placeDrafts(drafts: readonly DraftInvoice[]): PlacedDraft[] {
  return drafts.map((draft) => ({ id: newId<'invoice'>(), draft }));
}

/** Draws the numbers of drafts, in their order; the counters stay locked until the end. */
export async function numberDrafts(
  tx: Tx,
  placed: readonly PlacedDraft[],
  rules: RulesInForce,
): Promise<NumberedDraft[]> {
  const dates = placed.map(({ draft }) => draft.issueDate);
  const numbers = await assignNumbers(tx, 'invoice', dates, rules);
  return placed.map(({ id, draft }, i) => {
    const number = numbers[i];
    if (!number) throw new RangeError('Fewer numbers than invoices');
    return { id, number, draft };
  });
}

/**
 * The statement that stores drafts, column by column, made but for their numbers: these are drawn
 * last, and from then on the counters are locked.
 */
export function draftsInsert(
  tx: Tx,
  placed: readonly PlacedDraft[],
): (numbered: readonly NumberedDraft[]) => Promise<void> {
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
  readonly draft: DraftInvoice;
  readonly line: DraftLine;
  readonly position: number;
}

/** The statement that stores the lines of drafts, in the order of the schedules. */
export function draftLinesInsert(tx: Tx, drafts: readonly PlacedDraft[]): () => Promise<void> {
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
