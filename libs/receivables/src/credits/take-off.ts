import type { InvoiceId } from '@quittance/kernel';
import { minOf } from '@quittance/money';

/** What of a note stands on an invoice, and for which one that, a deposit, was given up. */
export interface StandingPart {
  readonly forInvoiceId: InvoiceId | null;
  /** Minor units. */
  readonly amount: bigint;
}

/** Of which parts an amount is taken back, in their order; each part negative. Pure. */
export function takeOff(parts: readonly StandingPart[], amount: bigint): StandingPart[] {
  let left = amount;
  return parts.flatMap((part): StandingPart[] => {
    const taken = minOf(left, part.amount);
    left -= taken;
    return taken > 0n ? [{ ...part, amount: -taken }] : [];
  });
}
