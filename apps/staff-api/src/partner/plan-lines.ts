import type { CreatePlanDto } from './commission.dto.js';

/** The lines of a plan with null in what is left out. */
export function planLines(lines: CreatePlanDto['lines']) {
  return lines.map(({ productId, category, rate, tiers, recurringMonths }) => ({
    productId: productId ?? null,
    category: category ?? null,
    rate: rate ?? null,
    tiers: tiers?.map((tier) => ({ upTo: tier.upTo ?? null, rate: tier.rate })) ?? null,
    recurringMonths: recurringMonths ?? null,
  }));
}
