import type { Tx } from '@quittance/database';
import { invalidField, notFound } from '@quittance/kernel';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { lockDraft, storeDraftChange, type RepricingTools } from '../reprice-quote-in.js';
import { pointedIntoBody } from '@quittance/lines';
import { isWritten, keptQuoteLine, type KeptQuoteLine } from './quote-line.js';
import type { QuoteLineId } from './quote-line.description.js';

/** The lines after a change, and which of them the request's body describes. */
export interface QuoteLinesChange {
  readonly lines: readonly KeptQuoteLine[];
  readonly about: number | null;
}

const NOTE = { event: 'record.updated', action: 'quote.lines_changed' } as const;

/**
 * Changes the lines of a draft and prices it again.
 * @throws DomainError not_found, precondition_failed, quote_locked, validation_failed,
 *   discount_exceeds_line, tax_code_unknown, and those of the rules
 */
export async function changeQuoteLines(
  tx: Tx,
  tools: RepricingTools,
  id: QuoteId,
  expectedVersion: number | null,
  change: (lines: readonly KeptQuoteLine[]) => QuoteLinesChange | Promise<QuoteLinesChange>,
): Promise<QuoteView> {
  const draft = await lockDraft(tx, tools, id, expectedVersion);
  const { currency } = draft.quote;
  const { lines, about } = await change(draft.lines.map((line) => keptQuoteLine(line, currency)));
  try {
    return await storeDraftChange(tx, tools, draft, { lines }, NOTE);
  } catch (error) {
    throw pointedIntoBody(error, about);
  }
}

/** @throws DomainError validation_failed of a line that no person has written */
export function refuseAdjustment(line: { readonly kind: string }): void {
  if (isWritten(line)) return;
  const message = 'is made of the allowances and charges of the document: change those';
  throw invalidField('', 'adjustment', message);
}

/** @throws DomainError not_found, validation_failed */
export function placeOfLine(lines: readonly KeptQuoteLine[], id: QuoteLineId): number {
  const place = lines.findIndex((line) => line.id === id);
  const line = lines[place];
  if (!line) throw notFound({ object: 'line of the quote' });
  refuseAdjustment(line);
  return place;
}
