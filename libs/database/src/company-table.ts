import type { QueryRunner } from 'typeorm';
import { APP_ROLE } from './data-source.js';

export interface CompanyTableOptions {
  /** No update, no delete for the application: money rows and the audit log. */
  readonly appendOnly?: boolean;
}

const CURRENT_COMPANY = `(select nullif(current_setting('app.company_id', true), '')::uuid)`;

/** Creates a lib's schema and lets the application in. */
export async function createSchema(runner: QueryRunner, schema: string): Promise<void> {
  await runner.query(`create schema ${schema}`);
  await runner.query(`grant usage on schema ${schema} to ${APP_ROLE}`);
}

/**
 * Creates a table of company data: `company_id uuid` must be its first column and lead its primary
 * key. In this order: create, distribute by company where Citus is installed, row-level policy,
 * rights. Foreign keys are added afterwards, in later statements of the migration.
 */
export async function createCompanyTable(
  runner: QueryRunner,
  table: string,
  body: string,
  options: CompanyTableOptions = {},
): Promise<void> {
  await runner.query(`create table ${table} (company_id uuid not null, ${body})`);
  await distribute(runner, table);
  await runner.query(`alter table ${table} enable row level security`);
  await runner.query(
    `create policy company on ${table} using (company_id = ${CURRENT_COMPANY})
     with check (company_id = ${CURRENT_COMPANY})`,
  );
  const rights = options.appendOnly ? 'select, insert' : 'select, insert, update, delete';
  await runner.query(`grant ${rights} on ${table} to ${APP_ROLE}`);
}

async function distribute(runner: QueryRunner, table: string): Promise<void> {
  const citus = await runner.query(`select 1 from pg_extension where extname = 'citus'`);
  if (citus.length > 0) {
    await runner.query(`select create_distributed_table('${table}', 'company_id')`);
  }
}

/**
 * Creates a `door_…` function: runs with the owner's rights, so it sees every company. The name must
 * begin with `door_`; each answers one narrow question.
 */
export async function createDoor(
  runner: QueryRunner,
  signature: string,
  returns: string,
  query: string,
): Promise<void> {
  await runner.query(
    `create function ${signature} returns ${returns} language sql stable security definer
     set search_path = pg_catalog, pg_temp as $door$ ${query} $door$`,
  );
  await runner.query(`revoke all on function ${signature} from public`);
  await runner.query(`grant execute on function ${signature} to ${APP_ROLE}`);
}
