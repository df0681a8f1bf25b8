import type { CreateCommissionPlanDto } from './commission.dto.js';

/** The lines of a plan with null in what is left out. */
export function planLines(lines: CreateCommissionPlanDto['lines']) {
  return lines.map(({ productId, category, rate, tiers, recurringMonths }) => ({
    productId: productId ?? null,
    category: category ?? null,
    rate: rate ?? null,
    tiers: tiers?.map((tier) => ({ upTo: tier.upTo ?? null, rate: tier.rate })) ?? null,
    recurringMonths: recurringMonths ?? null,
  }));
}
