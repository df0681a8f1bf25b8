import { Injectable } from '@nestjs/common';
import { personBehind } from '@quittance/access';
import { creditCheckFailed, CreditControl, type CreditDecision } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { changeQuote } from '../change-quote.js';
import { refuseUnplanned } from '../../orders/conversion/plans-of-lines.js';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { lockQuoteBehindCredit } from '../lock-behind-credit.js';
import { quoteStatusAfter } from '../quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { refuseOften } from './refuse-often.js';
import { rereadParties, storeReread, type RereadQuote } from './reread-parties.js';
import { asSubmitted, refuseIncomplete, submitComplete } from './submission.js';

/** A quote that credit was asked about: as it was, as it is by now, and what of it changes. */
interface Checked extends RereadQuote, Pick<CreditDecision, 'check'> {
  readonly quote: Quote;
}

/** Credit says no: what was to be written is undone, and the check is written by itself. */
class NotCovered extends Error {}

/** Hands a draft over for approval: complete, fixed, and covered by the customer's credit. */
@Injectable()
export class SubmitQuote {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly credit: CreditControl,
  ) {}

  /**
   * A quote that credit does not cover stays a draft, with the check that an override is asked for:
   * the check is kept although the submission is refused.
   * @throws DomainError not_found, quote_status_conflict, quote_has_no_lines, price_not_found,
   *   validity_passed, quote_tax_undetermined, order_plan_missing, quote_submitted_too_often,
   *   credit_hold_hard, credit_check_failed, exchange_rate_missing, tax_inputs_changing
   */
  async execute(ctx: Ctx, id: QuoteId): Promise<QuoteView> {
    for (;;) {
      try {
        return await this.taxes.write(ctx, (tx, taxes) => this.submit(tx, taxes, id));
      } catch (error) {
        if (!(error instanceof NotCovered)) throw error;
        const refused = await this.taxes.write(ctx, (tx, taxes) => this.keepCheck(tx, taxes, id), {
          answers: false,
        });
        if (refused) throw creditCheckFailed(refused);
      }
    }
  }

  private async submit(tx: Tx, taxes: Taxes, id: QuoteId): Promise<QuoteView> {
    const { quote, now, check, change } = await this.checked(tx, taxes, id);
    if (check.status !== 'approved') throw new NotCovered();
    return submitComplete(tx, { ...now, quote }, change);
  }

  /** Null where the customer's credit covers it by now. */
  private async keepCheck(tx: Tx, taxes: Taxes, id: QuoteId) {
    const { quote, now, check, change } = await this.checked(tx, taxes, id);
    if (check.status === 'approved') return null;
    changeQuote(tx, { ...now, quote }, change, {
      event: 'record.updated',
      action: 'quote.credit_check_failed',
    });
    return { checkId: check.id, outcome: check.outcome };
  }

  /** Credit is asked for what it comes to with its customer as they are by now. */
  private async checked(tx: Tx, taxes: Taxes, id: QuoteId): Promise<Checked> {
    const locked = await lockQuoteBehindCredit(tx, id);
    quoteStatusAfter(locked.quote, 'submit', locked.today);
    const { now, change } = await rereadParties(tx, taxes, locked);
    refuseIncomplete(now);
    await refuseUnplanned(tx, now.lines);
    await refuseOften(tx, now.quote);
    const { accountId, currency } = now.quote;
    const document = { type: 'quote', id } as const;
    const amount = await readCreditAmount(tx, await asSubmitted(tx, now));
    const request = { accountId, amount, currency, document };
    await this.credit.requireNoHardHold(tx, request);
    const { check } = await this.credit.check(tx, request);
    const { quote } = locked;
    storeReread(tx, locked, now);
    const said = { ...change, creditCheckId: check.id, submittedBy: await personBehind(tx) };
    return { quote, now, check, change: said };
  }
}
