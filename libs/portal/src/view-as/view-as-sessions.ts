import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { notFound, type Ctx, type Instant, type UserId } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';
import type { PortalUserId } from '../actors/portal-actor.js';
import { MEMBER_PARTIES } from '../credentials/member.js';
import type { ViewAsSessionId } from './start-view-as.js';

/** Somebody of the staff who looks, or has looked, at a portal as one of its users. */
export interface ViewAsSession {
  readonly id: ViewAsSessionId;
  readonly portalUserId: PortalUserId;
  readonly portalUserName: string;
  readonly staffId: UserId;
  readonly staffName: string;
  readonly reason: string;
  readonly createdAt: Instant;
  /** Null where the code was not taken. */
  readonly beganAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly endedAt: Instant | null;
}

const MOST_SHOWN = 200;

const OF_USERS = `select f.id, f.portal_user_id as "portalUserId", u.name as "portalUserName",
    f.staff_id as "staffId", f.staff_name as "staffName", f.reason, f.created_at as "createdAt",
    f.began_at as "beganAt", f.ends_at as "endsAt", f.ended_at as "endedAt"
  from portal.view_as_session f
  join portal.portal_user u on u.company_id = $1 and u.id = f.portal_user_id
  ${MEMBER_PARTIES}
  cross join lateral (select coalesce(a.owner_id, l.owner_id) as owner_id) p
  where f.company_id = $1`;

const END = sql(`
  update portal.view_as_session set ended_at = now()
  where company_id = $1 and id = $2 and ended_at is null
    and (ends_at is null or ends_at > now())`);

/** The last ones, of users whom the caller reaches; by view_as_session_list_index. */
export function viewAsSessions(tx: Tx, of?: PortalUserId): Promise<ViewAsSession[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = rowScope.owned(tx.ctx, 'portal-users', 'p', bind) ?? 'true';
  const one = of === undefined ? '' : ` and f.portal_user_id = ${bind(of)}`;
  return tx.rows<ViewAsSession>(
    `${OF_USERS}${one} and ${scope} order by f.created_at desc, f.id limit ${MOST_SHOWN}`,
    params,
  );
}

/** Ends a view at once, its token included, or makes a code worthless that nobody has taken. */
@Injectable()
export class EndViewAs {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, id: ViewAsSessionId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const params: unknown[] = [ctx.companyId, id];
      const bind = (value: unknown) => `$${params.push(value)}`;
      const scope = rowScope.owned(ctx, 'portal-users', 'p', bind) ?? 'true';
      const found = await tx.maybe<ViewAsSession>(`${OF_USERS} and f.id = $2 and ${scope}`, params);
      if (!found) throw notFound({ object: 'view' });
      const ended = await tx.run(END, [ctx.companyId, id]);
      const about = { object: 'view-as-session', recordId: id };
      const after = { portalUserId: found.portalUserId, ended: ended > 0 };
      audit(tx, { action: 'portal_user.view_as_ended', ...about, after });
    });
  }
}
