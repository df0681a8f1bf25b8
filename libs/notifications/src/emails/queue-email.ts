import { readCompany, type Company } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { TEMPLATE_KINDS } from '../templates/catalogue.js';
import type { EmailData, EmailTemplate, RenderedEmail } from '../templates/email-template.js';
import { findTemplate } from '../templates/email-template.repository.js';
import { renderTemplate } from '../templates/render-template.js';
import { mailAddress, type AttachmentRef, type EmailId, type SecretRef } from './email.js';
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
  /** What makes the link of a template whose kind is secret, at the moment of sending. */
  readonly secret?: SecretRef;
}

/** Why nothing was queued. `template_broken`: the company's own text cannot be rendered. */
export type EmailRefusal =
  'template_missing' | 'template_inactive' | 'template_broken' | 'recipient_missing';

export type QueuedEmail = { readonly emailId: EmailId } | { readonly refused: EmailRefusal };

const INSERT = sql(`
  insert into notifications.email (company_id, id, template_code, status, to_address, subject, html,
    text, language, from_name, reply_to, late, attachments, object, record_id, dedupe_key,
    due_at, request_id, created_at)
  values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    $16)
  on conflict (company_id, dedupe_key) where dedupe_key is not null do nothing`);

/** The e-mail that bears a key already; email_dedupe_key. */
const FIND_BY_KEY = sql(`
  select id from notifications.email where company_id = $1 and dedupe_key = $2`);

/** What stands in the log where the recipient reads a secret link. */
export const HIDDEN = '•••';

/**
 * Renders an e-mail and stores it in the caller's transaction; the worker sends it after the commit.
 * Refusals change nothing and are answered, not thrown: what an e-mail is worth is the caller's to say.
 */
export async function queueEmail(tx: Tx, email: NewEmail): Promise<QueuedEmail> {
  const [template, company] = await Promise.all([
    findTemplate(tx, email.templateCode),
    readCompany(tx),
  ]);
  if (!template) return { refused: 'template_missing' };
  if (!template.active) return { refused: 'template_inactive' };
  const to = mailAddress(email.to);
  if (to === undefined) return { refused: 'recipient_missing' };
  const sender = senderOf(company);
  const language = languageOf(template, company);
  const data = dataOf(email, template, { company, sender });
  const rendered = tryToRender(template, { ...data, ...maskOf(template) }, language);
  if (!rendered) return { refused: 'template_broken' };
  return { emailId: await store(tx, { email, template, to, sender, language, data, rendered }) };
}

interface Origin {
  readonly company: Company;
  readonly sender: Sender;
}

function dataOf(
  { data, secret }: NewEmail,
  { code }: EmailTemplate,
  { company, sender }: Origin,
): EmailData {
  if (TEMPLATE_KINDS[code].secret !== (secret !== undefined)) {
    throw new Error(`${code} is queued with a secret link if and only if its kind has one`);
  }
  return { ...data, company: companyData(company, sender) };
}

/** What templates see of the company. */
export function companyData({ legalName }: Company, { name, replyTo }: Sender): EmailData {
  return { name, legalName, replyTo };
}

function maskOf({ code }: EmailTemplate): EmailData {
  return TEMPLATE_KINDS[code].secret ? { link: HIDDEN } : {};
}

/** A text that costs too much with this data, although it could be saved, must not stop its cause. */
function tryToRender(
  template: EmailTemplate,
  data: EmailData,
  language: string,
): RenderedEmail | undefined {
  try {
    return renderTemplate(template, data, language);
  } catch {
    return undefined;
  }
}

interface Stored {
  readonly email: NewEmail;
  readonly template: EmailTemplate;
  readonly to: string;
  readonly sender: Sender;
  readonly language: string;
  readonly data: EmailData;
  readonly rendered: RenderedEmail;
}

async function store(tx: Tx, stored: Stored): Promise<EmailId> {
  const { email, template, to, sender, language, data, rendered } = stored;
  const { companyId, now, requestId } = tx.ctx;
  const id = newId<'email'>();
  const { html, text } = template;
  const late = email.secret ? { secret: email.secret, html, text, data } : null;
  const { object, recordId, dedupeKey = null, attachments = [] } = email;
  const inserted = await tx.run(INSERT, [
    companyId,
    id,
    template.code,
    to,
    rendered.subject,
    rendered.html,
    rendered.text,
    language,
    sender.name,
    sender.replyTo,
    late && JSON.stringify(late),
    JSON.stringify(attachments),
    object,
    recordId,
    dedupeKey,
    now,
    requestId,
  ]);
  if (inserted > 0) return id;
  return (await tx.one<{ id: EmailId }>(FIND_BY_KEY, [companyId, dedupeKey])).id;
}
