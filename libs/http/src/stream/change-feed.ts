import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { CompanyId } from '@quittance/kernel';
import { PassThrough, type Readable } from 'node:stream';
import { streamLimitReached } from '../http.errors.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { ChangeSource, type Looker, type StreamedChange } from './change-source.js';

/** Fast enough that a page hears of a change within a second of it. */
const ASK_EVERY_MS = 300;
/** Whether sessions still live is asked so often where nothing changes. */
const LOOK_EVERY_MS = 2000;
/** Proxies give up a connection on which nothing moves. */
const BEAT_EVERY_MS = 15_000;
/** Longer than any question finds a change. */
const TOLD_FOR_MS = 120_000;
/** As long as an access token: whoever goes on comes back with another. */
const LIVES_MS = 3_600_000;
/** Of a user, of a company, and of a host. */
const MOST = { user: 5, company: 500, host: 2000 } as const;
/** Bytes that nobody has taken: such a client has left. */
const MOST_WAITING = 64 * 1024;

const RESET = 'event: reset\ndata: {}\n\n';

interface Client {
  readonly looker: Looker;
  readonly out: PassThrough;
  readonly until: number;
}

/**
 * Tells all who look through this host what changes: one question to the database for all of them,
 * and one set of statements for those of a company in which something has.
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
    private readonly source: ChangeSource,
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
   * A stream of what changes within the reach of somebody, from now on or from what they heard
   * last. @throws DomainError stream_limit_reached
   */
  async open(looker: Looker, lastId: string | undefined): Promise<Readable> {
    this.requirePlace(looker);
    const isFirst = ![...this.clients].some((each) => each.looker.companyId === looker.companyId);
    const out = new PassThrough();
    const client: Client = { looker, out, until: performance.now() + LIVES_MS };
    this.clients.add(client);
    out.once('close', () => this.clients.delete(client));
    out.write('retry: 3000\n\n');
    try {
      if (isFirst) await this.passOver(looker.companyId);
      if (lastId !== undefined) await this.catchUp(client, lastId);
    } catch (error) {
      out.destroy();
      throw error;
    }
    return out;
  }

  private requirePlace({ companyId, holder }: Looker): void {
    const there = [...this.clients].filter(({ looker }) => looker.companyId === companyId);
    const own = there.filter(({ looker }) => looker.holder === holder).length;
    const isFull =
      own >= MOST.user || there.length >= MOST.company || this.clients.size >= MOST.host;
    if (isFull) throw streamLimitReached({ most: MOST.user }, { retryAfter: 30 });
  }

  /** What has changed before somebody of the company looks is no news to them. */
  private async passOver(companyId: CompanyId): Promise<void> {
    const now = performance.now();
    for (const { id } of await this.source.recent([companyId])) this.told.set(id, now);
  }

  /** What somebody has missed; where that is not known any more they read everything anew. */
  private async catchUp(client: Client, lastId: string): Promise<void> {
    const { companyId } = client.looker;
    const missed = await this.source.since(companyId, lastId);
    if (!missed) return void client.out.write(RESET);
    const { of } = await this.source.told(companyId, [client.looker], missed);
    for (const change of of(client.looker)) write(client, change);
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
    const companies = [...new Set([...this.clients].map(({ looker }) => looker.companyId))];
    const found = await this.source.recent(companies);
    const fresh = found.filter(({ id }) => !this.told.has(id));
    for (const { id } of found) this.told.set(id, now);
    for (const [id, at] of this.told) if (now - at > TOLD_FOR_MS) this.told.delete(id);
    const isLook = now - this.looked > LOOK_EVERY_MS;
    if (isLook) this.looked = now;
    for (const companyId of companies) {
      const changes = fresh.filter((change) => change.companyId === companyId);
      if (!isLook && changes.length === 0) continue;
      await this.tell(companyId, changes, now).catch((err: unknown) => {
        this.logger.error({ err, companyId }, 'what has changed could not be told');
        this.untold(companyId, changes.length > 0, now);
      });
    }
    if (now - this.beaten > BEAT_EVERY_MS) {
      this.beaten = now;
      for (const { out } of this.clients) out.write(': \n\n');
    }
  }

  /** They read anew what they were not told of. */
  private untold(companyId: CompanyId, lacks: boolean, now: number): void {
    for (const { looker, out, until } of this.clients) {
      if (looker.companyId !== companyId) continue;
      if (now > until || out.readableLength > MOST_WAITING) out.end();
      else if (lacks) out.write(RESET);
    }
  }

  private async tell(
    companyId: CompanyId,
    changes: readonly StreamedChange[],
    now: number,
  ): Promise<void> {
    const clients = [...this.clients].filter(({ looker }) => looker.companyId === companyId);
    const lookers = clients.map(({ looker }) => looker);
    const { gone, of } = await this.source.told(companyId, lookers, changes);
    // As many as are found at a time, all of them new: there may have been more.
    const mayLack = changes.length >= this.source.most;
    for (const client of clients) {
      const { looker, out, until } = client;
      if (gone.has(looker) || now > until || out.readableLength > MOST_WAITING) out.end();
      else if (mayLack) out.write(RESET);
      else for (const change of of(looker)) write(client, change);
    }
  }
}

function write({ out }: Client, { id, object, recordId, version, change }: StreamedChange): void {
  const data = JSON.stringify({ object, id: recordId, version, change });
  out.write(`id: ${id}\nevent: change\ndata: ${data}\n\n`);
}
