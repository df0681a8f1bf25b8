import type { Tx } from '@quittance/database';
import { newId, type InvoiceId } from '@quittance/kernel';
import type { AssignedNumber } from '@quittance/numbering';
import { storedTax } from '../price-lines.js';
import { plainArray, textArray } from './array-text.js';
import type { DraftInvoice, DraftLine } from './bill-period.js';
import { INSERT_DRAFT_LINES, INSERT_DRAFTS } from './store-invoices.sql.js';

/** A draft with the identity it is stored under. */
export interface NumberedDraft {
  readonly id: InvoiceId;
  readonly number: AssignedNumber;
  readonly draft: DraftInvoice;
}

export function numbered(draft: DraftInvoice, number: AssignedNumber): NumberedDraft {
  return { id: newId<'invoice'>(), number, draft };
}

/** Stores drafts in one statement, column by column. */
export async function insertDrafts(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  await tx.run(INSERT_DRAFTS, [
    tx.ctx.companyId,
    tx.ctx.now,
    first.draft.taxRounding,
    plainArray(drafts, ({ id }) => id),
    textArray(drafts, ({ number }) => number.number),
    textArray(drafts, ({ number }) => number.period),
    plainArray(drafts, ({ number }) => number.seq),
    plainArray(drafts, ({ draft }) => draft.schedule.accountId),
    plainArray(drafts, ({ draft }) => draft.schedule.currency),
    plainArray(drafts, ({ draft }) => draft.issueDate),
    plainArray(drafts, ({ draft }) => draft.dueDate),
    plainArray(drafts, ({ draft }) => draft.periodEnd),
    plainArray(drafts, ({ draft }) => draft.schedule.salesOrderId),
    plainArray(drafts, ({ draft }) => draft.schedule.id),
    plainArray(drafts, ({ draft }) => draft.schedule.subscriptionId),
    plainArray(drafts, ({ draft }) => draft.schedule.contractId),
    textArray(drafts, ({ draft }) => JSON.stringify(draft.billTo)),
    plainArray(drafts, ({ draft }) => draft.schedule.pricesIncludeTax),
    plainArray(drafts, ({ draft }) => draft.subtotal),
    plainArray(drafts, ({ draft }) => draft.taxTotal),
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
  const lines = drafts.flatMap(({ id, draft }) =>
    draft.lines.map((line, i): PlacedLine => ({ invoiceId: id, draft, line, position: i + 1 })),
  );
  if (lines.length === 0) return;
  await tx.run(INSERT_DRAFT_LINES, [
    tx.ctx.companyId,
    plainArray(lines, ({ invoiceId }) => invoiceId),
    plainArray(lines, () => newId()),
    plainArray(lines, ({ position }) => position),
    plainArray(lines, ({ line }) => line.source.productId),
    plainArray(lines, ({ line }) => line.source.id),
    textArray(lines, ({ line }) => line.source.description),
    plainArray(lines, ({ line }) => line.pricing.quantity),
    plainArray(lines, ({ line }) => line.pricing.unitPrice),
    plainArray(lines, ({ line }) => line.pricing.discount && line.source.discountPercent),
    plainArray(lines, ({ line }) => line.pricing.discount && line.source.discountAmount),
    plainArray(lines, ({ line }) => line.priced.discount),
    plainArray(lines, ({ line }) => line.priced.net),
    textArray(lines, ({ line }) => line.source.taxCode),
    plainArray(lines, ({ line }) => line.source.taxRate),
    plainArray(lines, ({ line }) => line.priced.taxRate),
    textArray(lines, ({ line }) => JSON.stringify(line.priced.taxes.map(storedTax))),
    plainArray(lines, ({ line }) => line.priced.fallback),
    plainArray(lines, ({ line }) => line.priced.tax),
    plainArray(lines, ({ draft }) => draft.periodStart),
    plainArray(lines, ({ draft }) => draft.periodEnd),
  ]);
}
