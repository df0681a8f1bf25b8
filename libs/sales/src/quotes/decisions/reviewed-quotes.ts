import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { CompanyModels } from '@quittance/metadata';
import { documentApproval } from '@quittance/rules';
import type { Quote } from '../quote.description.js';

type AskedQuote = Pick<Quote, 'id' | 'accountId' | 'currency' | 'total'>;

/**
 * What the company has to settle of an open quote before its customer accepts it. Pages show by it
 * what an acceptance is refused by.
 */
@Injectable()
export class ReviewedQuotes {
  constructor(
    private readonly credit: CreditControl,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError record_awaits_approval, credit_hold_hard without the reason of staff */
  async refuse(tx: Tx, quote: AskedQuote): Promise<void> {
    documentApproval.refuse('quote', await this.cameToNothing(tx, quote));
    await this.credit.refuseHeldCustomer(tx, askedOf(quote));
  }

  /** Whether `refuse` would. */
  async isRefused(tx: Tx, quote: AskedQuote): Promise<boolean> {
    if (await this.cameToNothing(tx, quote)) return true;
    return this.credit.isHeldCustomer(tx, askedOf(quote));
  }

  private async cameToNothing(tx: Tx, { id }: AskedQuote): Promise<boolean> {
    return documentApproval.cameToNothing(tx, await this.models.object(tx, 'quote'), id);
  }
}

function askedOf({ accountId, currency, total }: AskedQuote) {
  return { accountId, amount: total, currency };
}
