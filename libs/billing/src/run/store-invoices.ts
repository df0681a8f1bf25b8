import { newId, type InvoiceId } from '@quittance/kernel';
import type { Tx } from '@quittance/database';
import { assignNumbers, type AssignedNumber, type RulesInForce } from '@quittance/numbering';
import type { FieldValues } from '@quittance/fields';
import type { DraftInvoice } from './bill-period.js';

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
