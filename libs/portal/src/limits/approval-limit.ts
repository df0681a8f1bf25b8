import type { Currency } from '@quittance/money';
import type { ApprovalLimit } from '../actors/portal-actor.js';
import { approvalLimitExceeded } from '../portal.errors.js';

/**
 * Whether a user may agree to a sum by themselves. What a period has used up is not counted yet,
 * so that whoever has a limit by day or month agrees to nothing, and a sum in another currency
 * than the limit's is above it: neither is ever let through by mistake.
 * @throws DomainError approval_limit_exceeded
 */
export function refuseAboveLimit(limit: ApprovalLimit, total: bigint, currency: Currency): void {
  const { amount, period } = limit;
  if (amount === null) return;
  if (period === 'order' && currency === limit.currency && total <= amount && amount > 0n) return;
  throw approvalLimitExceeded();
}
