import type { QueryRunner } from 'typeorm';
import { hasCitus } from './citus.js';
import { EVERY_COMPANY } from './data-source.js';

type Runner = Pick<QueryRunner, 'query'>;

/**
 * Whether whoever asks has said that it is about every company. Not a comparison: the planner takes
 * one for a condition that few rows pass, and this for one that nearly all do.
 */
const SAYS_SO = `nullif(current_setting('${EVERY_COMPANY}', true), '') is not null`;

/**
 * Binds the owner of a table of company data to its policy as everybody else: with a company set it
 * sees that company, otherwise nothing, unless it says that it means every company. On Citus the
 * owner stays unbound: what a door says does not reach the machines where the policies are asked.
 */
export async function bindOwner(runner: Runner, table: string): Promise<void> {
  if (await hasCitus(runner)) return;
  await runner.query(`alter table ${table} force row level security`);
  await runner.query(`create policy owner on ${table} to current_user using (${SAYS_SO})`);
}

/**
 * What a door says before it asks, as the body of a function. A setting of the function itself
 * would take a superuser, as any setting does that PostgreSQL does not know.
 */
export const SAY_EVERY_COMPANY = {
  sql: `select pg_catalog.set_config('${EVERY_COMPANY}', 'on', true);`,
  plpgsql: `perform pg_catalog.set_config('${EVERY_COMPANY}', 'on', true);`,
} as const;
