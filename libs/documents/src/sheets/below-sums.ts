import type { Sheet, SheetPayment } from './sheet.js';

type Paragraph = Sheet['paragraphs'][number];

/** What stands below the sums of a sheet: a paragraph, or facts with a code. */
export type SheetBlock =
  | { readonly kind: 'paragraph'; readonly paragraph: Paragraph }
  | { readonly kind: 'registration' | 'payment'; readonly block: SheetPayment };

/**
 * In one order, on paper and on the page of the web: what the law asks to be said stands with the
 * taxes, before how to pay, and notes under a heading come last. Pure.
 */
export function belowSums({ paragraphs, registration, payment }: Sheet): readonly SheetBlock[] {
  const said = (some: readonly Paragraph[]): SheetBlock[] =>
    some.map((paragraph) => ({ kind: 'paragraph', paragraph }));
  return [
    ...said(paragraphs.filter(({ heading }) => heading === null)),
    ...(registration ? [{ kind: 'registration', block: registration } as const] : []),
    ...(payment ? [{ kind: 'payment', block: payment } as const] : []),
    ...said(paragraphs.filter(({ heading }) => heading !== null)),
  ];
}
