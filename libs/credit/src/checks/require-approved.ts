import type { CreditDecision } from '../credit-control.js';
import { creditCheckFailed } from '../credit.errors.js';
import type { CreditCheck } from './credit-check.js';

/**
 * Refuses what was not approved. To be asked once the transaction of the check is committed: the
 * check, by which an override is requested, and its hold are to stay.
 * @throws DomainError credit_check_failed
 */
export function requireApproved({ check }: Pick<CreditDecision, 'check'>): CreditCheck {
  const { id, status, outcome } = check;
  if (status === 'approved') return check;
  throw creditCheckFailed({ checkId: id, outcome });
}
