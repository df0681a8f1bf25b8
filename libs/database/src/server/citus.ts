import type { QueryRunner } from 'typeorm';
import type { Migration } from './migration.js';

/** Answers rows. */
export interface Asked {
  query(text: string): Promise<unknown>;
}

/** Whether the database is one of Citus, in which tables are distributed over machines. */
export async function hasCitus(runner: Asked): Promise<boolean> {
  const found = await runner.query(`select 1 from pg_extension where extname = 'citus'`);
  return (found as unknown[]).length > 0;
}

/**
 * Tables are made on the shards over one connection per machine: only then can functions follow.
 */
const ONE_CONNECTION = `set local citus.multi_shard_modify_mode to 'sequential'`;

/**
 * The migration as Citus can run it, where it is installed; elsewhere it runs as it is written.
 * Citus takes one command per `alter table` when one adds a constraint, plans no volatile function
 * in an update, and analyzes no table in the transaction that filled it. So commands go one by one,
 * updates only to tables that have rows, and statistics are left to autovacuum.
 */
export function onCitus(PlainMigration: Migration): Migration {
  return class extends PlainMigration {
    override async up(runner: QueryRunner): Promise<void> {
      if (!(await hasCitus(runner))) return super.up(runner);
      await runner.query(ONE_CONNECTION);
      await super.up(citusRunner(runner));
    }
  };
}

/** Sends the statements of a migration as Citus takes them. */
function citusRunner(runner: QueryRunner): QueryRunner {
  const query = async (text: string, parameters?: unknown[]): Promise<unknown> => {
    if (/^\s*analyze\b/i.test(text)) return [];
    const table = /^\s*update\s+(\S+)/i.exec(text)?.[1];
    if (table !== undefined && !(await hasRows(runner, table))) return [];
    let answer: unknown;
    for (const statement of oneCommandEach(text)) {
      answer = await runner.query(statement, parameters);
    }
    return answer;
  };
  return new Proxy(runner, {
    get: (target, key) => {
      if (key === 'query') return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function hasRows(runner: QueryRunner, table: string): Promise<boolean> {
  return ((await runner.query(`select 1 from ${table} limit 1`)) as unknown[]).length > 0;
}

/** `alter table t a, b` is `alter table t a` and `alter table t b`; another statement is itself. */
export function oneCommandEach(statement: string): string[] {
  const [, table, commands] = /^\s*(alter table \S+)\s([\s\S]*)$/i.exec(statement) ?? [];
  if (table === undefined || commands === undefined) return [statement];
  const split = [''];
  let depth = 0;
  for (const part of commands.match(/'[^']*'|[^'(),]+|[(),]/g) ?? []) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === ',' && depth === 0) split.push('');
    else split[split.length - 1] += part;
  }
  return split.map((command) => `${table} ${command.trim()}`);
}
