import type { CreditSubject, DocumentWorth, OverrideDecision } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { lockQuoteToChange } from '../change-quote.js';
import type { QuoteStatus } from '../quote.js';
import type { QuoteId } from '../quote.description.js';
import { findQuote } from '../quote.repository.js';
import { refuseIncomplete, submitComplete } from './submission.js';

const ASKING: ReadonlySet<QuoteStatus> = new Set([
  'draft',
  'submitted',
  'approved',
  'sent',
  'viewed',
]);

/** What credit asks of quotes, and what an override makes of one that it had blocked. */
export const quoteCreditSubject: CreditSubject = {
  type: 'quote',

  async worth(tx: Tx, id: string): Promise<DocumentWorth | undefined> {
    const quote = await findQuote(tx, id as QuoteId);
    if (!quote || !ASKING.has(quote.status)) return undefined;
    return { accountId: quote.accountId, amount: quote.total, currency: quote.currency };
  },

  /** A quote that was changed since so that it could not be submitted stays a draft. */
  async overrideDecided(tx: Tx, id: string, decision: OverrideDecision): Promise<void> {
    if (decision !== 'approved') return;
    const locked = await lockQuoteToChange(tx, id as QuoteId);
    const { status, creditCheckId } = locked.quote;
    if (status !== 'draft' || creditCheckId === null || isIncomplete(locked)) return;
    await submitComplete(tx, locked, {});
  },
};

function isIncomplete(locked: Parameters<typeof refuseIncomplete>[0]): boolean {
  try {
    refuseIncomplete(locked);
    return false;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
}
