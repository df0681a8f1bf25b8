import type { FieldError } from '@quittance/kernel';
import type { RenderedEmail } from '../templates/email-template.js';

/** The texts of an e-mail, in Liquid. */
export type TemplateTexts = RenderedEmail;

export const TEXT_PARTS = ['subject', 'html', 'text'] as const;
export type TextPart = (typeof TEXT_PARTS)[number];

/** One e-mail of a set. */
export interface EmailToRender {
  readonly texts: TemplateTexts;
  /** JSON: what is handed from one thread to another is copied, and a text is copied at once. */
  readonly data: string;
  /** A BCP 47 tag for money and dates. */
  readonly locale: string;
}

/** E-mails that are rendered one after the other; those of one template share its texts. */
export interface EmailRenderJob {
  readonly kind: 'render';
  readonly templates: readonly TemplateTexts[];
  readonly emails: readonly (Omit<EmailToRender, 'texts'> & { readonly template: number })[];
  /** Units of work beyond those of ordinary e-mails after which the job ends; else it goes on. */
  readonly work?: number;
}

/** Texts that somebody writes, and what to show them with. */
export interface CheckJob extends EmailToRender {
  readonly kind: 'check';
  /** The variables that the texts may name. */
  readonly offered: readonly string[];
  /** Members of those that have no others. */
  readonly members?: Readonly<Record<string, readonly string[]>>;
  /** Whether the e-mail carries a link that lets its holder in. */
  readonly secret?: boolean;
}

/** Why an e-mail could not be rendered, in words. */
export interface BrokenEmail {
  readonly broken: string;
  /** Whether it would be so again: false where its thread was ended, for whatever reason. */
  readonly certain: boolean;
  /** Whether it cost more work than it may. */
  readonly costly: boolean;
  /**
   * Set where nobody has tried: whoever waits for the answer has had their share of the rendering.
   */
  readonly untried?: true;
}

/**
 * So many e-mails in a row that cost too much say that their template does, whatever it is shown
 * with.
 */
export const COSTLY_IN_A_ROW = 25;

export type RenderOutcome = { readonly rendered: RenderedEmail } | BrokenEmail;

/** What ordinary e-mails cost at most, in the units of the meter. */
const ORDINARY_WORK = 200_000;

/** Of the work that an e-mail took, what an ordinary one would not have taken. */
export function excessOf(work: number): number {
  return Math.max(work - ORDINARY_WORK, 0);
}

/** The first e-mails of a set, as many as fit in one answer, and the work beyond the ordinary. */
export interface RenderAnswer {
  readonly outcomes: readonly RenderOutcome[];
  readonly excess: number;
}
/** What a check found, and what it took: reading the texts and showing them. */
export type CheckAnswer = { readonly work: number } & (
  | { readonly faults: readonly FieldError[] }
  | { readonly rendered: RenderedEmail }
);

/** Where a job is: one of the parts of one of its e-mails, as a number above 0. */
export function progressPlace(email: number, part: TextPart): number {
  return email * TEXT_PARTS.length + TEXT_PARTS.indexOf(part) + 1;
}

/** The other way round; what has reported nothing yet is at its beginning. */
export function atPlace(place: number): { readonly email: number; readonly part: TextPart } {
  const index = Math.max(place - 1, 0);
  const part = TEXT_PARTS[index % TEXT_PARTS.length] ?? 'subject';
  return { email: Math.floor(index / TEXT_PARTS.length), part };
}
