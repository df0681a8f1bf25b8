/** What credit is asked for: one period of what recurs, or all of its term. */
export const CREDIT_BASES = ['total', 'tcv'] as const;
export type CreditBasis = (typeof CREDIT_BASES)[number];
