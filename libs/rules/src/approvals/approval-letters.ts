import { dateAt } from '@quittance/calendar';
import { readCompany, type DocumentLanguage } from '@quittance/company';
import { arrays, sql, type Tx } from '@quittance/database';
import { printedLanguage } from '@quittance/documents';
import { addSeconds, dateObject, type UserId } from '@quittance/kernel';
import { queueEmails } from '@quittance/notifications';
import type { CompanyObject } from '@quittance/metadata';
import { RECORD_NOTICE } from '../rules/rule.js';
import type { RecordApproval } from './approval.description.js';
import { countedRecords, filled, letterWords, type Said } from './letter-words.js';

/** Nobody is written to about approvals more often; what comes meanwhile is counted. */
const APART_SECONDS = 3_600;
/** Letters of one round. */
const SET = 200;

/** Whether somebody is to decide, or told what was decided: they are counted apart. */
export type LetterKind = 'asked' | 'decided';

/** Says that users are written to now; those alone are answered who were not written to lately. */
const TAKE_TURN = sql(`
  insert into rules.approval_letter as l (company_id, user_id, kind, written_at, unsaid)
  select k.id, u.id, $3::text, $4::timestamptz, 0
  from company.pub_company k cross join unnest($2::uuid[]) as u(id)
  where k.id = $1::uuid
  on conflict (company_id, user_id, kind) do update set written_at = excluded.written_at
    where l.unsaid = 0 and l.written_at <= $5::timestamptz
  returning l.user_id as "userId"`);
const COUNT = sql(`
  update rules.approval_letter set unsaid = unsaid + 1
  where company_id = $1 and user_id = any($2::uuid[]) and kind = $3`);
/** With how many records wait for each of them: looked through once, by approval_rule_index. */
const PEOPLE = sql(`
  select u.id, u.email, u.language, coalesce(w.waiting, 0) as waiting
  from identity.pub_user u
  left join (select k.id::uuid as id, count(*)::int as waiting
    from rules.approval a cross join jsonb_array_elements_text(a.asked) as k(id)
    where a.company_id = $1 and a.status = 'waiting' group by 1) w on w.id = u.id
  where u.company_id = $1 and u.id = any($2::uuid[]) and u.active order by u.id`);
const NAME = sql(`
  select u.name from identity.pub_user u where u.company_id = $1 and u.id = $2`);
const ADDRESSES = sql(`
  select u.email, u.language from identity.pub_user u
  where u.company_id = $1 and u.id = any($2::uuid[]) and u.active order by u.id`);
/** By approval_letter_unsaid_index. */
const UNSAID = sql(`
  select l.user_id as "userId", l.kind, l.unsaid from rules.approval_letter l
  where l.company_id = $1 and l.unsaid > 0 and l.written_at <= $2
  order by l.written_at, l.user_id limit ${SET} for update`);
const SAID = sql(`
  update rules.approval_letter set unsaid = 0, written_at = $3
  where company_id = $1 and user_id = any($2::uuid[]) and kind = $4`);
const hourAgo = ({ ctx }: Tx) => addSeconds(ctx.now, -APART_SECONDS);

interface Letter {
  readonly users: readonly UserId[];
  readonly kind: LetterKind;
  readonly message: Said;
}

/** Whom a letter goes to. */
interface Reader {
  readonly email: string;
  /** Null: that of the company's documents. */
  readonly language: DocumentLanguage | null;
}

type WrittenAbout = Pick<
  RecordApproval,
  'recordId' | 'ruleName' | 'title' | 'requestedBy' | 'dueAt'
>;

/** Who asks, and until when somebody is to decide. */
async function askedBy(
  tx: Tx,
  { terms }: CompanyObject['model'],
  { requestedBy, ruleName, dueAt }: WrittenAbout,
): Promise<Said> {
  const params = [tx.ctx.companyId, requestedBy];
  const user = requestedBy && (await tx.maybe<{ name: string }>(NAME, params));
  const who = user ? user.name : ruleName;
  if (dueAt === null) return ({ asks }) => filled(asks, { who });
  const { timeZone } = terms;
  // What is due as a day begins may be decided until the day before it ends.
  const last = addSeconds(dueAt, -1);
  const style = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const hour = new Intl.DateTimeFormat('en-GB', style).format(dateObject(last));
  const when = `${dateAt(last, timeZone)} ${hour} (${timeZone})`;
  return ({ asksUntil }) => filled(asksUntil, { who, when });
}

/**
 * Writes to people about an approval: at once to who was not written to in the last hour, to others
 * with all that comes until it is over, each in their language. Answers how many letters there are.
 * One that cannot be queued keeps nothing back: what waits is in their list all the same.
 */
export async function writeAbout(
  tx: Tx,
  object: CompanyObject,
  approval: WrittenAbout,
  { users, kind, message }: Letter,
): Promise<number> {
  if (users.length === 0) return 0;
  const [company, keys] = [tx.ctx.companyId, arrays.uuid([...users].sort(), (id) => id)];
  const params = [company, keys, kind, tx.ctx.now, hourAgo(tx)];
  const now = await tx.rows<{ userId: UserId }>(TAKE_TURN, params);
  const written = now.map(({ userId }) => userId);
  const later = users.filter((id) => !written.includes(id));
  if (later.length > 0) await tx.run(COUNT, [company, arrays.uuid(later, (id) => id), kind]);
  if (written.length === 0) return 0;
  const ids = arrays.uuid(written, (id) => id);
  const found = await tx.rows<Reader>(ADDRESSES, [company, ids]);
  const { recordId, ruleName } = approval;
  const title = approval.title ?? object.label;
  const record = { object: object.label, title, path: `${object.path}/${recordId}` };
  const asks = kind === 'asked' ? await askedBy(tx, object.model, approval) : null;
  const about = { templateCode: RECORD_NOTICE, object: object.name, recordId } as const;
  const printing = await readCompany(tx);
  const letters = found.map(({ email: to, language: own }) => {
    const language = printedLanguage(printing, own);
    const words = letterWords(language);
    const says = asks === null ? message(words) : `${asks(words)}\n\n${message(words)}`;
    const data = { heading: words[kind], message: says, rule: { name: ruleName }, record };
    return { ...about, to, language, data: { ...data, fields: {} } };
  });
  if (letters.length > 0) await queueEmails(tx, letters);
  return found.length;
}

interface Unsaid {
  readonly userId: UserId;
  readonly kind: LetterKind;
  readonly unsaid: number;
}

/**
 * Writes to those who were counted for, an hour behind their last letter, all in one; answers how
 * many there were. Of what they have decided themselves meanwhile they are told nothing.
 */
export async function writeUnsaid(tx: Tx): Promise<number> {
  const [company, now] = [tx.ctx.companyId, tx.ctx.now];
  const unsaid = await tx.rows<Unsaid>(UNSAID, [company, hourAgo(tx)]);
  if (unsaid.length === 0) return 0;
  for (const kind of ['asked', 'decided'] as const) {
    const users = unsaid.filter((each) => each.kind === kind).map(({ userId }) => userId);
    const keys = arrays.uuid(users, (id) => id);
    if (users.length > 0) await tx.run(SAID, [company, keys, now, kind]);
  }
  const ids = arrays.uuid([...new Set(unsaid.map(({ userId }) => userId))], (id) => id);
  const people = await tx.rows<Reader & { id: UserId; waiting: number }>(PEOPLE, [company, ids]);
  const printing = await readCompany(tx);
  const letters = people.flatMap(({ id, email: to, language, waiting }) =>
    unsaid
      .filter(({ userId }) => userId === id)
      .map(({ kind, unsaid: told }) => ({ kind, count: kind === 'asked' ? waiting : told }))
      .filter(({ count }) => count > 0)
      .map((each) => ({ ...digest(each, printedLanguage(printing, language)), to, recordId: id })),
  );
  if (letters.length > 0) await queueEmails(tx, letters);
  return unsaid.length;
}

function digest(
  { kind, count }: { readonly kind: LetterKind; readonly count: number },
  language: DocumentLanguage,
) {
  const { approvals, waiting, decidedSince } = letterWords(language);
  const records = countedRecords(language, count);
  const message = filled(kind === 'asked' ? waiting : decidedSince, { records });
  const record = { object: approvals, title: records, path: '/record-approvals' };
  const data = { message, rule: { name: approvals }, record, fields: {} };
  return { templateCode: RECORD_NOTICE, data, object: 'user', language } as const;
}
