import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@quittance/database';
import type { CompanyId, Ctx, SessionId } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import { reachOfUsers, recordsNamed, seesObject, usersAtRecords } from '../notices/still-told.js';
import { isReadByOthers, reachOfOthers } from './others-reach.js';
import type { PortalChange } from './portal-change.js';
import { TOLD_DOCUMENT, ShownDocuments } from './shown-documents.js';

/** Somebody who looks: a user in a session. */
export interface Looking {
  readonly userId: PortalUserId;
  readonly sessionId: SessionId;
}

/** What those who look are told. */
export interface ToldChanges {
  /** Those whose session has ended, or who may not act any more. */
  readonly gone: ReadonlySet<SessionId>;
  /** Of each user what they reach, in order. */
  readonly of: (userId: PortalUserId) => readonly PortalChange[];
}

const RECENT = sql(`
  select company_id as "companyId", id, portal_user_id as "portalUserId", object,
    record_id as "recordId", version, change
  from portal.door_recent_changes($1::uuid[])`);

/** By primary key. */
const LIVE = sql(`
  select f.id from portal.refresh_family f
  where f.company_id = $1 and f.id = any($2::uuid[]) and f.revoked_at is null
    and f.expires_at > now()`);

/** So many changes of a company are told to who comes back; of more only that there were. */
const MOST_SINCE = 1000;

/** By change_at_index: what came after one, and a little before, as they are not stored in order. */
const SINCE = sql(`
  select $1::uuid as "companyId", c.id, c.portal_user_id as "portalUserId", c.object,
    c.record_id as "recordId", c.version, c.change
  from portal.change l
  join portal.change c on c.company_id = $1 and c.at > l.at - interval '10 seconds'
  where l.company_id = $1 and l.id = $2 and c.id <> l.id
  order by c.at, c.id limit ${MOST_SINCE}`);

/** What has changed, and who may hear of it. */
@Injectable()
export class ReadChanges {
  constructor(private readonly db: Database) {}

  /** What has changed in these companies in the last seconds, the oldest first; one question. */
  async recent(companies: readonly CompanyId[]): Promise<readonly PortalChange[]> {
    return (await this.db.door<PortalChange>(RECENT, [companies])).reverse();
  }

  /** What came after a change; undefined where that is not kept any more, or is too much. */
  async since(ctx: Ctx, id: string): Promise<readonly PortalChange[] | undefined> {
    const rows = await this.db.read(ctx, (tx) => tx.rows<PortalChange>(SINCE, [ctx.companyId, id]));
    if (rows.length === MOST_SINCE) return undefined;
    return rows.length > 0 || (await this.isKept(ctx, id)) ? rows : undefined;
  }

  private async isKept(ctx: Ctx, id: string): Promise<boolean> {
    const found = await this.db.read(ctx, (tx) => tx.maybe(KEPT, [ctx.companyId, id]));
    return found !== undefined;
  }

  /**
   * Which of the changes each of those who look may hear of, by rights and reach as they are now:
   * few statements, however many look.
   */
  execute(
    ctx: Ctx,
    looking: readonly Looking[],
    changes: readonly PortalChange[],
  ): Promise<ToldChanges> {
    return this.db.read(ctx, (tx) => tell(tx, looking, changes));
  }
}

const KEPT = sql(`select 1 from portal.change where company_id = $1 and id = $2`);

async function tell(
  tx: Tx,
  looking: readonly Looking[],
  changes: readonly PortalChange[],
): Promise<ToldChanges> {
  const sessions = [tx.ctx.companyId, looking.map(({ sessionId }) => sessionId)];
  const named = [...new Set(looking.map(({ userId }) => userId))];
  const documents = await ShownDocuments.among(tx, changes);
  // What a document hangs on is reached as its own changes are.
  const asked = [...changes, ...documents.holders];
  const records = await recordsNamed(tx, asked);
  const [live, { users, atAccounts }] = await Promise.all([
    tx.rows<{ id: SessionId }>(LIVE, sessions),
    usersAtRecords(tx, records, { named, accounts: documents.accounts }),
  ]);
  const here = atAccounts.filter(({ userId }) => named.includes(userId));
  const reached = await reachOfUsers(tx, asked, here);
  const theirs = users.filter(({ id }) => named.includes(id));
  reached.addAll(await reachOfOthers(tx, asked, theirs));
  const alive = new Set(live.map(({ id }) => id));
  const byId = new Map(users.map((user) => [user.id, user]));
  const gone = looking.filter(
    ({ userId, sessionId }) => !alive.has(sessionId) || !byId.has(userId),
  );
  return {
    gone: new Set(gone.map(({ sessionId }) => sessionId)),
    of: (userId) => {
      const user = byId.get(userId);
      if (!user) return [];
      return changes.filter(({ portalUserId, object, recordId }) => {
        if (portalUserId !== null) return portalUserId === userId;
        if (object === TOLD_DOCUMENT) return documents.isShown(recordId, user, reached, here);
        // Of what partners have asked for they reach the files, and read no record.
        if (user.directory !== 'customer' && !isReadByOthers(object)) return false;
        return seesObject(user, object) && reached.has(userId, recordId);
      });
    },
  };
}
