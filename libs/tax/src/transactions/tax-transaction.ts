import { addSeconds, nextSweep, type Instant } from '@quittance/kernel';
import { formatMinor } from '@quittance/money';
import type { EngineFailureKind } from '../engines/engine-failure.js';
import type { TaxTransactionEntity } from './tax-transaction.entity.js';
import type { TaxOperation } from './tax-transaction-state.js';

export const BUILT_IN = 'built_in';

/** What is recorded of the tax of one invoice or credit note. */
export type TaxTransaction = Omit<TaxTransactionEntity, 'companyId'>;

/** Longer than all tries of one look may take: after that its process is taken for dead. */
const BUSY_SECONDS = 90;

/** As a process notes it before it asks the provider, so that nothing is lost when it dies. */
export function begun(transaction: TaxTransaction, now: Instant): TaxTransaction {
  const { attempts, sweeps } = transaction;
  return {
    ...transaction,
    attempts: attempts + 1,
    sweeps: sweeps + 1,
    nextSweepAt: nextSweep(now, sweeps),
    busyUntil: addSeconds(now, BUSY_SECONDS),
  };
}

/** How somebody's wish to have it committed or voided begins anew. */
export function wished(operation: TaxOperation): Partial<TaxTransaction> {
  return { operation, state: 'pending', attempts: 0, sweeps: 0, lastError: null };
}

/** What the provider's success comes to, for what is wanted by now. */
export function succeeded(
  { operation }: TaxTransaction,
  did: { readonly operation: TaxOperation; readonly reference: string | null },
  now: Instant,
): Partial<TaxTransaction> {
  const done =
    did.operation === 'commit'
      ? { committedAt: now, providerReference: did.reference }
      : { voidedAt: now };
  const idle = { ...done, busyUntil: null, lastError: null };
  // The invoice was voided while its tax was being committed: that comes next.
  if (operation !== did.operation) return { ...idle, state: 'pending', nextSweepAt: now };
  const state = operation === 'commit' ? 'committed' : 'voided';
  return { ...idle, state, nextSweepAt: null };
}

/** What the provider's failure comes to: given up when it said no, or when all looks are over. */
export function failed(
  transaction: TaxTransaction,
  did: TaxOperation,
  failure: { readonly kind: EngineFailureKind; readonly message: string },
): Partial<TaxTransaction> {
  const idle = { busyUntil: null, lastError: failure.message };
  if (transaction.operation !== did) return idle;
  const over = failure.kind === 'refused' || transaction.nextSweepAt === null;
  return over ? { ...idle, state: 'failed', nextSweepAt: null } : idle;
}

/** A transaction as the API shows it. */
export function taxTransactionView(transaction: TaxTransaction) {
  const { currency, net, tax, total, nextSweepAt } = transaction;
  return {
    id: transaction.id,
    version: transaction.version,
    invoiceId: transaction.invoiceId,
    invoiceNumber: transaction.invoiceNumber,
    creditNoteId: transaction.creditNoteId,
    creditNoteNumber: transaction.creditNoteNumber,
    provider: transaction.provider,
    operation: transaction.operation,
    state: transaction.state,
    currency,
    net: formatMinor(net, currency),
    tax: formatMinor(tax, currency),
    total: formatMinor(total, currency),
    fallback: transaction.fallback,
    providerReference: transaction.providerReference,
    error: transaction.lastError,
    attempts: transaction.attempts,
    nextAttemptAt: nextSweepAt,
    committedAt: transaction.committedAt,
    voidedAt: transaction.voidedAt,
    createdAt: transaction.createdAt,
    updatedAt: transaction.updatedAt,
  };
}

export type TaxTransactionView = ReturnType<typeof taxTransactionView>;
