import { Injectable } from '@nestjs/common';
import { CreditControl } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import type { AccountId, Ctx } from '@quittance/kernel';
import { TaxQuotes } from '@quittance/tax';
import { KeyedLimiter } from '@quittance/work';
import { draftQuote } from '../draft-quote.js';
import type { QuoteDraft } from '../quote-draft.js';
import type { QuoteView } from '../quote.view.js';
import { QuoteFields } from '../records/quote-fields.js';
import { contractLines, type ContractLines } from './contract-lines.js';
import { likelyWorth, type LikelyWorth, type WantedLine } from './likely-worth.js';
import { QuoteFollowers, type QuoteFollower } from './quote-followers.js';

/** Of a company at once: they are numbered one after the other. */
const AT_ONCE = 3;

/**
 * Where other libs have quotes made and hear of them: a draft that is written with something of
 * theirs, all or nothing, and what becomes of it.
 */
@Injectable()
export class QuoteDesk {
  private readonly limiter = new KeyedLimiter(AT_ONCE);

  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
    private readonly credit: CreditControl,
    private readonly followers: QuoteFollowers,
  ) {}

  /**
   * A transaction whose work may write a draft quote; it runs again where a tax engine had to be
   * asked. @throws DomainError those of `draftQuote`
   */
  write<T>(
    ctx: Ctx,
    work: (tx: Tx, draft: (said: QuoteDraft) => Promise<QuoteView>) => Promise<T>,
  ): Promise<T> {
    const { limiter, fields, credit } = this;
    return this.taxes.write(
      ctx,
      (tx, taxes) =>
        work(tx, (said) => {
          // The caller decides how tiers count: no person has chosen other prices by it.
          const carried = { tiersAcross: said.tiersAcross ?? 'line' };
          return draftQuote(tx, { taxes, fields, credit }, said, { carried });
        }),
      { limiter },
    );
  }

  /** @throws DomainError validation_failed, account_inactive */
  worth(tx: Tx, accountId: AccountId, wanted: readonly WantedLine[]): Promise<LikelyWorth> {
    return likelyWorth(tx, accountId, wanted);
  }

  /** What goes on under a contract, for the quote that is to renew it; null where nothing does. */
  linesOfContract(tx: Tx, contractId: string): Promise<ContractLines | null> {
    return contractLines(tx, contractId);
  }

  /** Tells of each quote whose state has changed, at the end of the transaction that changed it. */
  follow(follower: QuoteFollower): void {
    this.followers.register(follower);
  }
}
