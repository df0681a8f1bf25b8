import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type Id, type Instant } from '@quittance/kernel';
import { decidersOfRequests } from '../approvals/decisions/deciders.js';
import { nextGathering } from './gathering-time.js';
import { localesOfUsers } from './locales-of-users.js';
import {
  NOTICE_CATEGORY_RULES,
  type NoticeCategory,
  type NoticeChoice,
} from './notice-category.js';
import { noticeKindRules, type NoticeKind } from './notice-kind.js';
import type { Tidings } from './notice-of-event.js';
import { noticeRecipients, type NoticeCandidate } from './notice-recipients.js';
import type { NoticeFacts } from './notice-text.js';
import { CHOICES, FOLLOWERS, TELL } from './notice.sql.js';
import { REACHED_OBJECTS, Reached, type AccountOfRecord } from './reached-records.js';
import {
  reachOfUsers,
  recordsNamed,
  rightsOfMember,
  seesObject,
  usersAtRecords,
  type ToldUser,
  type UsersAtRecords,
} from './still-told.js';

/** A user who was just told of something, and how they wanted to be. */
export interface ToldNotice {
  readonly id: Id<'notice'>;
  readonly kind: NoticeKind;
  readonly object: string;
  readonly recordId: string;
  /** What the event itself was about: a payment, where the notice leads to its invoice. */
  readonly eventRecordId: string;
  readonly source: string;
  readonly facts: NoticeFacts;
  readonly user: Pick<ToldUser, 'id' | 'directory' | 'email' | 'name' | 'partyName'>;
  /** In which the user is written to. */
  readonly locale: string;
  readonly choice: NoticeChoice;
  /** An e-mail leaves by itself: it is wanted, and not gathered with others. */
  readonly mailsNow: boolean;
}

/**
 * Tells users of the portals what has happened, any number of things at once: who has the right to
 * it and reaches the record now, as the database is. Nobody is told twice of one thing. Answers
 * whom it has told.
 */
export async function tellUsers(tx: Tx, all: readonly Tidings[]): Promise<readonly ToldNotice[]> {
  if (all.length === 0) return [];
  const told = await recipientsOf(tx, all);
  if (told.length === 0) return [];
  const { timeZone } = await readCompany(tx);
  const localeOf = await localesOfUsers(
    tx,
    told.map(({ user }) => user),
  );
  const rows = told.map(({ tidings, facts, user, choice }) => {
    const { source, kind, object, recordId, eventRecordId } = tidings;
    const { category } = noticeKindRules(kind);
    const due = isMailed({ kind, choice }) ? mailDueAt(kind, user, tx.ctx.now, timeZone) : null;
    const notice = { id: newId<'notice'>(), source, kind, category, object, recordId, facts };
    const stored = { portalUserId: user.id, inApp: choice.app, mailDueAt: due };
    return { ...notice, ...stored, user, choice, eventRecordId, locale: localeOf(user) };
  });
  const stored = await TELL.rows<{ id: string }>(tx, TELL.columns(rows));
  const fresh = new Set(stored.map(({ id }) => id));
  return rows
    .filter(({ id }) => fresh.has(id))
    .map((row) => ({ ...row, mailsNow: isMailed(row) && row.mailDueAt === null }));
}

function isMailed({ kind, choice }: Pick<ToldNotice, 'kind' | 'choice'>): boolean {
  return choice.mail && noticeKindRules(kind).mails !== false;
}

/** Null: it leaves at once. */
function mailDueAt(
  kind: NoticeKind,
  { digest, timeZone }: ToldUser,
  now: Instant,
  usual: string,
): Instant | null {
  const { category, gathers } = noticeKindRules(kind);
  const waits = gathers !== false && NOTICE_CATEGORY_RULES[category].gathers;
  return waits && digest !== 'off' ? nextGathering(digest, now, timeZone ?? usual) : null;
}

interface Told {
  readonly tidings: Tidings;
  readonly facts: NoticeFacts;
  readonly user: ToldUser;
  readonly choice: NoticeChoice;
}

interface Candidate extends NoticeCandidate {
  readonly user: ToldUser;
}

async function recipientsOf(tx: Tx, all: readonly Tidings[]): Promise<readonly Told[]> {
  const records = await recordsNamed(tx, all);
  const users = await usersAtRecords(tx, records, {
    ledgers: all.flatMap(({ partnerId, vendorId }) => partnerId ?? vendorId ?? []),
    named: all.flatMap(({ named }) => named),
  });
  if (users.users.length === 0) return [];
  const asked = all.filter(({ kind }) => kind === 'approval_asked');
  const [level, own, choices, followed, decides] = await Promise.all([
    reachOfUsers(tx, all, users.atAccounts),
    reachOfUsers(tx, all, users.atAccounts, 'own'),
    choicesOf(tx, users.users),
    followedBy(tx, all),
    decidersOfRequests(
      tx,
      asked.map(({ recordId }) => recordId),
    ),
  ]);
  const near = nearby(users);
  return all.flatMap((tidings) => {
    const { kind, recordId, named, actorId } = tidings;
    const record = records.get(recordId);
    const { category } = noticeKindRules(kind);
    const candidates = near(tidings, record).map((user): Candidate => ({
      user,
      userId: user.id,
      role: user.role,
      rights: rightsOfMember(user),
      reached: isReached(tidings, user, level),
      own: own.has(user.id, recordId) || followed.has(user.id, recordId),
      named: named.includes(user.id),
      decides: decides(recordId, user),
      actor: actorId === user.id,
      choice: choices.get(`${user.id}/${category}`),
    }));
    const facts = record?.number ? { number: record.number, ...tidings.facts } : tidings.facts;
    return noticeRecipients(kind, candidates).map(({ user: { user }, choice }) => ({
      tidings,
      facts,
      user,
      choice,
    }));
  });
}

/** The rights beside those of the kind itself: of a file that of the record it hangs on. */
function isReached(tidings: Tidings, user: ToldUser, level: Reached): boolean {
  const { object, recordId, partnerId, vendorId, named } = tidings;
  if (object in REACHED_OBJECTS) return seesObject(user, object) && level.has(user.id, recordId);
  const isNamed = named.includes(user.id);
  if (vendorId !== null) return user.directory === 'vendor' && user.partyId === vendorId;
  if (partnerId === null) return isNamed;
  const isOpen = isNamed || object !== 'deal-registration' || user.seeAllQuotes;
  return user.partyId === partnerId && isOpen;
}

type Near = (tidings: Tidings, record: AccountOfRecord | undefined) => readonly ToldUser[];

/** Of the users those that something can be about at all: a set tells of many accounts. */
function nearby({ users, atAccounts }: UsersAtRecords): Near {
  const byId = new Map<string, ToldUser>(users.map((user) => [user.id, user]));
  const byPlace = new Map<string, Set<ToldUser>>();
  const place = (at: string, user: ToldUser | undefined) => {
    if (user) byPlace.set(at, (byPlace.get(at) ?? new Set()).add(user));
  };
  for (const { accountId, userId } of atAccounts) place(accountId, byId.get(userId));
  // A ledger account may be both: what is told to its partners is not to its vendors.
  for (const user of users) place(`${user.directory} ${user.partyId}`, user);
  return ({ partnerId, vendorId, named }, record) => {
    const places = [
      record?.accountId,
      partnerId && `partner ${partnerId}`,
      vendorId && `vendor ${vendorId}`,
    ].flatMap((at) => at ?? []);
    const there = places.flatMap((at) => [...(byPlace.get(at) ?? [])]);
    return [...new Set([...there, ...named.flatMap((id) => byId.get(id) ?? [])])];
  };
}

async function choicesOf(
  tx: Tx,
  users: readonly ToldUser[],
): Promise<ReadonlyMap<string, NoticeChoice>> {
  type Row = NoticeChoice & { readonly userId: string; readonly category: NoticeCategory };
  const params = [tx.ctx.companyId, users.map(({ id }) => id)];
  const rows = await tx.rows<Row>(CHOICES, params);
  return new Map(rows.map((row) => [`${row.userId}/${row.category}`, row]));
}

async function followedBy(tx: Tx, all: readonly Tidings[]): Promise<Reached> {
  const ids = [...new Set(all.map(({ recordId }) => recordId))];
  const params = [tx.ctx.companyId, ids];
  const rows = await tx.rows<{ userId: string; recordId: string }>(FOLLOWERS, params);
  const followed = new Reached();
  for (const { userId, recordId } of rows) followed.add(userId, recordId);
  return followed;
}
