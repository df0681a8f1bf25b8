import type { ProductId } from '@quittance/kernel';
import { parseMinor, type Currency } from '@quittance/money';
import type { CommissionTier } from '../commissions/tiers.js';

/** A tier as it is said: how far it goes as decimal text, null however far. */
export interface SaidTier {
  readonly upTo: string | null;
  /** Percent. */
  readonly rate: string;
}

/** What a plan pays for a product, for a category, or for all that no other line is for. */
export interface PlanLine {
  readonly productId: ProductId | null;
  readonly category: string | null;
  /** Percent; null where there are tiers. */
  readonly rate: string | null;
  readonly tiers: readonly SaidTier[] | null;
  /**
   * Of what recurs: periods that start within so many months of its start; 0 the first invoice
   * alone, null always.
   */
  readonly recurringMonths: number | null;
}

/** By which a line is told from the others of its plan, in all of its versions. */
export function lineKey({ productId, category }: PlanLine): string {
  if (productId !== null) return `product:${productId}`;
  return category === null ? 'all' : `category:${category}`;
}

/** What is sold, as a plan looks at it. */
export interface Sold {
  readonly productId: ProductId | null;
  readonly category: string | null;
}

/** The most specific line: of the product, else of its category, else of all. */
export function lineFor(lines: readonly PlanLine[], sold: Sold): PlanLine | undefined {
  const ofProduct = lines.find(
    ({ productId }) => productId !== null && productId === sold.productId,
  );
  const ofCategory = lines.find(
    ({ productId, category }) =>
      productId === null && category !== null && category === sold.category,
  );
  const ofAll = lines.find(({ productId, category }) => productId === null && category === null);
  return ofProduct ?? ofCategory ?? ofAll;
}

/** The tiers of a line in minor units; undefined where it has one rate. */
export function tiersOf(
  { tiers }: PlanLine,
  currency: Currency,
): readonly CommissionTier[] | undefined {
  return tiers?.map(({ upTo, rate }) => ({
    upTo: upTo === null ? null : (parseMinor(upTo, currency) ?? null),
    rate,
  }));
}
