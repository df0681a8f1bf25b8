import { Inject, Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { CONFIG, type Config } from '@quittance/config';
import { Database, databaseBusy, namedSql, sql, type Tx } from '@quittance/database';
import { invalidField, newId, notFound, type Id, type Instant } from '@quittance/kernel';
import { outgoing } from '@quittance/webhooks';
import { createHash } from 'node:crypto';
import type { PortalCtx } from '../actors/portal-actor.js';
import { lockSender } from '../uploads/lock-sender.js';
import { faultOfKeys, type PushTarget } from './push-crypto.js';
import { PushVault } from './push-vault.js';

export type PushSubscriptionId = Id<'push subscription'>;

/** A browser that shows notices of itself. */
export interface PushSubscriptionView {
  readonly id: PushSubscriptionId;
  /** Of the push service: the address itself is a secret. */
  readonly host: string;
  readonly createdAt: Instant;
  /** Of the session that asks. */
  readonly current: boolean;
}

export interface OwnPushes {
  /** What a browser subscribes with, as `applicationServerKey`. */
  readonly publicKey: string;
  readonly subscriptions: readonly PushSubscriptionView[];
}

/** Browsers of a user: of more the oldest goes, which nobody may have opened for long. */
const MOST = 10;

/** So many others at once are no people. */
const MOST_TRIES = 10;

const VIEW = `s.id, s.host, s.created_at as "createdAt", s.session_id = $3 as current`;

/** By push_subscription_user_index; whose session is over is told of nothing any more. */
const FIND = sql(`
  select ${VIEW} from portal.push_subscription s
  join portal.refresh_family f on f.company_id = $1 and f.id = s.session_id
    and f.revoked_at is null and f.expires_at > now()
  where s.company_id = $1 and s.portal_user_id = $2
  order by s.created_at desc, s.id`);

/**
 * A browser has one address for all who use it: it is that of who asked last. Nothing that waits
 * for somebody else before is shown there.
 */
const TAKE_OVER = sql(`
  delete from portal.push_subscription
  where company_id = $1 and endpoint_hash = $2 returning id`);

const KEEP = namedSql(
  `insert into portal.push_subscription (company_id, id, portal_user_id, session_id,
     endpoint_hash, host, target, created_at)
   values (:companyId, :id, :portalUserId, :sessionId, :endpointHash, :host, :target, now())
   on conflict (company_id, endpoint_hash) do nothing returning id`,
  {
    values: {
      id: 'uuid',
      portalUserId: 'uuid',
      sessionId: 'uuid',
      endpointHash: 'bytea',
      host: 'text',
      target: 'jsonb',
    },
  },
);

/** By push_subscription_user_index, beside the one that is added. */
const MAKE_ROOM = sql(`
  delete from portal.push_subscription d where d.company_id = $1 and d.id in (
    select o.id from portal.push_subscription o
    where o.company_id = $1 and o.portal_user_id = $2
    order by o.created_at desc, o.id desc offset ${MOST - 1})`);

const END = sql(`
  delete from portal.push_subscription
  where company_id = $1 and portal_user_id = $2 and id = $3`);
const END_OF_SESSION = sql(`
  delete from portal.push_subscription
  where company_id = $1 and portal_user_id = $2 and session_id = $3 returning id`);

/** In which browsers a user is told of things, each asked for in that browser. */
@Injectable()
export class KeepPushes {
  constructor(
    private readonly db: Database,
    private readonly vault: PushVault,
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'webhooksAllowPrivate' | 'staffPublicUrl' | 'portalPublicUrl'
    >,
  ) {}

  find(ctx: PortalCtx): Promise<OwnPushes> {
    const { portalUserId, sessionId } = ctx.portal;
    return this.db.write(
      ctx,
      async (tx) => {
        const { publicKey } = await this.vault.keyOf(tx);
        const params = [ctx.companyId, portalUserId, sessionId];
        return { publicKey, subscriptions: await tx.rows<PushSubscriptionView>(FIND, params) };
      },
      { answers: false },
    );
  }

  /** The same browser again stands in its own place. @throws DomainError validation_failed */
  execute(ctx: PortalCtx, asked: PushTarget): Promise<PushSubscriptionView> {
    const target = this.judged(asked);
    return this.db.write(ctx, (tx) => this.keep(tx, ctx, target));
  }

  /** Ends those of one browser. @throws DomainError not_found */
  async end(ctx: PortalCtx, id: PushSubscriptionId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const ended = await tx.run(END, [ctx.companyId, ctx.portal.portalUserId, id]);
      if (ended === 0) throw notFound({ object: 'push-subscription' });
      tell(tx, ctx, 'portal_user.push_ended', { id });
    });
  }

  /** Ends those of the session that asks; none is as good as one. */
  async endOfSession(ctx: PortalCtx): Promise<void> {
    const { portalUserId, sessionId } = ctx.portal;
    await this.db.write(ctx, async (tx) => {
      const params = [ctx.companyId, portalUserId, sessionId];
      const ended = await tx.rows<{ id: PushSubscriptionId }>(END_OF_SESSION, params);
      tell(tx, ctx, 'portal_user.push_ended', { ids: ended.map(({ id }) => id) });
    });
  }

  /** Pushes go where others say, as webhooks do, and are held to the same. */
  private judged({ endpoint, keys: { p256dh, auth } }: PushTarget): PushTarget {
    const { webhooksAllowPrivate: allowPrivate, staffPublicUrl, portalPublicUrl } = this.config;
    const ownHosts = [staffPublicUrl, portalPublicUrl].map((url) => new URL(url).hostname);
    const verdict = outgoing.judge(endpoint, { allowPrivate, ownHosts });
    if ('code' in verdict) throw invalidField('/endpoint', verdict.code, verdict.message);
    const fault = faultOfKeys({ p256dh, auth });
    if (fault) throw invalidField(`/keys/${fault}`, 'format', 'is no key that a browser makes');
    return { endpoint: verdict.url, keys: { p256dh, auth } };
  }

  private async keep(tx: Tx, ctx: PortalCtx, target: PushTarget): Promise<PushSubscriptionView> {
    const { portalUserId, sessionId } = ctx.portal;
    const { companyId } = ctx;
    // What one user asks for is counted one after the other.
    await lockSender(tx, portalUserId);
    const endpointHash = createHash('sha256').update(target.endpoint).digest();
    await tx.run(MAKE_ROOM, [companyId, portalUserId]);
    const id = newId<'push-subscription'>();
    const { hostname: host } = new URL(target.endpoint);
    const sealed = this.vault.sealTarget(target, { companyId, id });
    const kept = { id, portalUserId, sessionId, endpointHash, host };
    await takeOver(tx, { ...kept, target: sealed });
    tell(tx, ctx, 'portal_user.push_asked', { id, host });
    return tx.one<PushSubscriptionView>(
      sql(`select ${VIEW} from portal.push_subscription s where s.company_id = $1 and s.id = $2`),
      [companyId, id, sessionId],
    );
  }
}

type Kept = Parameters<typeof KEEP.maybe>[1];

/**
 * Somebody else who asks in the same browser at once has it first, and then has it no more: a
 * statement waits for theirs, and the next one sees it.
 */
async function takeOver(tx: Tx, kept: Kept): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await tx.run(TAKE_OVER, [tx.ctx.companyId, kept.endpointHash]);
    if (await KEEP.maybe(tx, kept)) return;
  }
  throw databaseBusy({}, { retryAfter: 1 });
}

function tell(tx: Tx, { portal }: PortalCtx, action: string, after: object): void {
  const about = { object: 'portal-user', recordId: portal.portalUserId };
  audit(tx, { action, ...about, after: { ...after } });
}
