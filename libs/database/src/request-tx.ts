import type { Ctx } from '@quittance/kernel';
import type { ObjectLiteral } from 'typeorm';
import type { Behind, Later, TextRow, Tx } from './tx.js';
import { asLocked } from './locked.js';
import { rowSet } from './rows/row-set.js';
import type { Sql } from './rows/sql.js';

/**
 * The same transaction on behalf of another request of its company: rows, events and log entries
 * made through it bear that request's instant and id.
 */
export function onBehalfOf(tx: Tx, request: Tx['ctx']): Tx {
  if (request.companyId !== tx.ctx.companyId) throw new Error('A transaction is of one company');
  return new RequestTx(tx, request);
}

class RequestTx implements Tx {
  constructor(
    private readonly shared: Tx,
    readonly ctx: Ctx,
  ) {}

  get distributed(): boolean {
    return this.shared.distributed;
  }

  rows<T>(statement: Sql | string, params?: readonly unknown[]): Promise<T[]> {
    return this.shared.rows(statement, params);
  }

  texts(statement: Sql | string, params?: readonly unknown[]): Promise<TextRow[]> {
    return this.shared.texts(statement, params);
  }

  maybe<T>(statement: Sql | string, params?: readonly unknown[]): Promise<T | undefined> {
    return this.shared.maybe(statement, params);
  }

  one<T>(statement: Sql | string, params?: readonly unknown[]): Promise<T> {
    return this.shared.one(statement, params);
  }

  run(statement: Sql | string, params?: readonly unknown[]): Promise<number> {
    return this.shared.run(statement, params);
  }

  insert<T extends ObjectLiteral>(entity: new () => T, rows: T | readonly T[]): Promise<void> {
    return rowSet(entity).insert(this, (Array.isArray(rows) ? rows : [rows]) as readonly T[]);
  }

  update<T extends ObjectLiteral>(
    entity: new () => T,
    key: Partial<T>,
    patch: Partial<T>,
  ): Promise<number> {
    return this.shared.update(entity, key, patch);
  }

  locked<L, R extends readonly unknown[]>(
    lock: () => Promise<L>,
    ...reads: { readonly [K in keyof R]: Behind<R[K]> }
  ): Promise<[L, ...R]> {
    const behind = reads.map((read) => () => read(asLocked(this)));
    return this.shared.locked<L, R>(lock, ...(behind as typeof reads));
  }

  later<T>(...later: Later<T>): void {
    this.shared.later(...later);
  }

  planOnce(): void {
    this.shared.planOnce();
  }
}
