import type { DocumentLanguage } from '@quittance/company';
import type { Instant } from '@quittance/kernel';

/**
 * A document laid out: what stands where, in its words and figures. Painters put it on paper or on
 * a page of the web and decide nothing but how it looks.
 */
export interface Sheet {
  readonly language: DocumentLanguage;
  readonly direction: 'ltr' | 'rtl';
  readonly paper: 'A4' | 'LETTER';
  readonly title: string;
  readonly number: string;
  /** Printed across every page. */
  readonly mark: string | null;
  readonly changedAt: Instant;
  readonly seller: {
    /** A PNG or JPEG as a data URL. */
    readonly logo: string | null;
    readonly name: string;
    readonly lines: readonly string[];
  };
  readonly buyer: {
    readonly heading: string;
    readonly name: string;
    readonly lines: readonly string[];
  };
  readonly facts: readonly SheetFact[];
  /** What is said before the table. */
  readonly opening: string | null;
  readonly table: SheetTable;
  readonly taxes: SheetTaxes | null;
  readonly totals: readonly SheetTotal[];
  /** Where a tax authority has registered it. */
  readonly registration: SheetPayment | null;
  readonly payment: SheetPayment | null;
  readonly paragraphs: readonly { readonly heading: string | null; readonly text: string }[];
  /** Behind all texts: nobody signs above what they agree to. */
  readonly signature: SheetSignature | null;
  /** Columns at the foot of every page. */
  readonly footer: readonly (readonly string[])[];
  /** With the places `{page}` and `{pages}`. */
  readonly page: string;
}

export interface SheetFact {
  readonly label: string;
  readonly value: string;
}

export interface SheetColumn {
  readonly label: string;
  /** Figures stand at the end of their column. */
  readonly align: 'start' | 'end';
  /** Of the width of the table, in parts of a hundred. */
  readonly share: number;
}

export interface SheetRow {
  readonly cells: readonly string[];
  /** Smaller, below the text of the row. */
  readonly details: readonly string[];
  /** What usage costs beside it, below the details. */
  readonly charges?: readonly string[];
  /** The sum of this row and all before it. */
  readonly carried: string;
  /** The heading of those below it. */
  readonly strong?: true;
}

export interface SheetTable {
  readonly columns: readonly SheetColumn[];
  /** The column whose text is long and may take several lines. */
  readonly textColumn: number;
  readonly rows: readonly SheetRow[];
  /** Words beside the sum where the table goes on overleaf. */
  readonly carriedForward: string;
  readonly broughtForward: string;
}

/** The taxes of the document, one row each. */
export interface SheetTaxes {
  readonly heading: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly string[])[];
}

export interface SheetTotal {
  readonly label: string;
  readonly value: string;
  /** `due` is the one figure the reader looks for. */
  readonly weight: 'plain' | 'strong' | 'due';
}

/** Facts beside a square code. */
export interface SheetPayment {
  readonly heading: string;
  readonly facts: readonly SheetFact[];
  readonly link: { readonly label: string; readonly url: string } | null;
  readonly qr: { readonly caption: string; readonly content: string } | null;
}

/** Where a document is signed, or by whom it was. */
export interface SheetSignature {
  readonly heading: string;
  readonly facts: readonly SheetFact[];
  /** A PNG as a data URL. */
  readonly picture: string | null;
  /** A name that was typed as a signature. */
  readonly typed: string | null;
  /** Words below the rules on which somebody writes by hand. */
  readonly blanks: readonly string[];
}

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
