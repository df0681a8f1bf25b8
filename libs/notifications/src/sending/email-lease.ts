import type { Database } from '@quittance/database';
import { addSeconds, systemCtx, type Clock, type CompanyId, type Instant } from '@quittance/kernel';
import { LEASE_SECONDS } from './back-off.js';
import type { ClaimedEmail } from './compose-mail.js';
import { RENEW } from './sending.sql.js';

/** Some may fail, as the database may be away, before the lease is over. */
const RENEW_EVERY_MS = 10_000;

type Held = Pick<ClaimedEmail, 'id' | 'attempts'>;

/** Says all along that the sender of e-mails is alive, so that nobody else takes them up. */
export class EmailLease {
  private readonly held: Map<string, Held>;
  private readonly timer: NodeJS.Timeout;
  private until: Instant;
  private renewing: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly companyId: CompanyId,
    private readonly clock: Clock,
    claimed: readonly Held[],
  ) {
    this.held = new Map(claimed.map((email) => [email.id, email]));
    this.until = addSeconds(clock.now(), LEASE_SECONDS);
    this.timer = setInterval(() => {
      this.renewing = this.renew();
    }, RENEW_EVERY_MS);
  }

  /** Nothing could be renewed for so long that others may have taken the e-mails up. */
  get isOver(): boolean {
    return this.clock.now() >= this.until;
  }

  /** What became of it is being stored. */
  letGo({ id }: Pick<Held, 'id'>): void {
    this.held.delete(id);
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.renewing;
  }

  /**
   * Does nothing about a failure: the next time is soon, and a lease that is over is seen as such.
   */
  async renew(): Promise<void> {
    const now = this.clock.now();
    if (this.held.size === 0 || now >= this.until) return;
    const held = [...this.held.values()];
    const until = addSeconds(now, LEASE_SECONDS);
    const ids = held.map(({ id }) => id);
    const attempts = held.map((email) => email.attempts);
    const ctx = systemCtx(this.companyId, now, 'emails');
    try {
      const params = [this.companyId, ids, attempts, until];
      await this.db.write(ctx, (tx) => tx.run(RENEW, params), { answers: false });
      this.until = until;
    } catch {
      return;
    }
  }
}
