import { Database } from '@quittance/database';
import {
  newId,
  systemCtx,
  type Clock,
  type CompanyId,
  type Instant,
  type SessionId,
} from '@quittance/kernel';
import type { PortalDirectory, PortalUserId } from '@quittance/portal';
import { channelsOfSessions, storeUsage, usingUsers, type NewUsage } from './store-usage.js';
import type { UsageChannel, UsageName, UsageProps } from './usage-event.js';

/** Something that a signed-in user has looked at. */
export interface SeenUsage {
  readonly companyId: CompanyId;
  readonly at: Instant;
  readonly portalUserId: PortalUserId;
  readonly sessionId: SessionId;
  readonly name: UsageName;
  readonly object: { readonly type: string; readonly id: string } | null;
  readonly props: UsageProps;
}

/** Somebody who was not let in: nobody knows who, so that nothing is kept of whom. */
export interface RefusedSignIn {
  readonly companyId: CompanyId;
  readonly at: Instant;
  readonly directory: PortalDirectory;
  readonly channel: UsageChannel;
}

/** Beyond these of a company and an hour they tell nothing more, and would fill the books. */
const MOST_REFUSED = 1_000;
/** Letters of an instant that name its hour. */
const HOUR = '2026-03-02T09'.length;

type Waiting = SeenUsage | (NewUsage & { readonly companyId: CompanyId });

/** So many wait at most; what comes on top is dropped and counted. */
const MOST_WAITING = 10_000;
const BATCH = 1_000;
/** A view is in the books so soon, unless the host is killed before. */
const EVERY_MS = 2_000;

/**
 * Keeps what users look at until it is written, in batches beside the requests: noting one is an
 * addition to a list. A host that is killed loses what was not written; a view is no business.
 */
export class UsageBuffer {
  private waiting: Waiting[] = [];
  private readonly refused = new Map<CompanyId, number>();
  private hour = '';
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;
  private lost = 0;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly most = MOST_WAITING,
  ) {
    this.timer = setInterval(() => void this.flush(), EVERY_MS).unref();
  }

  /** How many views were dropped since the start. */
  get dropped(): number {
    return this.lost;
  }

  note(seen: SeenUsage): void {
    if (this.waiting.length < this.most) this.waiting.push(seen);
    else this.lost += 1;
  }

  /** Notes a sign-in that was refused, as long as there are not too many. */
  noteRefused({ companyId, at, ...of }: RefusedSignIn): void {
    const hour = at.slice(0, HOUR);
    if (hour !== this.hour) this.refused.clear();
    this.hour = hour;
    const before = this.refused.get(companyId) ?? 0;
    if (before >= MOST_REFUSED || this.waiting.length >= this.most) {
      this.lost += 1;
      return;
    }
    this.refused.set(companyId, before + 1);
    const nobody = { portalUserId: null, accountId: null, object: null, props: {} };
    const id = newId<'usage-event'>();
    this.waiting.push({ companyId, at, ...of, ...nobody, id, name: 'sign_in_failed' });
  }

  /** Writes all that waits; what cannot be written is dropped and counted. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      this.waiting = this.waiting.slice(BATCH);
      for (const companyId of new Set(batch.map((each) => each.companyId))) {
        const seen = batch.filter((each) => each.companyId === companyId);
        await this.store(companyId, seen).catch(() => {
          this.lost += seen.length;
        });
      }
    }
  }

  private async store(companyId: CompanyId, waiting: readonly Waiting[]): Promise<void> {
    const ctx = systemCtx(companyId, this.clock.now(), `usage-${newId()}`);
    const seen = waiting.flatMap((each) => ('sessionId' in each ? [each] : []));
    const refused = waiting.flatMap((each) => ('sessionId' in each ? [] : [each]));
    await this.db.write(ctx, async (tx) => {
      const [users, channels] = await Promise.all([
        usingUsers(
          tx,
          seen.map(({ portalUserId }) => portalUserId),
        ),
        channelsOfSessions(
          tx,
          seen.map(({ sessionId }) => sessionId),
        ),
      ]);
      const events = seen.flatMap(({ companyId: _, sessionId, portalUserId, ...each }) => {
        const user = users.get(portalUserId);
        if (!user) return [];
        const { directory, accountId } = user;
        const of = { portalUserId, directory, accountId };
        const id = newId<'usage-event'>();
        return [{ ...each, ...of, id, channel: channels.get(sessionId) ?? ('api' as const) }];
      });
      await storeUsage(tx, [...events, ...refused]);
    });
  }
}
