import { isUuid, type Ctx } from '@quittance/kernel';
import { systemRandom, type KeyedLimiter, type Random } from '@quittance/work';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { IN_FAILED_TRANSACTION, onlySaysBroken } from './pipelined.js';
import { isRetryable, saysBooksDisagree, translateDatabaseError } from './database.errors.js';
import { passBorder } from './borders.js';
import { Conclusions } from './conclusions.js';
import { reportDeadlock } from './deadlocks.js';
import type { Conclusion, WriteBuffer, Tx } from './tx.js';
import { inOneWrite } from './corked-client.js';
import type { Sql } from './rows/sql.js';
import { sendQuery } from './rows/row-query.js';
import { PgTx } from './pg-tx.js';

export interface WriteOptions {
  /**
   * False for every transaction of an operation but the one whose result answers the request: an
   * idempotency key is completed only by the answering one.
   */
  readonly answers?: boolean;
  /**
   * Keeps transactions of a company that would only wait for each other from taking connections.
   */
  readonly limiter?: KeyedLimiter;
}

const TRIES = 3;

const TRY_WRITE = `create temporary table write_attempt on commit drop as
  select filler from generate_series(1, 2000) filler`;
const NOT_ALLOWED = '42501';

const hearsNothing = () => undefined;

/** Told in whose context books would not agree, and which. */
export type BooksAlarm = (ctx: Ctx, error: unknown) => void;

/**
 * The door to PostgreSQL: transactions of one company, and the few named cross-company look-ups.
 */
export class Database {
  readonly pool: Pool;
  private readonly conclusions = new Conclusions();
  private alarm: BooksAlarm = () => undefined;

  /**
   * @param random how long a transaction waits before it runs again
   * @param distributed whether it is one of Citus
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly random: Random = systemRandom,
    readonly distributed = false,
  ) {
    this.pool = (dataSource.driver as PostgresDriver).master as Pool;
    // A connection in use that breaks between two statements tells it by an event, and one that
    // nobody hears ends the process. The next statement is refused; the pool then drops it. Asked
    // for at each use, as the data source has opened the first connection before there was a
    // listener.
    this.pool.on('acquire', (client) => {
      if (client.listenerCount('error', hearsNothing) === 0) client.on('error', hearsNothing);
    });
  }

  /**
   * Sets who is told when a transaction is undone because its books would not agree. The statement
   * itself tells: whoever catches the error on its way up may not know what it means.
   */
  onBooksDisagree(alarm: BooksAlarm): void {
    this.alarm = alarm;
  }

  /**
   * A read-only transaction of the context's company. Opening it costs no round trip: it travels
   * with the first statement, and the answer does not wait for its end.
   */
  async read<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
    await this.hearFirst(ctx);
    const { tx, opened, end } = await this.openRead(ctx);
    try {
      const result = await work(tx);
      await opened;
      return result;
    } catch (error) {
      throw translateDatabaseError(causeOf(error, tx));
    } finally {
      tx.end();
      end();
    }
  }

  /**
   * A read whose statements do not depend on one another: `work` sends all of them before it awaits
   * any, and the end of the transaction leaves in the same write. All of them see one instant, so
   * that what one of them sums up is what another lists. What is asked along of the actor goes
   * ahead of them in that write, and is heard before they are.
   */
  async readInOneFlight<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
    const asked = ctx.askedAlong?.isOpen ? ctx.askedAlong : undefined;
    const { tx, opened, end, along } = await this.openRead(ctx, {
      isolation: 'isolation level repeatable read',
      asked,
    });
    const answers = work(tx);
    tx.end();
    end();
    try {
      if (along) {
        answers.catch(() => undefined);
        asked?.hear((await along).rows);
      }
      const result = await answers;
      await opened;
      return result;
    } catch (error) {
      throw translateDatabaseError(causeOf(error, tx));
    }
  }

  /**
   * A read whose last statements do not depend on one another: `last` sends all of them before it
   * awaits any, and the end of the transaction leaves in the same write.
   */
  async readAndEnd<A, B>(
    ctx: Ctx,
    first: (tx: Tx) => Promise<A>,
    last: (tx: Tx, found: A) => Promise<B>,
  ): Promise<B> {
    await this.hearFirst(ctx);
    const { tx, opened, end } = await this.openRead(ctx);
    let isEnded = false;
    const endOnce = () => {
      tx.end();
      if (!isEnded) end();
      isEnded = true;
    };
    try {
      const answers = last(tx, await first(tx));
      endOnce();
      const result = await answers;
      await opened;
      return result;
    } catch (error) {
      throw translateDatabaseError(causeOf(error, tx));
    } finally {
      endOnce();
    }
  }

  /**
   * In one message, which is half the work of two. A coordinator of Citus sends the whole of what
   * a setting stands in to its machines, and each would warn of the second `begin`.
   */
  private begin(ctx: Ctx, client: PoolClient, begin: string): Promise<unknown> {
    const company = setCompany(ctx);
    const opened = this.distributed
      ? Promise.all([client.query(begin), client.query(company)])
      : client.query(`${begin}; ${company}`);
    opened.catch(() => undefined);
    return opened;
  }

  /**
   * Hears what is to be asked of the actor by itself: whatever is done next is done knowing it.
   * Without anything to ask it costs nothing.
   */
  async hearFirst({ askedAlong: asked }: Ctx): Promise<void> {
    if (asked?.isOpen) asked.hear(await this.door(asked, asked.params));
  }

  private async openRead(ctx: Ctx, { isolation = '', asked }: Opening = {}) {
    if (asked) doorOnly(asked);
    let client: PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw translateDatabaseError(error);
    }
    inOneWrite(client);
    const along = asked && sendQuery(client, asked, asked.params, false);
    along?.catch(() => undefined);
    const opened = this.begin(ctx, client, `begin ${isolation} read only`);
    const end = () => {
      client.query('commit').then(
        () => client.release(),
        (error: Error) => client.release(error),
      );
    };
    const { distributed } = this;
    return { tx: new PgTx(ctx, client, { distributed }), opened, end, along };
  }

  /**
   * A transaction of the context's company. The whole of `work` runs again, up to three times, on a
   * serialisation failure, deadlock or lock time-out, so it must have no effect outside.
   * @throws DomainError database_busy, database_unavailable
   */
  async write<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { answers = true, limiter } = options;
    await this.hearFirst(ctx);
    const once = () => this.attempt(ctx, work, answers);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await (limiter ? limiter.run(ctx.companyId, once) : once());
        await passBorder(ctx, 'transaction.committed');
        return result;
      } catch (error) {
        if (!isRetryable(error) || attempt === TRIES) throw translateDatabaseError(error);
        await sleep(20 + this.random.next() * 180);
      }
    }
  }

  /**
   * Says who settles, at the end of every transaction, what was left in it to a write buffer that
   * writes nothing by itself. Said while the application starts; the order stands at `Conclusions`.
   */
  conclude<T>(buffer: WriteBuffer<T>, settle: Conclusion<T>): void {
    this.conclusions.add(buffer, settle);
  }

  private async attempt<T>(ctx: Ctx, work: (tx: Tx) => Promise<T>, answers: boolean): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      inOneWrite(client);
      const opened = this.begin(ctx, client, 'begin');
      const onFailure = (error: unknown) => {
        reportDeadlock(error);
        if (saysBooksDisagree(error)) this.alarm(ctx, error);
      };
      const tx = new PgTx(ctx, client, {
        distributed: this.distributed,
        onFailure,
        hasBorders: true,
      });
      try {
        await passBorder(ctx, 'transaction.begun');
        const result = await work(tx);
        await passBorder(ctx, 'transaction.worked');
        await opened;
        const { written } = await this.conclusions.conclude(tx, { result, answers });
        await unlessAlreadyFailed(written);
        await tx.finish();
        await tx.passBorders();
        await passBorder(ctx, 'transaction.flushed');
        inOneWrite(client);
        tx.end();
        const committed = client.query('commit');
        committed.catch(reportDeadlock);
        await passBorder(ctx, 'transaction.commit_sent');
        await written;
        // PostgreSQL answers the commit of a broken transaction with a rollback, not with an error.
        if ((await committed).command !== 'COMMIT') throw brokenTransaction();
        return result;
      } catch (error) {
        // Parts of the work may live on: what they still send must not reach the next transaction.
        tx.end();
        await client.query('rollback').catch((failed: Error) => (broken = failed));
        throw causeOf(error, tx);
      }
    } finally {
      client.release(broken);
    }
  }

  /**
   * A statement outside any company. Only the `door_…` functions may be asked this way: they run
   * with the owner's rights and answer exactly one narrow question each.
   */
  async door<T>(statement: Sql, params: readonly unknown[] = []): Promise<T[]> {
    doorOnly(statement);
    let client: PoolClient | undefined;
    let broken: Error | undefined;
    try {
      client = await this.pool.connect();
      return (await sendQuery(client, statement, params, false)).rows as T[];
    } catch (error) {
      broken = error as Error;
      throw translateDatabaseError(error);
    } finally {
      client?.release(broken);
    }
  }

  /** Whether the database answers. */
  async ping(): Promise<void> {
    await this.pool.query('select 1');
  }

  /**
   * Writes for the sake of it: a table of a few pages that goes with its transaction. It fails
   * where writes do: on a read-only or recovering server, and where a disk has no room for data or
   * log.
   * @throws DomainError database_unavailable
   */
  async tryWrite(): Promise<void> {
    try {
      await this.pool.query(TRY_WRITE);
    } catch (error) {
      // Whoever took the right to temporary tables away has not taken the writes.
      if ((error as { code?: string }).code === NOT_ALLOWED) return;
      throw translateDatabaseError(error);
    }
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
  }
}

type AskedAlong = NonNullable<Ctx['askedAlong']>;

interface Opening {
  readonly isolation?: string;
  /** Asked ahead of the transaction, in its write. */
  readonly asked?: AskedAlong | undefined;
}

function doorOnly(statement: Sql): void {
  if (!/\.door_\w+\(/.test(statement.text)) throw new Error('Only door functions are asked here');
}

/**
 * What fails before it is sent does not break the transaction at the server, and the commit that
 * travels behind would still succeed. The driver tells such failures in the next tick.
 */
async function unlessAlreadyFailed(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, nextTick().then(nextTick)]);
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

function brokenTransaction(): Error {
  const message = 'The transaction was rolled back: a statement nobody waited for has failed';
  return Object.assign(new Error(message), { code: IN_FAILED_TRANSACTION });
}

/** What broke the transaction, where the error at hand only says that it is broken. */
function causeOf(error: unknown, tx: PgTx): unknown {
  return onlySaysBroken(error) ? (tx.failure ?? error) : error;
}

/**
 * `SET LOCAL` with a checked literal: the only form that reaches the shards of a distributed
 * database.
 */
function setCompany(ctx: Ctx): string {
  if (!isUuid(ctx.companyId)) throw new TypeError('The company id is not a UUID');
  return `set local app.company_id = '${ctx.companyId}'`;
}
