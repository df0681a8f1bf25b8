import { Injectable } from '@nestjs/common';
import { lockLedgerAccount, readCreditTerms } from '@quittance/crm';
import { Database } from '@quittance/database';
import { invalidField, references, type AccountId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { parseMinor, type Currency } from '@quittance/money';
import { requireVisibleAccount } from '../accounts/visible-account.js';
import { creditHoldExists } from '../credit.errors.js';
import {
  creditHoldView,
  type CreditHoldReason,
  type CreditHoldView,
  type HoldStrength,
} from './credit-hold.js';
import { insertHold, isSuch, placedHolds } from './credit-hold.repository.js';

export interface HoldInput {
  readonly accountId: AccountId;
  readonly strength: HoldStrength;
  readonly reason: CreditHoldReason;
  /** Decimal text in the credit currency; null holds whatever is asked for. */
  readonly amount: string | null;
  readonly note: string | null;
}

/** Lets a customer have no credit, or none without approval. */
@Injectable()
export class PlaceHold {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError reference_not_found, credit_hold_exists, validation_failed */
  execute(ctx: Ctx, input: HoldInput): Promise<CreditHoldView> {
    const { accountId, strength, reason, note } = input;
    return this.db.write(ctx, async (tx) => {
      await references.at('/accountId', requireVisibleAccount(tx, this.models, accountId));
      const work = tx.locked(
        () => lockLedgerAccount(tx, accountId),
        (locked) => readCreditTerms(locked, [accountId]),
        (locked) => placedHolds(locked, accountId),
      );
      const [, [terms], placed] = await references.at('/accountId', work);
      if (!terms) throw new TypeError('A locked ledger account has terms');
      if (placed.some((hold) => isSuch(hold, input))) throw creditHoldExists({ strength, reason });
      const amount = input.amount === null ? null : amountOf(input.amount, terms.currency);
      const currency = amount === null ? null : terms.currency;
      const hold = { accountId, strength, reason, amount, currency, note };
      return creditHoldView(insertHold(tx, hold));
    });
  }
}

function amountOf(text: string, currency: Currency): bigint {
  const amount = parseMinor(text, currency);
  if (amount !== undefined && amount >= 0n) return amount;
  throw invalidField('/amount', 'format', `must be an amount of ${currency}`);
}
