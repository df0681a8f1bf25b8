import type { CreditControl, CreditSubject, DocumentWorth } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { refuseUnplanned } from '../../orders/conversion/plans-of-lines.js';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { lockAnyQuoteToChange, type LockedQuote } from '../change-quote.js';
import type { QuoteStatus } from '../quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { findQuote } from '../quote.repository.js';
import { isOfToday } from './reread-parties.js';
import { asSubmitted, refuseIncomplete, submitComplete } from './submission.js';

const ASKING: ReadonlySet<QuoteStatus> = new Set([
  'draft',
  'submitted',
  'approved',
  'sent',
  'viewed',
]);

/** What credit asks of quotes, and what an override makes of one that it had blocked. */
export function quoteCreditSubject(
  credit: Pick<CreditControl, 'requireNoHardHold' | 'stillDecides'>,
): CreditSubject {
  return {
    type: 'quote',

    async worth(tx, id) {
      const quote = await findQuote(tx, id as QuoteId);
      return quote && ASKING.has(quote.status) ? worthOf(tx, quote) : undefined;
    },

    /**
     * A quote that was changed since so that it could not be submitted, or that another customer is
     * offered or whose customer has another address, stays a draft, and one that grew where the
     * company asks about that anew; what was decided may still serve when it is submitted.
     * @throws DomainError credit_hold_hard
     */
    async overrideDecided(tx, id, decision, about) {
      if (decision !== 'approved') return;
      const locked = await lockAnyQuoteToChange(tx, id as QuoteId);
      const { quote } = locked;
      const waits = quote.status === 'draft' && quote.creditCheckId !== null;
      if (!waits || (await isIncomplete(tx, locked))) return;
      const worth = await worthOf(tx, await asSubmitted(tx, locked));
      if (!(await credit.stillDecides(tx, about, worth))) return;
      if (!(await isOfToday(tx, quote))) return;
      await credit.requireNoHardHold(tx, { ...worth, document: { type: 'quote', id } });
      await submitComplete(tx, locked, { creditCheckId: about.checkId });
    },
  };
}

async function worthOf(tx: Tx, quote: Quote): Promise<DocumentWorth> {
  const { accountId, currency } = quote;
  return { accountId, amount: await readCreditAmount(tx, quote), currency };
}

async function isIncomplete(tx: Tx, locked: LockedQuote): Promise<boolean> {
  try {
    refuseIncomplete(locked);
    await refuseUnplanned(tx, locked.lines);
    return false;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
}
