import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  taxProviderRefused,
  taxProviderUnavailable,
  taxTransactionConflict,
} from '../tax.errors.js';
import {
  BUILT_IN_ENGINE,
  begun,
  succeeded,
  taxTransactionView,
  wished,
  type TaxTransaction,
  type TaxTransactionView,
} from './tax-transaction.js';
import type { TaxOperation } from './tax-transaction-state.js';
import {
  changeTaxTransaction,
  findTaxTransaction,
  lockTaxTransaction,
} from './tax-transaction.repository.js';
import { TransactionCalls } from './transaction-calls.js';

/**
 * Has the tax of an invoice committed or voided now, because somebody asks for it. What is done
 * already stays as it is; what fails is tried again by the sweeper.
 */
@Injectable()
export class ChangeTaxTransaction {
  constructor(
    private readonly db: Database,
    private readonly calls: TransactionCalls,
  ) {}

  /**
   * @throws DomainError not_found, tax_transaction_conflict, tax_provider_refused,
   *   tax_provider_unavailable
   */
  async execute(ctx: Ctx, id: string, operation: TaxOperation): Promise<TaxTransactionView> {
    const begin = (tx: Tx) => start(tx, id, operation);
    const started = await this.db.write(ctx, begin, { answers: false });
    const failure = started && (await this.calls.carryOut(ctx, started));
    if (started && failure) {
      const told = { provider: started.provider, reason: failure.message };
      throw failure.kind === 'refused'
        ? taxProviderRefused(told)
        : taxProviderUnavailable(told, { retryAfter: 120 });
    }
    return this.db.write(ctx, async (tx) => taxTransactionView(await findTaxTransaction(tx, id)));
  }
}

const DONE = { commit: 'committed', void: 'voided' } as const;

/** The transaction to ask the provider about; null when nothing is left to do. */
async function start(tx: Tx, id: string, operation: TaxOperation): Promise<TaxTransaction | null> {
  const { now } = tx.ctx;
  const transaction = await lockTaxTransaction(tx, id);
  if (transaction.state === DONE[operation]) return null;
  refuse(transaction, operation, now);
  const wish = { ...transaction, ...wished(operation) };
  if (transaction.provider === BUILT_IN_ENGINE) {
    const done = succeeded(wish, { operation, reference: null }, now);
    await changeTaxTransaction(tx, transaction, { ...wished(operation), ...done });
    return null;
  }
  // Nobody knows what an earlier try did: the provider is asked as one that may have done it.
  const attempts = transaction.operation === operation ? transaction.attempts : 0;
  return changeTaxTransaction(tx, transaction, begun({ ...wish, attempts }, now));
}

/** @throws DomainError tax_transaction_conflict */
function refuse(transaction: TaxTransaction, operation: TaxOperation, now: Ctx['now']): void {
  const { invoiceNumber: number, busyUntil } = transaction;
  const conflict = (reason: string) =>
    taxTransactionConflict({ number, wanted: DONE[operation], reason });
  if (operation === 'commit' && transaction.invoiceVoid)
    throw conflict('its document is void, or a draft again.');
  if (busyUntil !== null && busyUntil > now)
    throw conflict('the provider is being asked just now.');
}
