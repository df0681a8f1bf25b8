import { Database } from '@quittance/database';
import {
  newId,
  systemCtx,
  type Clock,
  type CompanyId,
  type Instant,
  type SessionId,
} from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import { channelsOfSessions, storeUsage, usingUsers } from './store-usage.js';
import type { UsageName, UsageProps } from './usage-event.js';

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
  private waiting: SeenUsage[] = [];
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

  private async store(companyId: CompanyId, seen: readonly SeenUsage[]): Promise<void> {
    const ctx = systemCtx(companyId, this.clock.now(), `usage-${newId()}`);
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
      await storeUsage(tx, events);
    });
  }
}
