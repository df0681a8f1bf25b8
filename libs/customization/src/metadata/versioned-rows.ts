import {
  logConfiguration,
  type ConfigurationChange,
  type ConfigurationState,
} from '@quittance/configuration';
import { rowSet, sql, type Sql, type Tx } from '@quittance/database';
import { notFound, type Instant } from '@quittance/kernel';
import { isDeepStrictEqual } from 'node:util';

/** What every row of the configuration has. */
interface VersionedEntity {
  companyId: string;
  id: string;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

type Row<E extends VersionedEntity> = Omit<E, 'companyId'>;

/** What is to know of one kind of configuration. */
interface RowKind<E extends VersionedEntity> {
  readonly entity: new () => E;
  readonly table: string;
  /** In the words of a refusal: `layout`. */
  readonly noun: string;
  /** What log and revision keep of a row: everything that a person says of it. */
  state(row: Row<E>): ConfigurationState;
  subject(row: Row<E>): Pick<ConfigurationChange, 'kind' | 'object' | 'name'>;
  /** The refusal behind an error of the schema, or the error. */
  refusal(row: Row<E>, error: unknown): unknown;
  /** Which other rows cannot stay the default beside this one. */
  readonly otherDefaults?: (tx: Tx, row: Row<E>) => Promise<readonly Row<E>[]>;
}

/**
 * Rows of the configuration: each change is one version more, a log entry and a revision. The
 * version of the metadata is the caller's, and first.
 */
export class VersionedRows<E extends VersionedEntity> {
  private readonly findSql: Sql;
  private readonly lockSql: Sql;
  private readonly deleteSql: Sql;

  constructor(private readonly kind: RowKind<E>) {
    const columns = rowSet(kind.entity).select('t');
    const one = `select ${columns} from ${kind.table} t where t.company_id = $1 and t.id = $2`;
    this.findSql = sql(one);
    this.lockSql = sql(`${one} for update`);
    this.deleteSql = sql(`delete from ${kind.table} where company_id = $1 and id = $2`);
  }

  /** @throws DomainError not_found, also for a row that does not fit */
  async find(tx: Tx, id: E['id'], fits: (row: Row<E>) => boolean = () => true): Promise<Row<E>> {
    return this.there(await tx.maybe<Row<E>>(this.findSql, [tx.ctx.companyId, id]), fits);
  }

  /** @throws DomainError not_found, also for a row that does not fit */
  async lock(tx: Tx, id: E['id'], fits: (row: Row<E>) => boolean = () => true): Promise<Row<E>> {
    return this.there(await this.maybeLocked(tx, id), fits);
  }

  maybeLocked(tx: Tx, id: string): Promise<Row<E> | undefined> {
    return tx.maybe<Row<E>>(this.lockSql, [tx.ctx.companyId, id]);
  }

  /** @throws DomainError of a name that is taken */
  async add(tx: Tx, row: Row<E>): Promise<void> {
    await this.leaveOneDefault(tx, row);
    await this.insert(tx, row);
    this.log(tx, null, row);
  }

  /**
   * Answers the row with its new version; one that stays as it is keeps the old one.
   * @throws DomainError of a name that is taken
   */
  async change(tx: Tx, before: Row<E>, patch: Partial<Row<E>>): Promise<Row<E>> {
    const stamps = { version: before.version + 1, updatedAt: tx.ctx.now };
    const after = { ...before, ...patch, ...stamps };
    if (isDeepStrictEqual(this.kind.state(before), this.kind.state(after))) return before;
    await this.leaveOneDefault(tx, after);
    await this.rewrite(tx, after);
    this.log(tx, before, after);
    return after;
  }

  async remove(tx: Tx, row: Row<E>): Promise<void> {
    await this.erase(tx, row.id);
    this.log(tx, row, null);
  }

  async read(tx: Tx, id: string): Promise<ConfigurationState | null> {
    const row = await this.maybeLocked(tx, id);
    return row ? this.kind.state(row) : null;
  }

  /**
   * Puts a row back to a state, or takes it away, without a log entry; `blank` is what a row that
   * is made anew has beside its state.
   */
  async restore(
    tx: Tx,
    id: string,
    state: ConfigurationState | null,
    blank: Partial<Row<E>> = {},
  ): Promise<void> {
    if (!state) return this.erase(tx, id);
    const { now } = tx.ctx;
    const there = await this.maybeLocked(tx, id);
    const stamps = { version: (there?.version ?? 0) + 1, updatedAt: now };
    const row = { createdAt: now, ...blank, ...there, ...state, ...stamps, id } as Row<E>;
    await this.leaveOneDefault(tx, row);
    await (there ? this.rewrite(tx, row) : this.insert(tx, row));
  }

  private there(row: Row<E> | undefined, fits: (row: Row<E>) => boolean): Row<E> {
    if (!row || !fits(row)) throw notFound({ object: this.kind.noun });
    return row;
  }

  /** Whichever other row was the default until now is none any more. */
  private async leaveOneDefault(tx: Tx, row: Row<E>): Promise<void> {
    const others = (await this.kind.otherDefaults?.(tx, row)) ?? [];
    const isNone = { isDefault: false } as unknown as Partial<Row<E>>;
    for (const other of others) await this.change(tx, other, isNone);
  }

  private async insert(tx: Tx, row: Row<E>): Promise<void> {
    const whole = { ...row, companyId: tx.ctx.companyId } as unknown as E;
    await this.orRefusal(row, tx.insert(this.kind.entity, whole));
  }

  private async rewrite(tx: Tx, { id, ...set }: Row<E>): Promise<void> {
    const key = { id } as Partial<E>;
    await this.orRefusal(
      { id, ...set } as Row<E>,
      tx.update(this.kind.entity, key, set as Partial<E>),
    );
  }

  private orRefusal(row: Row<E>, work: Promise<unknown>): Promise<unknown> {
    return work.catch((error: unknown) => {
      throw this.kind.refusal(row, error);
    });
  }

  private async erase(tx: Tx, id: string): Promise<void> {
    await tx.run(this.deleteSql, [tx.ctx.companyId, id]);
  }

  private log(tx: Tx, before: Row<E> | null, after: Row<E> | null): void {
    const row = (after ?? before) as Row<E>;
    const states = {
      before: before && this.kind.state(before),
      after: after && this.kind.state(after),
    };
    logConfiguration(tx, { ...this.kind.subject(row), subjectId: row.id, ...states });
  }
}
