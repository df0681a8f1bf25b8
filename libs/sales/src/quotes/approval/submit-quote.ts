import { Injectable } from '@nestjs/common';
import { personBehind } from '@quittance/access';
import { creditCheckFailed, CreditControl, type CreditDecision } from '@quittance/credit';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { changeQuote, type LockedQuote } from '../change-quote.js';
import { refuseUnplanned } from '../../orders/conversion/plans-of-lines.js';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { lockQuoteBehindCredit } from '../lock-behind-credit.js';
import { quoteStatusAfter } from '../quote.js';
import type { QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { refuseOften } from './refuse-often.js';
import { refuseIncomplete, submitComplete } from './submission.js';

/** Credit says no: what was to be written is undone, and the check is written by itself. */
class NotCovered extends Error {}

/** Hands a draft over for approval: complete, fixed, and covered by the customer's credit. */
@Injectable()
export class SubmitQuote {
  constructor(
    private readonly db: Database,
    private readonly credit: CreditControl,
  ) {}

  /**
   * A quote that credit does not cover stays a draft, with the check that an override is asked for:
   * the check is kept although the submission is refused.
   * @throws DomainError not_found, quote_status_conflict, quote_has_no_lines, price_not_found,
   *   validity_passed, quote_tax_undetermined, order_plan_missing, quote_submitted_too_often,
   *   credit_hold_hard, credit_check_failed, exchange_rate_missing
   */
  async execute(ctx: Ctx, id: QuoteId): Promise<QuoteView> {
    for (;;) {
      try {
        return await this.db.write(ctx, (tx) => this.submit(tx, id));
      } catch (error) {
        if (!(error instanceof NotCovered)) throw error;
        const refused = await this.db.write(ctx, (tx) => this.keepCheck(tx, id), {
          answers: false,
        });
        if (refused) throw creditCheckFailed(refused);
      }
    }
  }

  private async submit(tx: Tx, id: QuoteId): Promise<QuoteView> {
    const locked = await lockQuoteBehindCredit(tx, id);
    const { check } = await this.checked(tx, locked);
    if (check.status !== 'approved') throw new NotCovered();
    const change = { creditCheckId: check.id, submittedBy: await personBehind(tx) };
    return submitComplete(tx, locked, change);
  }

  /** Null where the customer's credit covers it by now. */
  private async keepCheck(tx: Tx, id: QuoteId) {
    const locked = await lockQuoteBehindCredit(tx, id);
    const { check } = await this.checked(tx, locked);
    if (check.status === 'approved') return null;
    const change = { creditCheckId: check.id, submittedBy: await personBehind(tx) };
    changeQuote(tx, locked, change, {
      event: 'record.updated',
      action: 'quote.credit_check_failed',
    });
    return { checkId: check.id, outcome: check.outcome };
  }

  private async checked(tx: Tx, locked: LockedQuote): Promise<CreditDecision> {
    const { quote, today } = locked;
    quoteStatusAfter(quote, 'submit', today);
    refuseIncomplete(locked);
    await refuseUnplanned(tx, locked.lines);
    await refuseOften(tx, quote);
    const { accountId, currency, id } = quote;
    const document = { type: 'quote', id } as const;
    const amount = await readCreditAmount(tx, quote);
    const request = { accountId, amount, currency, document };
    await this.credit.requireNoHardHold(tx, request);
    return this.credit.check(tx, request);
  }
}
