import { formatMinor } from '@quittance/money';
import type { CreditDecision } from '../credit-control.js';
import { creditCheckView, type CreditCheckView } from './credit-check.js';

/** A check with what it says of its document now, as the API shows it. */
export interface CreditDecisionView extends CreditCheckView {
  readonly reused: boolean;
  readonly coversDocument: boolean;
  readonly exposureNow: string;
  readonly overLimitNow: boolean;
}

export function creditDecisionView(decision: CreditDecision): CreditDecisionView {
  const { check, reused, coversDocument, exposureNow, overLimitNow, currencyNow } = decision;
  return {
    ...creditCheckView(check),
    reused,
    coversDocument,
    exposureNow: formatMinor(exposureNow, currencyNow),
    overLimitNow,
  };
}
