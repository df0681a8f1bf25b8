import { sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { renderTemplate } from '../rendering/render-template.js';
import type { RenderedEmail } from '../templates/email-template.js';
import { emailNoun, type Email } from './email.description.js';
import type { EmailId, LateParts } from './email.js';
import {
  prepareEmails,
  type EmailRefusal,
  type NewEmail,
  type PreparedEmail,
  type RefusedEmail,
} from './prepare-emails.js';
import { NOTHING_READY, keyOfRendering, shownData, type ReadyEmails } from './ready-emails.js';

export type QueuedEmail = { readonly emailId: EmailId } | RefusedEmail;

const UNLESS_QUEUED =
  'on conflict (company_id, dedupe_key) where dedupe_key is not null do nothing';

/** The e-mails that bear these keys already; email_dedupe_key. */
const FIND_BY_KEYS = sql(`
  select dedupe_key as "dedupeKey", id from notifications.email
  where company_id = $1 and dedupe_key = any ($2::text[])`);

/**
 * Stores an e-mail in the caller's transaction; the worker sends it after the
 * commit. In the words of the product it is stored rendered. What a company has
 * written is not rendered here, where rows are locked and everybody waits: it is
 * when it is sent, and what fails then is a failed e-mail. Refusals change nothing
 * and are answered, not thrown: what an e-mail is worth is the caller's to say.
 */
export async function queueEmail(tx: Tx, email: NewEmail): Promise<QueuedEmail> {
  const [queued] = await queueEmails(tx, [email]);
  return queued as QueuedEmail;
}

/**
 * As `queueEmail`, for many at once; the answers are in the order of the e-mails.
 * @param ready those that were rendered before, refused where that failed
 */
export async function queueEmails(
  tx: Tx,
  emails: readonly NewEmail[],
  ready: ReadyEmails = NOTHING_READY,
): Promise<readonly QueuedEmail[]> {
  const prepared = await prepareEmails(tx, emails);
  const storable = prepared.map((each) => ('refused' in each ? each : storableOf(each, ready)));
  const ids = await store(tx, storable.filter(isStorable));
  return storable.map((each) => (isStorable(each) ? { emailId: idOf(ids, each) } : each));
}

/** Why `queueEmails` would queue none of these, null for those that it would; stores nothing. */
export async function emailRefusals(
  tx: Tx,
  emails: readonly NewEmail[],
  ready: ReadyEmails = NOTHING_READY,
): Promise<readonly (EmailRefusal | null)[]> {
  const prepared = await prepareEmails(tx, emails);
  return prepared.map((each) => {
    const storable = 'refused' in each ? each : storableOf(each, ready);
    return 'refused' in storable ? storable.refused : null;
  });
}

interface Storable extends PreparedEmail {
  readonly id: EmailId;
  /** Null until it is sent. */
  readonly rendered: RenderedEmail | null;
}

const isStorable = (each: Storable | RefusedEmail): each is Storable => 'rendered' in each;

function storableOf(prepared: PreparedEmail, ready: ReadyEmails): Storable | RefusedEmail {
  const id = newId<'email'>();
  const outcome = ready.get(keyOfRendering(prepared));
  if (outcome && 'broken' in outcome) return { refused: 'template_broken' };
  if (outcome) return { ...prepared, id, rendered: outcome.rendered };
  if (prepared.template.source === 'saved') return { ...prepared, id, rendered: null };
  const rendered = renderOurs(prepared);
  return rendered ? { ...prepared, id, rendered } : { refused: 'template_broken' };
}

/** Texts of our own do little; data that is too large for them must not stop its cause either. */
function renderOurs({ template, data, language }: PreparedEmail): RenderedEmail | undefined {
  try {
    return renderTemplate(template, shownData(template, data), language);
  } catch {
    return undefined;
  }
}

/** The ids of the e-mails that bear a key already, whoever queued them. */
type IdsByKey = ReadonlyMap<string | undefined, EmailId>;

const idOf = (ids: IdsByKey, { id, email }: Storable): EmailId => ids.get(email.dedupeKey) ?? id;

async function store(tx: Tx, emails: readonly Storable[]): Promise<IdsByKey> {
  if (emails.length === 0) return new Map();
  const rows = emails.map((email) => rowOf(tx, email));
  const written = await emailNoun.rows.offer(tx, rows, UNLESS_QUEUED);
  if (written === emails.length) return new Map();
  const keys = rows.flatMap(({ dedupeKey }) => dedupeKey ?? []);
  const params = [tx.ctx.companyId, keys];
  const known = await tx.rows<{ dedupeKey: string; id: EmailId }>(FIND_BY_KEYS, params);
  return new Map(known.map(({ dedupeKey, id }) => [dedupeKey, id]));
}

function rowOf({ ctx }: Tx, storable: Storable): Email {
  const { email, rendered, sender } = storable;
  return {
    id: storable.id,
    templateCode: storable.template.code,
    status: 'queued',
    to: storable.to,
    subject: rendered?.subject ?? '',
    html: rendered?.html ?? '',
    text: rendered?.text ?? '',
    bodyRemovedAt: null,
    language: storable.language,
    fromName: sender.name,
    replyTo: sender.replyTo,
    late: lateOf(storable),
    attachments: email.attachments ?? [],
    object: email.object,
    recordId: email.recordId,
    dedupeKey: email.dedupeKey ?? null,
    attempts: 0,
    dueAt: ctx.now,
    lastError: null,
    finishedAt: null,
    messageId: null,
    answer: null,
    requestId: ctx.requestId,
    createdAt: ctx.now,
    bulk: ctx.bulk ?? false,
  };
}

/**
 * What is needed to render, at the moment of sending, what is not rendered or holds a secret link.
 */
function lateOf({ email, data, rendered, wanted }: Storable): LateParts | null {
  if (rendered && !email.secret) return null;
  return {
    data,
    ...(email.secret && { secret: email.secret }),
    ...(wanted && { language: wanted }),
    ...(!rendered && { unrendered: true }),
  };
}
