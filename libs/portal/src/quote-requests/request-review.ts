/** Why somebody of the company has to look at a request before anything is made of it. */
export const REVIEW_REASONS = [
  'free_text',
  'no_price',
  'special_instructions',
  'above_limit',
  'soft_hold',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** What is known of a request when it is handed over. */
export interface ReviewFacts {
  readonly lines: readonly { readonly productId: string | null }[];
  /** Lines of products that no price list of the customer has. */
  readonly unpriced: number;
  readonly specialInstructions: string | null;
  /** Minor units of the company's currency; undefined where there is no rate to count by. */
  readonly total: bigint | undefined;
  /** The same; null: no total is too high. */
  readonly reviewAbove: bigint | null;
  readonly softHold: boolean;
}

/** The reasons, in the order of the words above. Pure. */
export function reviewReasons(facts: ReviewFacts): ReviewReason[] {
  const { lines, unpriced, total, reviewAbove } = facts;
  const freeText = lines.filter(({ productId }) => productId === null).length;
  const isAbove = reviewAbove !== null && (total === undefined || total > reviewAbove);
  const found: Readonly<Record<ReviewReason, boolean>> = {
    // A request without lines is words alone.
    free_text: freeText > 0 || lines.length === 0,
    no_price: unpriced > freeText,
    special_instructions: facts.specialInstructions !== null,
    above_limit: isAbove,
    soft_hold: facts.softHold,
  };
  return REVIEW_REASONS.filter((reason) => found[reason]);
}
