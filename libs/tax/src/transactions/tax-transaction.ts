import { addSeconds, nextSweep, type Instant } from '@quittance/kernel';
import { headOf } from '@quittance/nouns';
import type { EngineFailureKind } from '../engines/engine-failure.js';
import { taxTransactionNoun, type TaxTransaction } from './tax-transaction.description.js';
import type { TaxOperation } from './tax-transaction-state.js';

export const BUILT_IN_ENGINE = 'built_in';

export type { TaxTransaction };

/** Longer than all tries of one look may take: after that its process is taken for dead. */
const BUSY_SECONDS = 90;

/** As a process notes it before it asks the provider, so that nothing is lost when it dies. */
export function begun(transaction: TaxTransaction, now: Instant): TaxTransaction {
  const { attempts, sweeps } = transaction;
  return {
    ...transaction,
    attempts: attempts + 1,
    sweeps: sweeps + 1,
    nextAttemptAt: nextSweep(now, sweeps),
    busyUntil: addSeconds(now, BUSY_SECONDS),
  };
}

/** How somebody's wish to have it committed or voided begins anew. */
export function wished(operation: TaxOperation): Partial<TaxTransaction> {
  return { operation, state: 'pending', attempts: 0, sweeps: 0, error: null };
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
  const idle = { ...done, busyUntil: null, error: null };
  // The invoice was voided while its tax was being committed: that comes next.
  if (operation !== did.operation) return { ...idle, state: 'pending', nextAttemptAt: now };
  const state = operation === 'commit' ? 'committed' : 'voided';
  return { ...idle, state, nextAttemptAt: null };
}

/** What the provider's failure comes to: given up when it said no, or when all looks are over. */
export function failed(
  transaction: TaxTransaction,
  did: TaxOperation,
  failure: { readonly kind: EngineFailureKind; readonly message: string },
): Partial<TaxTransaction> {
  const idle = { busyUntil: null, error: failure.message };
  if (transaction.operation !== did) return idle;
  const over = failure.kind === 'refused' || transaction.nextAttemptAt === null;
  return over ? { ...idle, state: 'failed', nextAttemptAt: null } : idle;
}

/** A transaction as the API shows it. */
export const taxTransactionView = headOf(taxTransactionNoun, {});
export type TaxTransactionView = ReturnType<typeof taxTransactionView>;
