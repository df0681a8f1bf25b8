import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { CompanyModels } from '@quittance/metadata';
import { documentApproval } from '@quittance/rules';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import type { Quote } from '../quote.description.js';

type AskedQuote = Pick<Quote, 'id' | 'accountId' | 'currency' | 'total' | 'figures'>;

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
    await this.refuseHeld(tx, quote);
  }

  /** @throws DomainError credit_hold_hard without the reason of staff */
  async refuseHeld(tx: Tx, quote: AskedQuote): Promise<void> {
    await this.credit.refuseHeldCustomer(tx, await askedOf(tx, quote));
  }

  /** Whether `refuse` would. */
  async isRefused(tx: Tx, quote: AskedQuote): Promise<boolean> {
    if (await this.cameToNothing(tx, quote)) return true;
    return this.credit.isHeldCustomer(tx, await askedOf(tx, quote));
  }

  private async cameToNothing(tx: Tx, { id }: AskedQuote): Promise<boolean> {
    return documentApproval.cameToNothing(tx, await this.models.object(tx, 'quote'), id);
  }
}

async function askedOf(tx: Tx, quote: AskedQuote) {
  const { accountId, currency } = quote;
  return { accountId, amount: await readCreditAmount(tx, quote), currency };
}
