import type { QueryRunner } from 'typeorm';
import { hasCitus, type Asked } from './citus.js';
import { APP_ROLE } from './data-source.js';
import { SAY_EVERY_COMPANY, bindOwner } from './forced-rows.js';

export interface CompanyTableOptions {
  /** No update, no delete for the application: money rows and the audit log. */
  readonly appendOnly?: boolean;
  /**
   * The application changes rows only while this holds of them, and removes none: `result =
   * 'running'`. The columns are granted by the migration.
   */
  readonly changedWhile?: string;
}

const CURRENT_COMPANY = `nullif(current_setting('app.company_id', true), '')::uuid`;

/** Creates a lib's schema and lets the application in. */
export async function createSchema(runner: QueryRunner, schema: string): Promise<void> {
  await runner.query(`create schema ${schema}`);
  await runner.query(`grant usage on schema ${schema} to ${APP_ROLE}`);
}

/**
 * Creates a table of company data: `company_id uuid` must be its first column and lead its primary
 * key. In this order: create, distribute by company where Citus is installed, row-level policies,
 * rights. Foreign keys are added afterwards, in later statements of the migration.
 */
export async function createCompanyTable(
  runner: QueryRunner,
  table: string,
  body: string,
  options: CompanyTableOptions = {},
): Promise<void> {
  await runner.query(`create table ${table} (company_id uuid not null, ${body})`);
  await distribute(runner, table, 'company_id');
  const { appendOnly, changedWhile } = options;
  const isWrittenOnce = appendOnly || changedWhile !== undefined;
  const rights = isWrittenOnce ? 'select, insert' : 'select, insert, update, delete';
  await bindToCompany(runner, table, { column: 'company_id', rights, changedWhile });
}

/** Where Citus is installed, rows of one company are on one machine, by the column that names it. */
export async function distribute(runner: Asked, table: string, by: string): Promise<void> {
  if (!(await hasCitus(runner))) return;
  await runner.query(`select create_distributed_table('${table}', '${by}')`);
}

/** Where Citus is installed, a small table that is about no company alone is on every machine. */
export async function keepEverywhere(runner: QueryRunner, table: string): Promise<void> {
  if (!(await hasCitus(runner))) return;
  await runner.query(`select create_reference_table('${table}')`);
}

/** Whose rows of a table the application may do what with. */
export interface CompanyRights extends Pick<CompanyTableOptions, 'changedWhile'> {
  /** Names the company. */
  readonly column: string;
  readonly rights: string;
}

/** Gives the application these rights, to the rows of the company that is set. */
export async function bindToCompany(
  runner: QueryRunner,
  table: string,
  { column, rights, changedWhile }: CompanyRights,
): Promise<void> {
  // As a sub-select it is computed once per statement and not per row; Citus refuses those in
  // policies.
  const company = (await hasCitus(runner)) ? CURRENT_COMPANY : `(select ${CURRENT_COMPANY})`;
  const own = `${column} = ${company}`;
  await runner.query(`alter table ${table} enable row level security`);
  // None of them restrictive: Citus takes that word away on the shards, where such a policy then
  // lets in what it was to keep out.
  const policies =
    changedWhile === undefined
      ? [`company on ${table} using (${own}) with check (${own})`]
      : [
          `company on ${table} for select using (${own})`,
          `added on ${table} for insert with check (${own})`,
          `pending on ${table} for update using (${own} and ${changedWhile}) with check (${own})`,
        ];
  for (const policy of policies) await runner.query(`create policy ${policy}`);
  await runner.query(`grant ${rights} on ${table} to ${APP_ROLE}`);
  await bindOwner(runner, table);
}

/** What a door asks, where that alone does not say it. */
export interface DoorQuery {
  readonly query: string;
  /**
   * Asked in its place where Citus is installed: one that asks every shard at once, in place of one
   * that walks from company to company, which Citus refuses.
   */
  readonly onCitus?: string;
  /**
   * For what every request asks: in PL/pgSQL, whose plans stay in the session, where a function in
   * SQL is planned anew at each call.
   */
  readonly plansStay?: boolean;
  /** It changes rows, and answers one value. */
  readonly changes?: boolean;
  /** It deletes rows of a company that it is told, and answers how many; in PL/pgSQL, for Citus. */
  readonly deletes?: boolean;
  /** It takes the place of one with this signature, which sessions may have planned with. */
  readonly replaces?: boolean;
}

/**
 * Creates a `door_…` function: runs with the owner's rights and says that it means every company.
 * The name must begin with `door_`; each answers one narrow question.
 */
export async function createDoor(
  runner: QueryRunner,
  signature: string,
  returns: string,
  asked: string | DoorQuery,
): Promise<void> {
  const door = typeof asked === 'string' ? { query: asked } : asked;
  const body = doorBody(door, await hasCitus(runner));
  const create = door.replaces ? 'create or replace' : 'create';
  await runner.query(`${create} function ${signature} returns ${returns} ${body}`);
  await runner.query(`revoke all on function ${signature} from public`);
  await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
}

/**
 * Citus plans no statement with parameters of a function in SQL, and does of one in PL/pgSQL. Doors
 * alone may ask every machine: the sessions of the application may not.
 */
function doorBody(
  { query, onCitus, plansStay, changes, deletes }: DoorQuery,
  citus: boolean,
): string {
  const asksAll = citus ? ` set citus.multi_task_query_log_level = 'off'` : '';
  const rights = `security definer set search_path = pg_catalog, pg_temp${asksAll}`;
  const say = citus ? { sql: '', plpgsql: '' } : SAY_EVERY_COMPANY;
  const chosen = citus && onCitus !== undefined ? onCitus : query;
  if (changes) return `language sql volatile ${rights} as $door$ ${say.sql} ${chosen} $door$`;
  if (deletes) {
    return `language plpgsql volatile ${rights} as $door$
       declare gone integer;
       begin ${say.plpgsql} ${query}; get diagnostics gone = row_count; return gone; end $door$`;
  }
  return citus || plansStay
    ? `language plpgsql stable ${rights} as $door$
       #variable_conflict use_column
       begin ${say.plpgsql} return query ${chosen}; end $door$`
    : `language sql stable ${rights} as $door$ ${say.sql} ${chosen} $door$`;
}
