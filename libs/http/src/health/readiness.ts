import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { askForNobody } from '@quittance/access';
import { Database, sql } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import { readLag } from '@quittance/outbox';
import { API_SETTINGS, type ApiSettings } from '../api-settings.js';
import { notReady } from '../http.errors.js';

const RUN_MIGRATIONS = sql(`select name from http.door_migrations()`);
const DEADLINE_MS = 3000;
/** No such schema; no such function. */
const NOT_MADE = new Set(['3F000', '42883']);
/** How long a write is good for: probes cost one every few seconds, however many ask. */
const WRITTEN_MS = 3000;
/** Beyond this the events are reported as behind; requests are served all the same. */
const LAG_SECONDS = 300;

export interface ReadinessView {
  readonly status: 'ready';
  readonly database: 'up';
  readonly migrations: { readonly pending: number };
  readonly outbox: { readonly status: 'up' | 'behind'; readonly lagSeconds: number };
}

/**
 * Whether the process can do its work: the database does what requests ask and takes writes, every
 * migration has run.
 */
@Injectable()
export class Readiness implements OnModuleDestroy {
  private migrated = false;
  private stopped = false;
  private written: { readonly at: number; readonly done: Promise<void> } | null = null;

  constructor(
    private readonly db: Database,
    @Inject(API_SETTINGS) private readonly settings: Pick<ApiSettings, 'clock' | 'migrations'>,
  ) {}

  /** The host finishes what has begun and asks not to be sent new requests. */
  get stopping(): boolean {
    return this.stopped;
  }

  onModuleDestroy(): void {
    this.stopped = true;
  }

  /** @throws DomainError not_ready, database_unavailable */
  async check(): Promise<ReadinessView> {
    if (this.stopped) throw notReady({ reason: 'The process is stopping.' });
    const [pending, lagSeconds] = await Promise.race([
      this.ask(),
      new Promise<never>((_, reject) => {
        setTimeout(() => {
          reject(notReady({ reason: 'The database does not answer.' }));
        }, DEADLINE_MS).unref();
      }),
    ]);
    if (pending > 0) throw notReady({ reason: `Migrations that have not run yet: ${pending}.` });
    const status = lagSeconds > LAG_SECONDS ? 'behind' : 'up';
    return {
      status: 'ready',
      database: 'up',
      migrations: { pending },
      outbox: { status, lagSeconds },
    };
  }

  /**
   * How many migrations are missing, and the lag: only where the database does what requests need.
   */
  private async ask(): Promise<readonly [pending: number, lagSeconds: number]> {
    try {
      const pending = await this.pendingMigrations();
      // A question that a migration has yet to make would only fail.
      if (pending > 0) return [pending, 0];
      const questions = [askForNobody(this.db), this.writable()];
      const [lag] = await Promise.all([this.lagSeconds(), ...questions]);
      return [0, lag];
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw notReady({ reason: 'The database answers with errors.' }, { cause: error });
    }
  }

  /** Seconds that the oldest event has been waiting. */
  async lagSeconds(): Promise<number> {
    return Math.round((await readLag(this.db, this.settings.clock.now())).seconds);
  }

  /**
   * @throws DomainError not_ready where the database takes no writes: read-only, or its disk is
   *   full
   */
  private writable(): Promise<void> {
    const now = performance.now();
    if (!this.written || now - this.written.at > WRITTEN_MS) {
      const done = this.db.tryWrite().catch((cause: unknown) => {
        throw cause instanceof DomainError && cause.code === 'database_unavailable'
          ? notReady({ reason: 'The database takes no writes.' })
          : cause;
      });
      this.written = { at: now, done };
    }
    return this.written.done;
  }

  /** How many migrations have not run: all of them before the first has. */
  async pendingMigrations(): Promise<number> {
    // Migrations go forward only: once all have run, the question is whether the database answers.
    if (this.migrated) return 0;
    const rows = await this.db.door<{ name: string }>(RUN_MIGRATIONS).catch(noneWhereNew);
    const run = new Set(rows.map(({ name }) => name));
    const pending = this.settings.migrations.filter(({ name }) => !run.has(name)).length;
    this.migrated = pending === 0;
    return pending;
  }
}

/** An empty database has neither the schema nor, for a moment, the function that is asked. */
function noneWhereNew(error: unknown): [] {
  if (NOT_MADE.has((error as { readonly code?: string }).code ?? '')) return [];
  throw error;
}
