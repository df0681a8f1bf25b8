import { trimDecimal } from '@quittance/money';
import type { Quote } from './quote.description.js';

/**
 * How what recurs goes on when its term is over, as the customer is told and agrees to; null where
 * it ends.
 */
export function renewalOf({
  autoRenew,
  noticeDays,
  upliftPercent,
}: Pick<Quote, 'autoRenew' | 'noticeDays' | 'upliftPercent'>) {
  return autoRenew ? { noticeDays, upliftPercent: trimDecimal(upliftPercent) } : null;
}
