import type { Ctx } from '@quittance/kernel';
import type { ObjectLiteral } from 'typeorm';
import type { Sql } from './rows/sql.js';

export type Statement = Sql | string;

/** The values of a row as PostgreSQL writes them. */
export type TextRow = readonly (string | null)[];

/** One open transaction of one company: the only door to the tables. */
export interface Tx {
  readonly ctx: Ctx;
  /** Whether the database is one of Citus: for the few statements that have another form there. */
  readonly distributed: boolean;
  /** The rows of a statement; constants made by `sql()` are prepared. */
  rows<T>(statement: Statement, params?: readonly unknown[]): Promise<T[]>;
  /** The same as PostgreSQL writes them: the values of each row in the order of the columns. */
  texts(statement: Statement, params?: readonly unknown[]): Promise<TextRow[]>;
  /** The first row, or undefined. */
  maybe<T>(statement: Statement, params?: readonly unknown[]): Promise<T | undefined>;
  /** The first row. @throws Error when there is none. */
  one<T>(statement: Statement, params?: readonly unknown[]): Promise<T>;
  /** How many rows the statement touched. */
  run(statement: Statement, params?: readonly unknown[]): Promise<number>;
  /** Inserts one row or many in a single prepared statement, always into the context's company. */
  insert<T extends ObjectLiteral>(entity: new () => T, rows: T | readonly T[]): Promise<void>;
  /** Updates by key within the company; answers how many rows it touched. */
  update<T extends ObjectLiteral>(
    entity: new () => T,
    key: Partial<T>,
    patch: Partial<T>,
  ): Promise<number>;
  /**
   * Locks, and asks behind the lock what must not be read ahead of it, in the same write. Locks of
   * several kinds stand in one another: the inner pair is the lock of the outer.
   * @param lock sends its first statement before it returns
   */
  locked<L, R extends readonly unknown[]>(
    lock: () => Promise<L>,
    ...reads: { readonly [K in keyof R]: Behind<R[K]> }
  ): Promise<[L, ...R]>;
  /**
   * Leaves for the end what nobody waits for: statements already sent, work
   * that sends its own, or an item of a write buffer, whose items are written together.
   * The commit travels in the same write and fails with any of them; it waits for what may send
   * more, which is all but statements and what `sentAnswers` makes of them.
   */
  later<T>(...later: Later<T>): void;
  /**
   * From here on statements are planned once a connection, whatever their values are: for those
   * that go by an index with a bound on what is read, of which planning costs more than reading.
   * PostgreSQL would plan them for each value, as it takes a range of unknown ends for a wide one.
   * Sent before this returns. In a cluster planning tells which machine is asked: it stays.
   */
  planOnce(): void;
}

/** What is done at the end of a transaction about all that was left to a write buffer in it. */
export type Conclusion<T> = (tx: Tx, items: readonly T[]) => Promise<void>;

/**
 * Collects items during a transaction, about which something is done together at its end. When that
 * is, and after what, stands at `Conclusions`.
 */
export interface WriteBuffer<T> {
  readonly name: string;
  /**
   * Sends what writes them, before it returns, and asks nothing. A buffer without it is settled by
   * whom `Database.conclude` has named.
   */
  readonly flush?: Conclusion<T>;
}

/**
 * A statement that was sent already and whose answer nobody needs; or what sends one with the
 * commit, and does so before it returns.
 */
export type LateWork = Promise<unknown> | ((tx: Tx) => Promise<unknown>);

/** What a transaction can be left with for its end. */
export type Later<T> = readonly LateWork[] | readonly [buffer: WriteBuffer<T>, item: T];

declare const BEHIND_LOCK: unique symbol;

/**
 * A transaction in which a lock has been sent: what is asked of it is answered behind that lock and
 * sees what whoever held it before has committed. Only `Tx.locked` hands one out, so that a
 * function which takes one cannot be asked ahead of the lock.
 */
export interface LockedTx extends Tx {
  readonly [BEHIND_LOCK]: true;
}

/** What is asked behind a lock. It sends its statement before it returns. */
export type Behind<T> = (locked: LockedTx) => T | Promise<T>;
