import type { Tx } from '@quittance/database';
import { findUser, managersAbove } from '@quittance/identity';
import { invalidField, type UserId } from '@quittance/kernel';

/**
 * Whom somebody reports to works here and does not report to them in turn; the Admin role is
 * locked, so that no two changes make a circle together.
 * @throws DomainError validation_failed
 */
export async function requireManager(tx: Tx, id: UserId, managerId: UserId | null): Promise<void> {
  if (managerId === null) return;
  if (!(await findUser(tx, managerId))?.active) {
    throw invalidField('/managerId', 'reference_not_found', 'must be somebody who works here');
  }
  const above = managerId === id ? [] : await managersAbove(tx, managerId);
  if (managerId === id || above.some((manager) => manager.id === id)) {
    throw invalidField('/managerId', 'cycle', 'must not report to them');
  }
}
