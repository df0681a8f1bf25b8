import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { emailBacklog } from '@quittance/notifications';
import { eventBacklog, type Backlog } from '@quittance/outbox';
import { messageBacklog } from '@quittance/webhooks';
import { Gauge } from 'prom-client';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { Metrics } from './metrics.js';

/** How long an answer is good for: several who scrape ask the database once. */
const KEPT_MS = 5000;

const READERS = { event: eventBacklog, message: messageBacklog, email: emailBacklog } as const;
type Work = keyof typeof READERS;
const WORKS = Object.keys(READERS) as Work[];

/** Given up: nobody waits for these any more, but somebody should look at them. */
const GIVEN_UP: readonly string[] = ['dead', 'failed'];

/** Tells how much waits for the workers, and for how long: they listen to nothing themselves. */
@Injectable()
export class WatchBacklog {
  private known: { readonly at: number; readonly found: ReturnType<WatchBacklog['read']> } | null =
    null;

  constructor(
    private readonly db: Database,
    @Inject(API_SETTINGS) private readonly settings: Pick<ApiSettings, 'clock'>,
    { registry }: Metrics,
  ) {
    const found = () => this.recent();
    const gauge = (name: string, help: string, show: (gauge: Gauge, all: Found[]) => void) =>
      new Gauge({
        name,
        help,
        labelNames: ['work', 'lane'],
        registers: [registry],
        async collect() {
          this.reset();
          // Without a database the other figures are still worth having.
          show(this, await found().catch(() => []));
        },
      });
    gauge('backlog_waiting', 'What waits, counted to at most 10,000 of each company', (g, all) => {
      for (const { work, kind, waiting } of all.filter(isWaiting)) {
        g.set({ work, lane: kind }, waiting);
      }
    });
    gauge('backlog_oldest_seconds', 'Seconds that the oldest of it has been due', (g, all) => {
      for (const { work, kind, seconds } of all.filter(isWaiting)) {
        g.set({ work, lane: kind }, seconds);
      }
    });
    new Gauge({
      name: 'backlog_given_up',
      help: 'What was given up and can be tried again, counted to at most 10,000 of each company',
      labelNames: ['work'],
      registers: [registry],
      async collect() {
        this.reset();
        const all = await found().catch(() => []);
        for (const { work, waiting } of all.filter((each) => !isWaiting(each))) {
          this.set({ work }, waiting);
        }
      },
    });
  }

  private recent(): Promise<Found[]> {
    const now = performance.now();
    if (!this.known || now - this.known.at > KEPT_MS) this.known = { at: now, found: this.read() };
    return this.known.found;
  }

  private async read(): Promise<Found[]> {
    const now = this.settings.clock.now();
    const all = WORKS.map(async (work) => {
      const backlog = await READERS[work](this.db, now);
      return backlog.map((each): Found => ({ work, ...each }));
    });
    return (await Promise.all(all)).flat();
  }
}

interface Found extends Backlog {
  readonly work: Work;
}

function isWaiting({ kind }: Found): boolean {
  return !GIVEN_UP.includes(kind);
}
