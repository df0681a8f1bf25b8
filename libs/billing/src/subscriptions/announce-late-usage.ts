import type { LocalDate } from '@quittance/calendar';
import { addDays } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import { formatMinor, type Currency } from '@quittance/money';
import { emit } from '@quittance/outbox';

/** What usage that came late has made of days that were billed. */
export interface LateRated {
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  /** Below nothing where usage was taken back. */
  readonly amount: bigint;
}

/** Tells of usage that was rated after its period was billed, by the period it belongs to. */
export function announceLateUsage(
  tx: Tx,
  { subscriptionId, currency }: { readonly subscriptionId: string; readonly currency: Currency },
  { startOn, untilOn, amount }: LateRated,
  invoiceId: InvoiceId | null,
): void {
  emit(tx, {
    type: 'usage.late_rated',
    object: 'subscription',
    recordId: subscriptionId,
    data: {
      subscriptionId,
      start: startOn,
      end: addDays(untilOn, -1),
      amount: formatMinor(amount, currency),
      currency,
      invoiceId,
    },
  });
}
