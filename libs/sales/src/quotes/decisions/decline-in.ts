import type { Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { reasonRequired } from '../../sales.errors.js';
import { changeQuote, type LockedQuote } from '../change-quote.js';
import { quoteStatusAfter } from '../quote.js';
import type { QuoteView } from '../quote.view.js';
import type { RequestedChanges } from './requested-changes.js';

/**
 * The customer does not want it.
 * @throws DomainError reason_required, those of `quoteStatusAfter`
 */
export function rejectIn(tx: Tx, locked: LockedQuote, reason: string): QuoteView {
  const status = quoteStatusAfter(locked.quote, 'reject', locked.today);
  if (reason.trim() === '') throw reasonRequired();
  const note = { event: 'quote.rejected', action: 'quote.rejected' } as const;
  return changeQuote(tx, locked, { status, lossReason: reason, decidedAt: tx.ctx.now }, note);
}

/**
 * The customer wants something of it otherwise.
 * @throws DomainError reason_required, validation_failed, those of `quoteStatusAfter`
 */
export function requestChangesIn(
  tx: Tx,
  locked: LockedQuote,
  requestedChanges: RequestedChanges,
): QuoteView {
  const status = quoteStatusAfter(locked.quote, 'request_changes', locked.today);
  if (requestedChanges.message.trim() === '') throw reasonRequired();
  const known = new Set<string>(locked.lines.map(({ id }) => id));
  const unknown = requestedChanges.lines.findIndex(({ lineId }) => !known.has(lineId));
  if (unknown >= 0) {
    throw invalidField(`/lines/${unknown}/lineId`, 'reference_not_found', 'There is no such line.');
  }
  const note = { event: 'quote.changes_requested', action: 'quote.changes_requested' } as const;
  return changeQuote(tx, locked, { status, requestedChanges, decidedAt: tx.ctx.now }, note);
}
