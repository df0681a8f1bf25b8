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
import type { FieldValues } from '@quittance/objects';
import { tellWritten } from '../invoices/written-invoices.js';
import { storedTaxes } from '../price-lines.js';
import type { DraftInvoice, DraftLine } from './bill-period.js';
import { INSERT_DRAFT_LINES, INSERT_DRAFTS } from './store-invoices.sql.js';

/** A draft with the identity it is stored under. */
export interface NumberedDraft {
  readonly id: InvoiceId;
  readonly number: AssignedNumber;
  readonly draft: DraftInvoice;
  /** Its custom fields, where the company has any. */
  readonly custom?: FieldValues;
}

/** Draws the numbers of drafts, in their order; the counters stay locked until the end. */
export async function numberDrafts(
  tx: Tx,
  drafts: readonly DraftInvoice[],
  rules: RulesInForce,
): Promise<NumberedDraft[]> {
  const dates = drafts.map(({ issueDate }) => issueDate);
  const numbers = await assignNumbers(tx, 'invoice', dates, rules);
  return drafts.map((draft, i) => {
    const number = numbers[i];
    if (!number) throw new RangeError('Fewer numbers than invoices');
    return { id: newId<'invoice'>(), number, draft };
  });
}

/** Stores drafts in one statement, column by column. */
export async function insertDrafts(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  tellWritten(
    tx,
    drafts.map(({ id }) => ({ id, before: null })),
  );
  await tx.run(INSERT_DRAFTS, [
    tx.ctx.companyId,
    tx.ctx.now,
    first.draft.taxRounding,
    uuidArray(drafts, ({ id }) => id),
    textArray(drafts, ({ number }) => number.number),
    textArray(drafts, ({ number }) => number.period),
    int8Array(drafts, ({ number }) => number.seq),
    uuidArray(drafts, ({ draft }) => draft.schedule.accountId),
    textArray(drafts, ({ draft }) => draft.schedule.currency),
    dateArray(drafts, ({ draft }) => draft.issueDate),
    dateArray(drafts, ({ draft }) => draft.dueDate),
    dateArray(drafts, ({ draft }) => draft.periodEnd),
    uuidArray(drafts, ({ draft }) => draft.schedule.salesOrderId),
    uuidArray(drafts, ({ draft }) => draft.schedule.id),
    uuidArray(drafts, ({ draft }) => draft.schedule.subscriptionId),
    uuidArray(drafts, ({ draft }) => draft.schedule.contractId),
    textArray(drafts, ({ draft }) => JSON.stringify(draft.billTo)),
    booleanArray(drafts, ({ draft }) => draft.schedule.pricesIncludeTax),
    int8Array(drafts, ({ draft }) => draft.subtotal),
    int8Array(drafts, ({ draft }) => draft.taxTotal),
  ]);
}

interface PlacedLine {
  readonly invoiceId: InvoiceId;
  readonly draft: DraftInvoice;
  readonly line: DraftLine;
  readonly position: number;
}

/** Stores the lines of drafts in one statement, in the order of the schedules. */
export async function insertDraftLines(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const lines: PlacedLine[] = [];
  for (const { id, draft } of drafts) {
    let position = 0;
    for (const line of draft.lines) {
      position += 1;
      lines.push({ invoiceId: id, draft, line, position });
    }
  }
  if (lines.length === 0) return;
  await tx.run(INSERT_DRAFT_LINES, [
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
  ]);
}
