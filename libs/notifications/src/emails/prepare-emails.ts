import { readCompany, type Company } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { printedLanguage } from '@quittance/documents';
import { templateKind } from '../templates/catalogue.js';
import { LOGO } from '../templates/email-layout.js';
import { inLanguage } from '../templates/default-templates.js';
import type { EmailData, EmailTemplate } from '../templates/email-template.js';
import { findTemplates } from '../templates/email-template.repository.js';
import { mailAddress, type AttachmentRef, type SecretRef } from './email.js';
import { languageOf, senderOf, type Sender } from './sender.js';

/** An e-mail to be sent. */
export interface NewEmail {
  readonly templateCode: string;
  /** One address; without one that can be written to, nothing is queued. */
  readonly to: string | null | undefined;
  /** What the template shows, as its catalogue lists it; `company` is added here. */
  readonly data: EmailData;
  /** The noun of the record it is about: `invoice`. */
  readonly object: string;
  readonly recordId: string;
  /** A second e-mail of the company with the same key is not queued: the first one is answered. */
  readonly dedupeKey?: string;
  readonly attachments?: readonly AttachmentRef[];
  /**
   * Of what it is about, or of whom it is for; null is that of the company's documents. Texts of
   * the product are in it where there are such.
   */
  readonly language?: string | null;
  /** What makes the link of a template whose kind is secret, at the moment of sending. */
  readonly secret?: SecretRef;
}

/** Why nothing was queued. `template_broken`: the company's own text cannot be rendered. */
export type EmailRefusal =
  | 'template_missing'
  | 'template_inactive'
  | 'template_broken'
  | 'recipient_missing';

export interface RefusedEmail {
  readonly refused: EmailRefusal;
}

/** An e-mail with all that it is rendered from. */
export interface PreparedEmail {
  readonly email: NewEmail;
  readonly template: EmailTemplate;
  readonly to: string;
  readonly sender: Sender;
  /** That its figures are written in. */
  readonly language: string;
  /** That its words shall be in, where there are such. */
  readonly wanted: string | undefined;
  readonly data: EmailData;
}

/** What each e-mail would be rendered from, or why it cannot be; renders nothing. */
export async function prepareEmails(
  tx: Tx,
  emails: readonly NewEmail[],
): Promise<readonly (PreparedEmail | RefusedEmail)[]> {
  if (emails.length === 0) return [];
  const origin = await emailOrigin(tx);
  return emails.map((email) => prepare(email, origin));
}

/** The templates of a company that are in force, and in whose name its e-mails go out. */
export interface EmailOrigin {
  readonly templates: readonly EmailTemplate[];
  readonly company: Company;
  readonly sender: Sender;
}

export async function emailOrigin(tx: Tx): Promise<EmailOrigin> {
  const [templates, company] = await Promise.all([findTemplates(tx), readCompany(tx)]);
  return { templates, company, sender: senderOf(company) };
}

export const isPrepared = (each: PreparedEmail | RefusedEmail): each is PreparedEmail =>
  'template' in each;

function prepare(email: NewEmail, origin: EmailOrigin): PreparedEmail | RefusedEmail {
  const found = origin.templates.find(({ code }) => code === email.templateCode);
  if (!found) return { refused: 'template_missing' };
  const wanted = wantedLanguage(email, origin);
  const template = inLanguage(found, wanted);
  if (!template.active && !templateKind(template.code).always)
    return { refused: 'template_inactive' };
  const to = mailAddress(email.to);
  if (to === undefined) return { refused: 'recipient_missing' };
  const { company, sender } = origin;
  const language = languageOf(template, company);
  const data = dataOf(email, template, origin);
  return { email, template, to, sender, language, data, wanted };
}

function wantedLanguage(
  { language }: Pick<NewEmail, 'language'>,
  { company }: EmailOrigin,
): string | undefined {
  return language === null ? printedLanguage(company, null) : language;
}

function dataOf(
  { data, secret }: NewEmail,
  { code }: EmailTemplate,
  { company, sender }: EmailOrigin,
): EmailData {
  if (templateKind(code).secret !== (secret !== undefined)) {
    throw new Error(`${code} is queued with a secret link if and only if its kind has one`);
  }
  return { ...data, company: companyData(company, sender) };
}

/** What templates see of the company. */
export function companyData({ legalName, logo }: Company, { name, replyTo }: Sender): EmailData {
  return { name, legalName, replyTo, logo: logo ? LOGO : null };
}
