import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config, type Sealed } from '@quittance/config';
import { Database, namedSql, sql, type Tx } from '@quittance/database';
import {
  addSeconds,
  newId,
  systemClock,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
  type Instant,
} from '@quittance/kernel';
import { outgoing, type Poster, type Sent } from '@quittance/webhooks';
import type { PortalUserId } from '../actors/portal-actor.js';
import { localesOfUsers } from '../notices/locales-of-users.js';
import type { NoticeKind } from '../notices/notice-kind.js';
import { noticePath, noticeTitle, type NoticeFacts } from '../notices/notice-text.js';
import { stillTold } from '../notices/still-told.js';
import { encryptPush, vapidHeader, type PushKey, type PushTarget } from './push-crypto.js';
import { PUSH_LIFE_SECONDS, pushOutcome } from './push-outcome.js';
import { PushVault } from './push-vault.js';

/** Of one company, and of all, so many are under way: no slow service keeps others waiting. */
const OF_COMPANY = 50;
const OF_ALL = 400;
/** A process that has ended by then is not heard of again; sending takes ten seconds at most. */
const LEASE_SECONDS = 60;

const DUE_COMPANIES = sql(`
  select company_id as "companyId" from portal.door_companies_with_due_push($1)`);

/**
 * By push_message_due_index; what another process has in hand is left to it. Asked for once, as the
 * claim of e-mails.
 */
const CLAIM = sql(`
  with due as materialized (
    select d.notice_id, d.subscription_id from portal.push_message d
    where d.company_id = $1 and d.due_at <= $2
    order by d.due_at limit $4 for update skip locked)
  update portal.push_message m set due_at = $3, attempts = m.attempts + 1
  from due
  where m.company_id = $1 and m.notice_id = due.notice_id
    and m.subscription_id = due.subscription_id
  returning m.notice_id as "noticeId", m.subscription_id as "subscriptionId", m.attempts,
    m.created_at as "createdAt"`);

/** Where they go and what they tell, as long as the session of the browser lives. */
const FIND = namedSql(
  `select r.notice_id as "noticeId", s.id as "subscriptionId", s.target,
     n.portal_user_id as "userId", n.kind, n.category, n.object, n.record_id as "recordId", n.facts
   from company.pub_company k
   cross join :rows as r
   join portal.notice n on n.company_id = :companyId and n.id = r.notice_id
   join portal.push_subscription s on s.company_id = :companyId and s.id = r.subscription_id
     and s.portal_user_id = n.portal_user_id
   join portal.refresh_family f on f.company_id = :companyId and f.id = s.session_id
     and f.revoked_at is null and f.expires_at > :now
   where k.id = :companyId`,
  { rows: { noticeId: 'uuid', subscriptionId: 'uuid' } },
);

/** By primary key. */
const FORGET = namedSql(
  `delete from portal.push_message m using :rows as r
   where m.company_id = :companyId and m.notice_id = r.notice_id
     and m.subscription_id = r.subscription_id`,
  { rows: { noticeId: 'uuid', subscriptionId: 'uuid' } },
);
const AGAIN = sql(`
  update portal.push_message set due_at = $4
  where company_id = $1 and notice_id = $2 and subscription_id = $3`);
/** What waits for the browser goes with it. */
const GONE = sql(`delete from portal.push_subscription where company_id = $1 and id = $2`);

interface Claimed {
  readonly noticeId: string;
  readonly subscriptionId: string;
  readonly attempts: number;
  readonly createdAt: Instant;
}

interface Found extends Named {
  readonly target: Sealed;
  readonly userId: PortalUserId;
  readonly kind: NoticeKind;
  readonly category: string;
  readonly object: string;
  readonly recordId: string;
  readonly facts: NoticeFacts;
}

/** A push that may leave, with what the browser is to show. */
interface Ready extends Claimed {
  readonly target: PushTarget;
  readonly key: PushKey;
  readonly text: string;
}

/**
 * Takes the pushes that are due to the push services of the browsers: as far as its user has the
 * right to what it tells of, and reaches it, now. Nothing is sent with a transaction open.
 */
@Injectable()
export class SendPushes implements OnApplicationShutdown {
  private readonly poster: Poster;
  private readonly underWay = new Map<Promise<void>, CompanyId>();

  constructor(
    private readonly db: Database,
    private readonly vault: PushVault,
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'webhooksAllowPrivate' | 'staffPublicUrl' | 'portalPublicUrl'
    >,
  ) {
    this.poster = outgoing.poster(config.webhooksAllowPrivate);
  }

  onApplicationShutdown(): void {
    this.poster.close();
  }

  /** Takes up what is due and waits for none of it; answers how many there were. */
  async execute(onError: (error: unknown) => void, clock: Clock = systemClock): Promise<number> {
    const due = await this.db.door<{ companyId: CompanyId }>(DUE_COMPANIES, [clock.now()]);
    let taken = 0;
    for (const { companyId } of due) {
      const room = this.roomFor(companyId);
      if (room <= 0) continue;
      const ctx = systemCtx(companyId, clock.now(), `push-${newId()}`);
      try {
        taken += await this.takeUp(ctx, room, clock, onError);
      } catch (error) {
        onError(error);
      }
    }
    return taken;
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.underWay.keys());
  }

  private roomFor(companyId: CompanyId): number {
    const own = [...this.underWay.values()].filter((each) => each === companyId).length;
    return Math.min(OF_COMPANY - own, OF_ALL - this.underWay.size);
  }

  private async takeUp(
    ctx: Ctx,
    room: number,
    clock: Clock,
    onError: (error: unknown) => void,
  ): Promise<number> {
    const { claimed, ready } = await this.db.write(ctx, (tx) => claim(tx, this.vault, room));
    for (const push of ready) {
      const work = this.send(ctx, push, clock)
        .catch(onError)
        .finally(() => this.underWay.delete(work));
      this.underWay.set(work, ctx.companyId);
    }
    return claimed;
  }

  private async send(ctx: Ctx, push: Ready, clock: Clock): Promise<void> {
    const { attempts, createdAt, noticeId, subscriptionId } = push;
    const sent = await this.post(push, clock.now());
    const now = clock.now();
    const outcome = sent
      ? pushOutcome(sent, { attempts, createdAt, now })
      : { is: 'gone' as const };
    await this.db.write({ ...ctx, now }, async (tx) => {
      const { companyId } = ctx;
      if (outcome.is === 'gone') await tx.run(GONE, [companyId, subscriptionId]);
      else if (outcome.is === 'done') await FORGET.run(tx, FORGET.columns([push]));
      else await tx.run(AGAIN, [companyId, noticeId, subscriptionId, outcome.at]);
    });
  }

  /** Undefined where the address is none that may be called any more. */
  private async post({ target, key, text }: Ready, now: Instant): Promise<Sent | undefined> {
    const { webhooksAllowPrivate: allowPrivate, staffPublicUrl, portalPublicUrl } = this.config;
    const ownHosts = [staffPublicUrl, portalPublicUrl].map((url) => new URL(url).hostname);
    const verdict = outgoing.judge(target.endpoint, { allowPrivate, ownHosts });
    if (!('url' in verdict)) return undefined;
    const headers = {
      authorization: vapidHeader(key, verdict.url, { contact: portalPublicUrl, now }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(PUSH_LIFE_SECONDS),
      urgency: 'normal',
    };
    return this.poster.post({ url: verdict.url, headers, body: encryptPush(target.keys, text) });
  }
}

/** What is due, leased; what nobody is to be told of any more is forgotten at once. */
async function claim(tx: Tx, vault: PushVault, room: number) {
  const { companyId, now } = tx.ctx;
  const params = [companyId, now, addSeconds(now, LEASE_SECONDS), room];
  const claimed = await tx.rows<Claimed>(CLAIM, params);
  if (claimed.length === 0) return { claimed: 0, ready: [] };
  const found = await FIND.rows<Found>(tx, FIND.columns(claimed));
  const { users, isTold } = await stillTold(tx, found);
  const localeOf = await localesOfUsers(tx, [...users.values()]);
  const key = await vault.keyOf(tx);
  const oldest = addSeconds(now, -PUSH_LIFE_SECONDS);
  const ready = claimed.flatMap((push): Ready[] => {
    if (push.createdAt < oldest) return [];
    const of = found.find((each) => isSame(each, push));
    const user = of && users.get(of.userId);
    if (!of || !user || !isTold(of)) return [];
    const { noticeId, subscriptionId: id } = push;
    const { kind, category, object, recordId, facts } = of;
    const title = noticeTitle(kind, facts, localeOf(user));
    const path = noticePath(user.directory, object, recordId);
    const text = JSON.stringify({ id: noticeId, kind, category, title, object, recordId, path });
    return [{ ...push, target: vault.openTarget(of.target, { companyId, id }), key, text }];
  });
  const left = claimed.filter((push) => !ready.some((each) => isSame(each, push)));
  if (left.length > 0) await FORGET.run(tx, FORGET.columns(left));
  return { claimed: claimed.length, ready };
}

type Named = Pick<Claimed, 'noticeId' | 'subscriptionId'>;

const isSame = (a: Named, b: Named): boolean =>
  a.noticeId === b.noticeId && a.subscriptionId === b.subscriptionId;
