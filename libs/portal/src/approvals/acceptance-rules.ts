import type { Tx } from '@quittance/database';
import { poNumberRequired } from '../portal.errors.js';
import { readOrderRules } from '../settings/order-rules.js';

/** @throws DomainError po_number_required where the company asks for one */
export async function refuseWithoutNumber(
  tx: Tx,
  poNumber: string | null | undefined,
): Promise<void> {
  const { poNumberRequired: isRequired } = await readOrderRules(tx);
  if (isRequired && !poNumber?.trim()) throw poNumberRequired();
}
