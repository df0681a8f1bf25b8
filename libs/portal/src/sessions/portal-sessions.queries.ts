import { sql, type Tx } from '@quittance/database';
import { notFound, type Instant, type SessionId } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import type { Channel } from './portal-session.js';

/** A live session as its user, and whoever administers them, sees it. */
export interface PortalSessionView {
  readonly id: SessionId;
  /** What the client said it is. */
  readonly device: string | null;
  readonly channel: Channel;
  /** The network it was last used from: of an address the first three numbers. */
  readonly address: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly current: boolean;
}

interface Row extends Omit<PortalSessionView, 'address'> {
  readonly ip: string | null;
}

const COLUMNS = `f.id, f.user_agent as device, f.channel, f.ip, f.created_at as "createdAt",
  f.last_used_at as "lastUsedAt", f.id is not distinct from $3::uuid as current`;
const LIVE = `f.company_id = $1 and f.revoked_at is null and f.expires_at > now()`;
const ORDER = `order by current desc, f.last_used_at desc, f.id desc limit 200`;

/** By refresh_family_user_index. */
const OF_USER = sql(`
  select ${COLUMNS} from portal.refresh_family f
  where ${LIVE} and f.portal_user_id = $2 ${ORDER}`);

/** By primary key. */
const ONE_OF_USER = sql(`
  select ${COLUMNS} from portal.refresh_family f
  where ${LIVE} and f.portal_user_id = $2 and f.id = $4`);

/** The live sessions of a user: that of the request first, then the last used. */
export async function sessionsOf(tx: Tx, id: PortalUserId): Promise<PortalSessionView[]> {
  const { companyId, sessionId = null } = tx.ctx;
  const rows = await tx.rows<Row>(OF_USER, [companyId, id, sessionId]);
  return rows.map(shown);
}

/** One of them. @throws DomainError not_found for one that is another's, unknown or over */
export async function sessionOf(
  tx: Tx,
  id: PortalUserId,
  which: SessionId,
): Promise<PortalSessionView> {
  const { companyId, sessionId = null } = tx.ctx;
  const row = await tx.maybe<Row>(ONE_OF_USER, [companyId, id, sessionId, which]);
  if (!row) throw notFound({ object: 'session' });
  return shown(row);
}

const shown = ({ ip, ...row }: Row): PortalSessionView => ({ ...row, address: networkOf(ip) });

/** `203.0.113.0/24`, of IPv6 the network of 48 bits: where, and not who. */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain);
  if (four) return `${four[1]}.0/24`;
  const [head = ''] = plain.split('::');
  const parts = head.split(':').filter(Boolean).slice(0, 3);
  return `${parts.join(':')}::/48`;
}
