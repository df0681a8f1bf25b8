import { sortLater } from './later.js';
import type { Behind, Later, TextRow, Tx } from './tx.js';
import { asLocked } from './locked.js';
import { rowSet } from './rows/row-set.js';
import type { Sql } from './rows/sql.js';

const depths = new WeakMap<Tx, number>();

/**
 * Runs a part of a transaction that may fail by itself: what it has written and left for the end is
 * undone, and the transaction goes on.
 */
export async function atSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const depth = (depths.get(tx) ?? 0) + 1;
  const name = `part_${depth}`;
  const part = new PartTx(tx);
  depths.set(part, depth);
  const begun = tx.run(`savepoint ${name}`);
  begun.catch(() => undefined);
  let result: T;
  try {
    result = await work(part);
    await begun;
  } catch (error) {
    part.end();
    await tx.run(`rollback to savepoint ${name}; release savepoint ${name}`);
    throw error;
  }
  part.end();
  await tx.run(`release savepoint ${name}`);
  part.handOn();
  return result;
}

/**
 * Keeps what is left for the end until the part has succeeded, and sends nothing once it has ended.
 */
class PartTx implements Tx {
  private readonly held: (() => void)[] = [];
  private ended = false;

  constructor(private readonly whole: Tx) {}

  get ctx() {
    return this.whole.ctx;
  }

  get distributed() {
    return this.whole.distributed;
  }

  end(): void {
    this.ended = true;
  }

  planOnce(): void {
    this.open.planOnce();
  }

  handOn(): void {
    for (const each of this.held) each();
  }

  rows<T>(statement: Sql | string, params?: readonly unknown[]): Promise<T[]> {
    return this.open.rows(statement, params);
  }

  texts(statement: Sql | string, params?: readonly unknown[]): Promise<TextRow[]> {
    return this.open.texts(statement, params);
  }

  maybe<T>(statement: Sql | string, params?: readonly unknown[]): Promise<T | undefined> {
    return this.open.maybe(statement, params);
  }

  one<T>(statement: Sql | string, params?: readonly unknown[]): Promise<T> {
    return this.open.one(statement, params);
  }

  run(statement: Sql | string, params?: readonly unknown[]): Promise<number> {
    return this.open.run(statement, params);
  }

  async insert<T extends object>(entity: new () => T, rows: T | readonly T[]): Promise<void> {
    await rowSet(entity).insert(this, (Array.isArray(rows) ? rows : [rows]) as readonly T[]);
  }

  update<T extends object>(
    entity: new () => T,
    key: Partial<T>,
    patch: Partial<T>,
  ): Promise<number> {
    return this.open.update(entity, key, patch);
  }

  locked<L, R extends readonly unknown[]>(
    lock: () => Promise<L>,
    ...reads: { readonly [K in keyof R]: Behind<R[K]> }
  ): Promise<[L, ...R]> {
    const behind = reads.map((read) => () => read(asLocked(this)));
    return this.open.locked<L, R>(lock, ...(behind as typeof reads));
  }

  later<T>(...later: Later<T>): void {
    sortLater(later, (...each) => this.held.push(() => this.whole.later(...each)));
  }

  /** A piece of the work that lives on must not write behind the end of its part. */
  private get open(): Tx {
    if (this.ended) throw new Error('The part of the transaction has already ended');
    return this.whole;
  }
}
