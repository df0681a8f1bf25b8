import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LOGGER, type Logger } from '@quittance/http/host';
import {
  newId,
  systemClock,
  systemCtx,
  type CompanyId,
  type Ctx,
  type SessionId,
} from '@quittance/kernel';
import type { PortalCtx, PortalUserId } from '@quittance/portal';
import { ReadChanges, streamLimitReached, type PortalChange } from '@quittance/portal/host';
import { PassThrough, type Readable } from 'node:stream';

/** Fast enough that a page hears of a change within a second of it. */
const ASK_EVERY_MS = 300;
/** Whether sessions still live is asked so often where nothing changes. */
const LOOK_EVERY_MS = 2000;
/** Proxies give up a connection on which nothing moves. */
const BEAT_EVERY_MS = 15_000;
/** As long as an access token: whoever goes on comes back with another. */
const LIVES_MS = 3_600_000;
const MOST_OF_A_USER = 5;
const MOST = 2000;
/** Bytes that nobody has taken: such a client has left. */
const MOST_WAITING = 64 * 1024;

interface Client {
  readonly companyId: CompanyId;
  readonly userId: PortalUserId;
  readonly sessionId: SessionId;
  readonly out: PassThrough;
  readonly until: number;
}

/**
 * Tells all who look at the portals through this host what changes: one question to the database
 * for all of them, and one set of statements for those of a company in which something has.
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly clients = new Set<Client>();
  /** What was told already, and when: each is found by several questions. */
  private readonly told = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private asking: Promise<void> = Promise.resolve();
  private looked = 0;
  private beaten = 0;

  constructor(
    private readonly changes: ReadChanges,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rest();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.asking;
    for (const client of this.clients) client.out.end();
  }

  /**
   * A stream of what changes within the reach of the user, from now on or from what they heard
   * last. @throws DomainError stream_limit_reached
   */
  async open(ctx: PortalCtx, lastId: string | undefined): Promise<Readable> {
    const { companyId, portalUserId: userId, sessionId } = ctx.portal;
    const own = [...this.clients].filter((client) => client.userId === userId).length;
    if (own >= MOST_OF_A_USER || this.clients.size >= MOST) {
      throw streamLimitReached({ most: MOST_OF_A_USER }, { retryAfter: 30 });
    }
    const out = new PassThrough();
    const until = performance.now() + LIVES_MS;
    const client: Client = { companyId, userId, sessionId, out, until };
    this.clients.add(client);
    out.once('close', () => this.clients.delete(client));
    out.write('retry: 3000\n\n');
    if (lastId !== undefined) await this.catchUp(client, lastId);
    return out;
  }

  /** What somebody has missed; where that is not known any more they read everything anew. */
  private async catchUp(client: Client, lastId: string): Promise<void> {
    const ctx = ctxOf(client.companyId);
    const missed = await this.changes.since(ctx, lastId);
    if (!missed) return void client.out.write('event: reset\ndata: {}\n\n');
    const { of } = await this.changes.execute(ctx, [client], missed);
    for (const change of of(client.userId)) write(client, change);
  }

  private rest(): void {
    this.timer = setTimeout(() => {
      this.asking = this.ask()
        .catch((err: unknown) => {
          this.logger.error({ err }, 'what has changed could not be asked');
        })
        .then(() => {
          if (this.timer !== undefined) this.rest();
        });
    }, ASK_EVERY_MS);
    this.timer.unref();
  }

  private async ask(): Promise<void> {
    if (this.clients.size === 0) return;
    const now = performance.now();
    const companies = [...new Set([...this.clients].map(({ companyId }) => companyId))];
    const found = await this.changes.recent(companies);
    const fresh = found.filter(({ id }) => !this.told.has(id));
    for (const { id } of found) this.told.set(id, now);
    for (const [id, at] of this.told) if (now - at > BEAT_EVERY_MS) this.told.delete(id);
    const isLook = now - this.looked > LOOK_EVERY_MS;
    if (isLook) this.looked = now;
    for (const companyId of companies) {
      const changes = fresh.filter((change) => change.companyId === companyId);
      if (isLook || changes.length > 0) await this.tell(companyId, changes, now);
    }
    if (now - this.beaten > BEAT_EVERY_MS) {
      this.beaten = now;
      for (const { out } of this.clients) out.write(': \n\n');
    }
  }

  private async tell(
    companyId: CompanyId,
    changes: readonly PortalChange[],
    now: number,
  ): Promise<void> {
    const clients = [...this.clients].filter((client) => client.companyId === companyId);
    const { gone, of } = await this.changes.execute(ctxOf(companyId), clients, changes);
    for (const client of clients) {
      const { userId, sessionId, out, until } = client;
      const isOver = gone.has(sessionId) || now > until || out.readableLength > MOST_WAITING;
      if (isOver) out.end();
      else for (const change of of(userId)) write(client, change);
    }
  }
}

const ctxOf = (companyId: CompanyId): Ctx =>
  systemCtx(companyId, systemClock.now(), `portal-stream-${newId()}`);

function write({ out }: Client, { id, object, recordId, version, change }: PortalChange): void {
  const data = JSON.stringify({ object, id: recordId, version, change });
  out.write(`id: ${id}\nevent: change\ndata: ${data}\n\n`);
}
