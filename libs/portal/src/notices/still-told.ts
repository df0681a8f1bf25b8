import { accountsAbove } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import { PORTAL_RIGHTS, type PortalRight, type PortalUserId } from '../actors/portal-actor.js';
import { mayAct, type Member } from '../credentials/member.js';
import type { NoticeDigest } from './notice-category.js';
import { noticeKindRules, type NoticeKind } from './notice-kind.js';
import { TOLD_USERS } from './notice.sql.js';
import {
  accountsOfRecords,
  REACHED_OBJECTS,
  Reached,
  reachedBy,
  type AccountOfRecord,
  type UserAtAccount,
} from './reached-records.js';

/** A user who may be told, with how they are written to. */
export interface ToldUser extends Member {
  readonly contactId: Id<'contact'> | null;
  readonly locale: string | null;
  readonly timeZone: string | null;
  readonly digest: NoticeDigest;
}

export const rightsOfMember = (user: Member): ReadonlySet<PortalRight> =>
  new Set(PORTAL_RIGHTS.filter((right) => user[right]));

/** What names a record. */
export interface ToldOf {
  readonly object: string;
  readonly recordId: string;
}

export type Records = ReadonlyMap<string, AccountOfRecord>;

/** The records among these that are customers', and are there. */
export async function recordsNamed(tx: Tx, all: readonly ToldOf[]): Promise<Records> {
  const found = await Promise.all(
    Object.keys(REACHED_OBJECTS).map((object) =>
      accountsOfRecords(tx, object, recordIdsOf(all, object)),
    ),
  );
  return new Map(found.flat().map((record) => [record.id, record]));
}

export function recordIdsOf(all: readonly ToldOf[], object: string): string[] {
  return [...new Set(all.filter((each) => each.object === object).map((each) => each.recordId))];
}

/** Users who may act, and beside which accounts of the records they stand. */
export interface UsersAtRecords {
  readonly users: readonly ToldUser[];
  readonly atAccounts: readonly UserAtAccount[];
}

/** Whom to ask for beside those of the records. */
interface AskedUsers {
  readonly ledgers?: readonly string[];
  readonly accounts?: readonly string[];
  readonly named: readonly string[];
}

/** The users of accounts in whose trees the records are, of partners and vendors, and those that are named. */
export async function usersAtRecords(
  tx: Tx,
  records: Records,
  { ledgers = [], accounts: more = [], named }: AskedUsers,
): Promise<UsersAtRecords> {
  const ofRecords = [...records.values()].map(({ accountId }) => accountId);
  const accounts = [...new Set([...ofRecords, ...(more as readonly AccountId[])])];
  const above = await accountsAbove(tx, accounts);
  const parties = [...new Set(above.map(({ aboveId }) => aboveId))];
  const params = [tx.ctx.companyId, parties, [...new Set(ledgers)], [...new Set(named)]];
  const users = (await tx.rows<ToldUser>(TOLD_USERS, params)).filter(mayAct);
  const below = new Map<string, AccountId[]>();
  for (const { accountId, aboveId } of above) {
    below.set(aboveId, [...(below.get(aboveId) ?? []), accountId]);
  }
  const atAccounts = users.flatMap((user) => {
    const { id: userId, contactId, accessLevel: level, role, directory, partyId } = user;
    if (directory !== 'customer') return [];
    const tree = level === 'account_tree' ? (below.get(partyId) ?? []) : [];
    // What is theirs wherever it moves is asked for beside their own account.
    return [...new Set([partyId as AccountId, ...tree])].map((accountId): UserAtAccount => {
      const rights = rightsOfMember(user);
      return { userId, contactId, accountId, level, role, rights };
    });
  });
  return { users, atAccounts };
}

/** Which of the users reach which of the records, each as far as they see. */
export async function reachOfUsers(
  tx: Tx,
  all: readonly ToldOf[],
  users: readonly UserAtAccount[],
  level?: 'own',
): Promise<Reached> {
  const reached = new Reached();
  for (const object of Object.keys(REACHED_OBJECTS)) {
    reached.addAll(await reachedBy(tx, object, recordIdsOf(all, object), users, level));
  }
  return reached;
}

/** Whether a user has the right to the record itself; what is no customer's is not asked here. */
export function seesObject(user: Member, object: string): boolean {
  const needs = REACHED_OBJECTS[object]?.needs ?? null;
  return needs === null || user[needs];
}

interface Noticed extends ToldOf {
  readonly userId: PortalUserId;
  readonly kind: NoticeKind;
}

export interface StillTold {
  /** Those who may still act. */
  readonly users: ReadonlyMap<PortalUserId, ToldUser>;
  /** Whether right and reach still hold. */
  isTold(notice: Noticed): boolean;
}

/** Whether users whom something was told once would be told of it now. */
export async function stillTold(tx: Tx, notices: readonly Noticed[]): Promise<StillTold> {
  const records = await recordsNamed(tx, notices);
  const named = notices.map(({ userId }) => userId);
  const { users, atAccounts } = await usersAtRecords(tx, records, { named });
  const reached = await reachOfUsers(tx, notices, atAccounts);
  const byId = new Map(users.map((user) => [user.id, user]));
  return {
    users: byId,
    isTold({ userId, kind, object, recordId }) {
      const user = byId.get(userId);
      const { needs } = noticeKindRules(kind);
      if (!user || !needs.every((right) => user[right])) return false;
      if (!seesObject(user, object)) return false;
      return !(object in REACHED_OBJECTS) || reached.has(userId, recordId);
    },
  };
}
