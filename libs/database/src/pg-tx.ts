import type { PoolClient } from 'pg';
import type { ObjectLiteral } from 'typeorm';
import type { Ctx } from '@quittance/kernel';
import { pipelined } from './pipelined.js';
import { isBorder, passBorder, borderOf } from './borders.js';
import { sortLater } from './later.js';
import type { Behind, Later, WriteBuffer, Statement, TextRow, Tx } from './tx.js';
import { sendBehind } from './locked.js';
import { inOneWrite } from './corked-client.js';
import { type Answer, sendQuery } from './rows/row-query.js';
import { rowSet } from './rows/row-set.js';
import { sent } from './sent.js';

interface PgTxOptions {
  readonly distributed: boolean;
  /** Told what broke the transaction. */
  readonly onFailure?: (error: unknown) => void;
  /** Whether tests may have something happen behind its statements. */
  readonly hasBorders?: boolean;
}

export class PgTx implements Tx {
  private readonly buffers = new Map<string, { buffer: WriteBuffer<unknown>; items: unknown[] }>();
  private broken: unknown;
  private ended = false;
  private plansOnce = false;
  private statements = 0;
  private readonly borders: Promise<unknown>[] = [];
  private readonly unfinished: Promise<unknown>[] = [];

  constructor(
    readonly ctx: Ctx,
    private readonly client: PoolClient,
    private readonly options: PgTxOptions,
  ) {}

  get distributed(): boolean {
    return this.options.distributed;
  }

  rows<T>(statement: Statement, params: readonly unknown[] = []): Promise<T[]> {
    return sent.meaning(this.send(statement, params), ({ rows }) => rows as T[]);
  }

  texts(statement: Statement, params: readonly unknown[] = []): Promise<TextRow[]> {
    const answer = this.send(statement, params, true);
    return sent.meaning(answer, ({ rows }) => rows as unknown as TextRow[]);
  }

  maybe<T>(statement: Statement, params: readonly unknown[] = []): Promise<T | undefined> {
    const answer = this.send(statement, params);
    return sent.meaning(answer, ({ rows }) => rows[0] as T | undefined) as Promise<T | undefined>;
  }

  one<T>(statement: Statement, params: readonly unknown[] = []): Promise<T> {
    return sent.meaning(this.send(statement, params), ({ rows }) => {
      const [row] = rows;
      if (row === undefined) throw new Error('A statement that always has a row returned none');
      return row as T;
    }) as Promise<T>;
  }

  run(statement: Statement, params: readonly unknown[] = []): Promise<number> {
    return sent.meaning(this.send(statement, params), ({ rowCount }) => rowCount);
  }

  insert<T extends ObjectLiteral>(entity: new () => T, rows: T | readonly T[]): Promise<void> {
    const list = (Array.isArray(rows) ? rows : [rows]) as readonly T[];
    return rowSet(entity).insert(this, list);
  }

  update<T extends ObjectLiteral>(
    entity: new () => T,
    key: Partial<T>,
    patch: Partial<T>,
  ): Promise<number> {
    return rowSet(entity).update(this, key, patch);
  }

  locked<L, R extends readonly unknown[]>(
    lock: () => Promise<L>,
    ...reads: {
      readonly [K in keyof R]: Behind<R[K]>;
    }
  ): Promise<[L, ...R]> {
    return sendBehind(this, () => this.statements, lock, reads);
  }

  later<T>(...later: Later<T>): void {
    if (this.ended) throw new Error('The end of the transaction is already sent');
    sortLater(later, (buffer, item) => {
      const held = this.buffers.get(buffer.name);
      if (held) held.items.push(item);
      else this.buffers.set(buffer.name, { buffer, items: [item] });
    });
  }

  planOnce(): void {
    if (this.plansOnce || this.distributed) return;
    this.plansOnce = true;
    // What it fails with the statements behind it fail with too.
    this.run('set local plan_cache_mode = force_generic_plan').catch(() => undefined);
  }

  /** What was left to a write buffer so far. */
  leftTo(name: string): readonly unknown[] {
    const left = this.buffers.get(name)?.items ?? [];
    this.buffers.delete(name);
    return left;
  }

  /**
   * Sends what was left for the end, in one round trip: buffers do not depend on one another. What
   * may send more once it is answered is known from then on.
   */
  async flush(): Promise<void> {
    const held = [...this.buffers.values()];
    this.buffers.clear();
    const works = held.flatMap(({ buffer, items }) => buffer.flush?.(this, items) ?? []);
    this.unfinished.push(...works.filter((work) => !sent.isWhole(work)));
    await pipelined(works);
  }

  /**
   * Waits for what is not known to have sent all of it: a statement behind the commit would be
   * lost. What it leaves for the end is sent as well.
   */
  async finish(): Promise<void> {
    while (this.unfinished.length > 0) {
      await pipelined(this.unfinished.splice(0));
      await this.flush();
    }
  }

  /** What tests have happen behind statements happens before the commit is sent. */
  async passBorders(): Promise<void> {
    if (this.borders.length > 0) await pipelined(this.borders);
  }

  /**
   * The error that broke the transaction. Statements that share its round trip fail too, but only
   * say that it is broken, and which of them is heard first is a matter of chance.
   */
  get failure(): unknown {
    return this.broken;
  }

  /** The end is on its way: a statement behind it would run outside the transaction. */
  end(): void {
    this.ended = true;
  }

  private send(statement: Statement, params: readonly unknown[], asText = false): Promise<Answer> {
    if (this.ended) {
      return Promise.reject(new Error('The end of the transaction is already sent'));
    }
    this.statements += 1;
    inOneWrite(this.client);
    const answer = this.answerOf(sendQuery(this.client, statement, params, asText));
    const isWatched = this.options.hasBorders && isBorder(statement);
    return sent.by(isWatched ? this.behind(statement, answer) : answer);
  }

  private async answerOf(asked: Promise<Answer>): Promise<Answer> {
    try {
      return await asked;
    } catch (error) {
      this.broken ??= error;
      this.options.onFailure?.(error);
      throw error;
    }
  }

  private behind(statement: Statement, answer: Promise<Answer>): Promise<Answer> {
    const passed = answer.then(async (answered) => {
      await passBorder(this.ctx, borderOf(statement));
      return answered;
    });
    passed.catch(() => undefined);
    this.borders.push(passed);
    return passed;
  }
}
