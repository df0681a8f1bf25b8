import { sql, type Sql, type Tx } from '@quittance/database';
import type { Instant, ProblemDefinition } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { headOf, nounList, type DescribedNoun } from '@quittance/nouns';

/** What every record of the set-up has. */
export interface SetUpRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What is particular to one noun of the set-up, beside its description. */
export interface SetUpRules<Row extends SetUpRow> {
  /** @throws DomainError when the record may not be as it is, before it is written */
  check(tx: Tx, record: Row): Promise<void>;
  /** @throws DomainError when other records point at it */
  checkUnused?(tx: Tx, record: Row): Promise<void>;
  /** The refusal that a violated constraint means, or the error itself. */
  refusal(error: unknown, record: Row): unknown;
  /** What making and changing one may be refused for, beside its members. */
  readonly storeProblems?: readonly ProblemDefinition[];
  /** What deleting one may be refused for. */
  readonly deleteProblems?: readonly ProblemDefinition[];
}

/** A noun of the set-up: its description, its rules, and what follows from both. */
export interface SetUpRecord<Row extends SetUpRow = SetUpRow, Input extends object = object>
  extends DescribedNoun<Row, Input>, SetUpRules<Row> {
  readonly list: ListDefinition<Row, Row>;
  /** Every record of the company; `$1` is the company. */
  readonly all: Sql;
  /** One of them; `$2` is its id. */
  readonly one: Sql;
  /** `tax code` */
  readonly words: string;
  view(row: Row): Row;
}

export function setUpRecord<Row extends SetUpRow, Input extends object>(
  described: DescribedNoun<Row, Input>,
  rules: SetUpRules<Row>,
): SetUpRecord<Row, Input> {
  const { table, rows, name, alias } = described;
  const view = headOf(described, {}) as object as (row: Row) => Row;
  const all = `select ${rows.select(alias)} from ${table} ${alias} where ${alias}.company_id = $1`;
  return {
    ...described,
    ...rules,
    list: nounList(described, view),
    all: sql(all),
    one: sql(`${all} and ${alias}.id = $2`),
    words: name.replaceAll('-', ' '),
    view,
  };
}
