import type { Tx } from '@quittance/database';
import { taxedByOf, type TaxedByOf } from '@quittance/lines';
import type { SubscriptionItem } from '../subscription.description.js';
import type { BilledState } from './period-settlement.js';

/** By what days that are paid for, and items, are taxed. */
export function taxesOfPaid(
  tx: Tx,
  { paid }: BilledState,
  items: readonly SubscriptionItem[],
): Promise<TaxedByOf> {
  return taxedByOf(tx, [...items, ...paid.flatMap(({ taxed }) => taxed ?? [])]);
}
