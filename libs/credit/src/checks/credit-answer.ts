import type { Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { formatMinor } from '@quittance/money';
import type { CreditDecision } from '../credit-control.js';
import type { CreditCheck, CreditCheckId } from './credit-check.js';

/** What credit said of a document, beside the answer of what it was asked for. */
export interface CreditAnswer
  extends
    Pick<CreditDecision, 'reused' | 'coversDocument' | 'overLimitNow'>,
    Pick<CreditCheck, 'status' | 'outcome' | 'documentCurrency'> {
  readonly checkId: CreditCheckId;
  /** What the check was about, in the currency of the document. */
  readonly documentAmount: string;
  /** In the credit currency as it is now. */
  readonly exposureNow: string;
}

/** Null for whoever does not look at all checks and all of each: it tells what a customer owes. */
export function creditAnswer(ctx: Ctx, decision: CreditDecision): CreditAnswer | null {
  if (!sight.whole(ctx.permissions, 'credit-checks')) return null;
  const { check, reused, coversDocument, exposureNow, overLimitNow, currencyNow } = decision;
  const { id, status, outcome, documentAmount, documentCurrency } = check;
  return {
    checkId: id,
    status,
    outcome,
    reused,
    documentAmount: formatMinor(documentAmount, documentCurrency),
    documentCurrency,
    coversDocument,
    exposureNow: formatMinor(exposureNow, currencyNow),
    overLimitNow,
  };
}
