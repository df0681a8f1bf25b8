import { minOf } from '@quittance/money';

/** The money of an invoice that asks for a deposit. Amounts are minor units. */
export interface DepositMoney {
  readonly total: bigint;
  readonly balance: bigint;
  readonly writtenOff: bigint;
  /** What notes that stand, drafts included, have credited of it. */
  readonly noted: bigint;
  /** What notes that have deducted it have free again. */
  readonly free: bigint;
}

/**
 * What invoices may take of a deposit: what was paid of it and is neither deducted nor credited.
 * Nothing is deducted that nobody has paid. Pure.
 */
export function availableOf({ total, balance, writtenOff, noted, free }: DepositMoney): bigint {
  const available = total - balance - writtenOff - noted + free;
  return available > 0n ? available : 0n;
}

/** What is left of a deposit to be credited by a note, paid or not. Pure. */
export function uncreditedOf({ total, noted }: Pick<DepositMoney, 'total' | 'noted'>): bigint {
  return total - noted;
}

/** A deposit of which an invoice takes a part. */
export interface TakenDeposit<T> {
  readonly deposit: T;
  readonly amount: bigint;
}

/** As much of deposits, in their order, as an invoice with this balance takes. Pure. */
export function takenOf<T extends DepositMoney>(
  deposits: readonly T[],
  balance: bigint,
): TakenDeposit<T>[] {
  let room = balance;
  return deposits.flatMap((deposit): TakenDeposit<T>[] => {
    const amount = minOf(availableOf(deposit), room);
    room -= amount;
    return amount > 0n ? [{ deposit, amount }] : [];
  });
}
