export type { EmailTemplate } from './email-template.description.js';

/** What a template is filled with: plain JSON, money as decimal text, dates as `YYYY-MM-DD`. */
export type EmailData = Readonly<Record<string, unknown>>;

/** The parts of an e-mail as the recipient gets them. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
