import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { invalidField, references, type AccountId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { currencyDigits, parseMinor, type Currency } from '@quittance/money';
import { requireVisibleAccount } from '../accounts/visible-account.js';
import { CreditControl, type CreditDecision } from '../credit-control.js';
import { CreditPorts } from '../credit-ports.js';
import type { CreditDocument, DocumentWorth } from '../credit-subject.port.js';
import type { AmountAsked } from './reuse-check.js';
import { requireVisibleDocument } from './visible-document.js';
import { creditDecisionView, type CreditDecisionView } from './credit-decision.view.js';

/** What a person asks credit for; the amount is decimal text. */
export interface CheckInput {
  readonly accountId: AccountId;
  /** Null of a document: what it comes to. */
  readonly amount: string | null;
  readonly currency: Currency | null;
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
  execute(ctx: Ctx, input: CheckInput): Promise<CreditDecisionView> {
    const { accountId, document } = input;
    return this.db.write(ctx, async (tx) => {
      await references.at('/accountId', requireVisibleAccount(tx, this.models, accountId));
      const asked = document ? await this.worthOf(tx, document, input) : amountIn(input);
      const request = { ...asked, accountId, ...(document && { document }) };
      const decision = await references.at('/accountId', this.control.check(tx, request));
      if (decision.reused) logReuse(tx, decision);
      return creditDecisionView(decision);
    });
  }

  /** Nobody has another amount checked than the document comes to, or somebody else's document. */
  private async worthOf(
    tx: Tx,
    document: CreditDocument,
    { accountId, amount, currency }: CheckInput,
  ): Promise<AmountAsked & Pick<DocumentWorth, 'basis'>> {
    await references.at('/document/id', requireVisibleDocument(tx, this.models, document));
    const worth = await this.ports.subjectOf(document.type)?.worth(tx, document.id);
    if (worth?.accountId !== accountId) {
      throw invalidField(
        '/document/id',
        'reference_not_found',
        'The account has no such document.',
      );
    }
    if (currency !== null && worth.currency !== currency) {
      throw invalidField('/currency', 'mismatch', 'must be the currency of the document');
    }
    if (amount !== null && amountIn({ amount, currency: worth.currency }).amount !== worth.amount) {
      throw invalidField('/amount', 'mismatch', 'must be the total of the document');
    }
    const { basis } = worth;
    return { amount: worth.amount, currency: worth.currency, ...(basis && { basis }) };
  }
}

/** @throws DomainError validation_failed */
function amountIn({ amount, currency }: Pick<CheckInput, 'amount' | 'currency'>): AmountAsked {
  if (amount === null) throw invalidField('/amount', 'required', 'or a document is given');
  if (currency === null) throw invalidField('/currency', 'required', 'is required of an amount');
  const minor = parseMinor(amount, currency);
  if (minor === undefined || minor < 0n) {
    const digits = currencyDigits(currency);
    const message = `must be an amount of ${currency} with at most ${digits} decimals`;
    throw invalidField('/amount', 'format', message);
  }
  return { amount: minor, currency };
}

function logReuse(tx: Tx, { check, coversDocument }: CreditDecision): void {
  const about = { object: 'credit-check', recordId: check.id };
  audit(tx, { action: 'credit_check.reused', ...about, after: { coversDocument } });
}
