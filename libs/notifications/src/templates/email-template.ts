import type { Instant } from '@quittance/kernel';
import type { EmailTemplateCode } from './catalogue.js';

/** What a template is filled with: plain JSON, money as decimal text, dates as `YYYY-MM-DD`. */
export type EmailData = Readonly<Record<string, unknown>>;

/** The template of a code that is in force in a company. */
export interface EmailTemplate {
  readonly code: EmailTemplateCode;
  /** Liquid, rendered to one line of plain text. */
  readonly subject: string;
  /** Liquid; what is put in is escaped. */
  readonly html: string;
  /** Liquid, rendered to plain text. */
  readonly text: string;
  /** A BCP 47 tag for money and dates; null for the company's own. */
  readonly language: string | null;
  /** An inactive template sends nothing. */
  readonly active: boolean;
  /** `default` until the company saves one of its own. */
  readonly source: 'default' | 'saved';
  /** 0 for a default. */
  readonly version: number;
  readonly updatedAt: Instant | null;
}

/** The parts of an e-mail as the recipient gets them. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
