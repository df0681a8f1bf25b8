import { readCompany, type Company } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { TEMPLATE_KINDS } from '../templates/catalogue.js';
import type { EmailData, EmailTemplate, RenderedEmail } from '../templates/email-template.js';
import { findTemplates } from '../templates/email-template.repository.js';
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
  select $1, r.id, r.template_code, 'queued', r.to_address, r.subject, r.html, r.text, r.language,
    r.from_name, r.reply_to, r.late::jsonb, r.attachments::jsonb, r.object, r.record_id,
    r.dedupe_key, $2, $3, $2
  from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
    as r(id, template_code, to_address, subject, html, text, language, from_name, reply_to, late,
      attachments, object, record_id, dedupe_key)
  on conflict (company_id, dedupe_key) where dedupe_key is not null do nothing
  returning id`);

/** The e-mails that bear these keys already; email_dedupe_key. */
const FIND_BY_KEYS = sql(`
  select dedupe_key as "dedupeKey", id from notifications.email
  where company_id = $1 and dedupe_key = any ($2::text[])`);

/** What stands in the log where the recipient reads a secret link. */
export const HIDDEN = '•••';

/**
 * Renders an e-mail and stores it in the caller's transaction; the worker sends it after the commit.
 * Refusals change nothing and are answered, not thrown: what an e-mail is worth is the caller's to say.
 */
export async function queueEmail(tx: Tx, email: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [email]);
  return queued as QueuedEmail;
}

/** As `queueEmail`, for many at once; the answers are in the order of the e-mails. */
export async function queueEmails(
  tx: Tx,
  emails: readonly NewEmail[],
): Promise<readonly QueuedEmail[]> {
  const prepared = await prepareAll(tx, emails);
  const ids = await store(tx, prepared.filter(isStored));
  return prepared.map((each) => (isStored(each) ? { emailId: idOf(ids, each) } : each));
}

/** What would be queued, and why not. */
export type DraftedEmail =
  { readonly to: string; readonly rendered: RenderedEmail } | { readonly refused: EmailRefusal };

/** What `queueEmails` would queue, without queueing it. */
export async function draftEmails(
  tx: Tx,
  emails: readonly NewEmail[],
): Promise<readonly DraftedEmail[]> {
  return prepareAll(tx, emails);
}

async function prepareAll(
  tx: Tx,
  emails: readonly NewEmail[],
): Promise<readonly (Stored | { readonly refused: EmailRefusal })[]> {
  if (emails.length === 0) return [];
  const [templates, company] = await Promise.all([findTemplates(tx), readCompany(tx)]);
  const sender = senderOf(company);
  return emails.map((email) => {
    const template = templates.find(({ code }) => code === email.templateCode);
    return prepare(email, template, { company, sender });
  });
}

/** Either what is stored of an e-mail, or why nothing is. */
function prepare(
  email: NewEmail,
  template: EmailTemplate | undefined,
  origin: Origin,
): Stored | { readonly refused: EmailRefusal } {
  if (!template) return { refused: 'template_missing' };
  if (!template.active) return { refused: 'template_inactive' };
  const to = mailAddress(email.to);
  if (to === undefined) return { refused: 'recipient_missing' };
  const { company, sender } = origin;
  const language = languageOf(template, company);
  const data = dataOf(email, template, origin);
  const rendered = tryToRender(template, { ...data, ...maskOf(template) }, language);
  if (!rendered) return { refused: 'template_broken' };
  return { id: newId<'email'>(), email, template, to, sender, language, data, rendered };
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
  readonly id: EmailId;
  readonly email: NewEmail;
  readonly template: EmailTemplate;
  readonly to: string;
  readonly sender: Sender;
  readonly language: string;
  readonly data: EmailData;
  readonly rendered: RenderedEmail;
}

const isStored = (each: Stored | { readonly refused: EmailRefusal }): each is Stored =>
  'rendered' in each;

/** The ids of the e-mails that bear a key already, whoever queued them. */
type IdsByKey = ReadonlyMap<string | undefined, EmailId>;

const idOf = (ids: IdsByKey, { id, email }: Stored): EmailId => ids.get(email.dedupeKey) ?? id;

async function store(tx: Tx, emails: readonly Stored[]): Promise<IdsByKey> {
  if (emails.length === 0) return new Map();
  const { companyId, now, requestId } = tx.ctx;
  const of = <T>(pick: (each: Stored) => T) => emails.map(pick);
  const inserted = await tx.rows<{ id: EmailId }>(INSERT, [
    companyId,
    now,
    requestId,
    of(({ id }) => id),
    of(({ template }) => template.code),
    of(({ to }) => to),
    of(({ rendered }) => rendered.subject),
    of(({ rendered }) => rendered.html),
    of(({ rendered }) => rendered.text),
    of(({ language }) => language),
    of(({ sender }) => sender.name),
    of(({ sender }) => sender.replyTo),
    of(lateOf),
    of(({ email }) => JSON.stringify(email.attachments ?? [])),
    of(({ email }) => email.object),
    of(({ email }) => email.recordId),
    of(({ email }) => email.dedupeKey ?? null),
  ]);
  if (inserted.length === emails.length) return new Map();
  const keys = of(({ email }) => email.dedupeKey).filter((key) => key !== undefined);
  const known = await tx.rows<{ dedupeKey: string; id: EmailId }>(FIND_BY_KEYS, [companyId, keys]);
  return new Map(known.map(({ dedupeKey, id }) => [dedupeKey, id]));
}

/** What is needed to render a secret link at the moment of sending. */
function lateOf({ email, template: { html, text }, data }: Stored): string | null {
  return email.secret ? JSON.stringify({ secret: email.secret, html, text, data }) : null;
}
