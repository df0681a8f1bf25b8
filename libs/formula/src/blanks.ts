/** What an empty number is in the arithmetic of a formula. */
export const BLANKS = ['zero', 'blank'] as const;
export type BlankAs = (typeof BLANKS)[number];

/** What a formula is evaluated with by what it says of empty numbers: zero unless it says blank. */
export function blanksAs(blankAs: BlankAs = 'zero'): { readonly blankAs?: 'zero' } {
  return blankAs === 'zero' ? { blankAs } : {};
}
