import { namedSql, sql, type Tx } from '@quittance/database';
import type { AccountId, Instant, SessionId } from '@quittance/kernel';
import type { PortalDirectory, PortalUserId } from '@quittance/portal';
import { usageChannelOf } from './usage-channel.js';
import type { UsageChannel, UsageEventId, UsageName, UsageProps } from './usage-event.js';

/** A use as it is written. */
export interface NewUsage {
  readonly id: UsageEventId;
  readonly at: Instant;
  readonly directory: PortalDirectory;
  readonly portalUserId: PortalUserId | null;
  readonly accountId: AccountId | null;
  readonly channel: UsageChannel;
  readonly name: UsageName;
  readonly object: { readonly type: string; readonly id: string } | null;
  readonly props: UsageProps;
}

/** What came before stays: of a business event that is handed over twice there is one use. */
const KEEP = namedSql(
  `insert into analytics.usage_event (company_id, id, at, directory, portal_user_id, account_id,
     channel, name, object_type, object_id, props)
   select k.id, r.id, r.at, r.directory, r.portal_user_id, r.account_id, r.channel, r.name,
     r.object_type, r.object_id, r.props::jsonb
   from company.pub_company k cross join :rows as r where k.id = :companyId
   on conflict (company_id, id) do nothing`,
  {
    rows: {
      id: 'uuid',
      at: 'timestamptz',
      directory: 'text',
      portalUserId: 'uuid',
      accountId: 'uuid',
      channel: 'text',
      name: 'text',
      objectType: 'text',
      objectId: 'uuid',
      props: 'text',
    },
  },
);

/** Writes uses, in one statement for any number. */
export async function storeUsage(tx: Tx, events: readonly NewUsage[]): Promise<void> {
  if (events.length === 0) return;
  const rows = KEEP.columns(events, {
    id: ({ id }) => id,
    at: ({ at }) => at,
    directory: ({ directory }) => directory,
    portalUserId: ({ portalUserId }) => portalUserId,
    accountId: ({ accountId }) => accountId,
    channel: ({ channel }) => channel,
    name: ({ name }) => name,
    objectType: ({ object }) => object?.type ?? null,
    objectId: ({ object }) => object?.id ?? null,
    props: ({ props }) => JSON.stringify(props),
  });
  await KEEP.run(tx, rows);
}

interface SessionRow {
  readonly id: SessionId;
  readonly portalUserId: PortalUserId;
  readonly channel: string;
  readonly userAgent: string | null;
}

const COLUMNS = `s.id, s.portal_user_id as "portalUserId", s.channel, s.user_agent as "userAgent"`;

/** By primary key. */
const SESSIONS = sql(`
  select ${COLUMNS} from portal.pub_session s
  where s.company_id = $1 and s.id = any($2::uuid[])`);

/** The session that each user has used last, by refresh_family_user_index. */
const LATEST = sql(`
  select distinct on (s.portal_user_id) ${COLUMNS} from portal.pub_session s
  where s.company_id = $1 and s.portal_user_id = any($2::uuid[])
  order by s.portal_user_id, s.last_used_at desc, s.id`);

/** How the holders of sessions use the portal. */
export async function channelsOfSessions(
  tx: Tx,
  ids: readonly SessionId[],
): Promise<ReadonlyMap<string, UsageChannel>> {
  const rows = await tx.rows<SessionRow>(SESSIONS, [tx.ctx.companyId, [...new Set(ids)]]);
  return new Map(rows.map((row) => [row.id, usageChannelOf(row)]));
}

/** How users use the portal, by the session that they have used last. */
export async function channelsOfUsers(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UsageChannel>> {
  const rows = await tx.rows<SessionRow>(LATEST, [tx.ctx.companyId, [...new Set(ids)]]);
  return new Map(rows.map((row) => [row.portalUserId, usageChannelOf(row)]));
}

export interface UsingUser {
  readonly id: PortalUserId;
  readonly directory: PortalDirectory;
  readonly accountId: AccountId | null;
}

/** By primary key. */
const USERS = sql(`
  select u.id, u.directory, u.account_id as "accountId" from portal.pub_user u
  where u.company_id = $1 and u.id = any($2::uuid[])`);

/** Of whom the users are. */
export async function usingUsers(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UsingUser>> {
  const rows = await tx.rows<UsingUser>(USERS, [tx.ctx.companyId, [...new Set(ids)]]);
  return new Map(rows.map((row) => [row.id, row]));
}
