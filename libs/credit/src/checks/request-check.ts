import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { invalidField, references, type AccountId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { currencyDigits, parseMinor, type Currency } from '@quittance/money';
import { requireVisibleAccount } from '../accounts/visible-account.js';
import { CreditControl, type CreditDecision } from '../credit-control.js';
import { CreditPorts } from '../credit-ports.js';
import type { CreditDocument } from '../credit-subject.port.js';
import { creditDecisionView, type CreditDecisionView } from './credit-decision.view.js';

/** What a person asks credit for; the amount is decimal text. */
export interface CheckInput {
  readonly accountId: AccountId;
  readonly amount: string;
  readonly currency: Currency;
  readonly document: CreditDocument | null;
}

/** Asks credit for an amount, or for a document as it is. */
@Injectable()
export class RequestCheck {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly control: CreditControl,
    private readonly ports: CreditPorts,
  ) {}

  /** @throws DomainError not_found, validation_failed, exchange_rate_missing */
  async execute(ctx: Ctx, input: CheckInput): Promise<CreditDecisionView> {
    const { accountId, currency, document } = input;
    const amount = parseMinor(input.amount, currency);
    if (amount === undefined || amount < 0n) {
      const digits = currencyDigits(currency);
      const message = `must be an amount of ${currency} with at most ${digits} decimals`;
      throw invalidField('/amount', 'format', message);
    }
    return this.db.write(ctx, async (tx) => {
      await references.at('/accountId', requireVisibleAccount(tx, this.models, accountId));
      const asked = { accountId, amount, currency };
      if (document) await this.requireWorth(tx, document, asked);
      const work = this.control.check(tx, document ? { ...asked, document } : asked);
      const decision = await references.at('/accountId', work);
      if (decision.reused) logReuse(tx, decision);
      return creditDecisionView(decision);
    });
  }

  /** Nobody has another amount checked than the document comes to, or somebody else's document. */
  private async requireWorth(
    tx: Tx,
    { type, id }: CreditDocument,
    asked: Pick<CheckInput, 'accountId' | 'currency'> & { readonly amount: bigint },
  ): Promise<void> {
    const worth = await this.ports.subjectOf(type)?.worth(tx, id);
    if (worth?.accountId !== asked.accountId) {
      throw invalidField(
        '/document/id',
        'reference_not_found',
        'The account has no such document.',
      );
    }
    if (worth.currency !== asked.currency) {
      throw invalidField('/currency', 'mismatch', 'must be the currency of the document');
    }
    if (worth.amount !== asked.amount) {
      throw invalidField('/amount', 'mismatch', 'must be the total of the document');
    }
  }
}

function logReuse(tx: Tx, { check, coversDocument }: CreditDecision): void {
  const about = { object: 'credit-check', recordId: check.id };
  audit(tx, { action: 'credit_check.reused', ...about, after: { coversDocument } });
}
