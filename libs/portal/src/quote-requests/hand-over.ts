import { readCompanyTerms, companyToday } from '@quittance/company';
import { CreditControl, customerHold } from '@quittance/credit';
import { exchangeRatesOn } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { Injectable } from '@nestjs/common';
import { DomainError, type AccountId } from '@quittance/kernel';
import { QuoteDesk } from '@quittance/sales';
import { readReviewAbove } from '../settings/review-above.js';
import { quoteRequestEmpty } from './quote-request.errors.js';
import type { QuoteRequest } from './quote-request.js';
import type { RequestLine } from './request-line.js';
import { reviewReasons, type ReviewFacts } from './request-review.js';

type Worth = Pick<ReviewFacts, 'unpriced' | 'total' | 'softHold'> &
  Pick<QuoteRequest, 'currency' | 'estimatedTotal'>;

const OF_NOBODY: Worth = {
  unpriced: 0,
  total: 0n,
  softHold: false,
  currency: null,
  estimatedTotal: null,
};

/** What comes of a request when it is handed over to the company. */
@Injectable()
export class HandOver {
  constructor(
    private readonly desk: QuoteDesk,
    private readonly credit: CreditControl,
  ) {}

  /**
   * Of a request that is locked, or new. The ledger account is locked by it, the first of all
   * locks: whoever holds the request has locked that before.
   * @throws DomainError quote_request_empty, credit_hold_hard, account_inactive
   */
  async changes(
    tx: Tx,
    request: Pick<QuoteRequest, 'accountId' | 'notes' | 'specialInstructions' | 'contractId'>,
    lines: readonly RequestLine[],
  ): Promise<Partial<QuoteRequest>> {
    const { accountId, notes, specialInstructions, contractId } = request;
    const words = notes ?? specialInstructions;
    if (lines.length === 0 && words === null && contractId === null) throw quoteRequestEmpty();
    const { currency, estimatedTotal, ...worth } =
      accountId === null ? OF_NOBODY : await this.worth(tx, accountId, lines);
    const reviewAbove = await readReviewAbove(tx);
    const reasons = reviewReasons({ ...worth, lines, specialInstructions, reviewAbove });
    return {
      submittedAt: tx.ctx.now,
      currency,
      estimatedTotal,
      reviewReasons: reasons,
      needsInternalReview: reasons.length > 0,
      abandoned: false,
      abandonedAt: null,
    };
  }

  private async worth(tx: Tx, accountId: AccountId, lines: readonly RequestLine[]): Promise<Worth> {
    const { currency, net, unpriced } = await this.desk.worth(tx, accountId, lines);
    const wanted = { accountId, amount: net, currency };
    await this.credit.requireNoHardHold(tx, wanted).catch(withoutReason);
    const [company, holds] = await Promise.all([
      readCompanyTerms(tx),
      this.credit.readHolds(tx, accountId),
    ]);
    const { baseCurrency } = company;
    const today = companyToday(company, tx.ctx.now);
    const rates = await exchangeRatesOn(tx, [currency, baseCurrency], today);
    const countable = rates.factor(currency, baseCurrency) !== undefined;
    return {
      currency,
      estimatedTotal: net,
      unpriced,
      total: countable ? rates.convert(net, currency, baseCurrency) : undefined,
      softHold: holds.some(({ strength }) => strength === 'soft'),
    };
  }
}

/** What cannot be compared with the amount of a hold is held: rates are none of the customer's. */
const HELD: ReadonlySet<string> = new Set(['credit_hold_hard', 'exchange_rate_missing']);

function withoutReason(error: unknown): never {
  const isHeld = error instanceof DomainError && HELD.has(error.code);
  throw isHeld ? customerHold() : error;
}
