import type { Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';

/** What a check weighs against one another. */
const WEIGHED = [
  'available',
  'creditLimit',
  'documentAmount',
  'exposure',
  'requested',
  'shortfall',
] as const;

/**
 * Whether somebody is shown all that a check weighs. Whoever is not would find the rest by amounts
 * of their own: each answer says whether there is more room, or whether a document comes to that.
 */
export function showsFigures(ctx: Ctx): boolean {
  const hidden = sight.hidden(ctx, { resource: 'credit-checks' });
  return hidden === undefined || !WEIGHED.some((name) => hidden.has(name));
}
