import type { Client } from 'pg';

/** A value of each type that columns have; `$n` makes text different from row to row. */
const SAMPLES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x' || gen_random_uuid()::text`,
  bpchar: `'x'`,
  int2: '1',
  int4: '1',
  int8: '1',
  numeric: '1',
  bool: 'false',
  date: 'current_date',
  timestamptz: 'now()',
  jsonb: `'{}'::jsonb`,
  bytea: `'\\x00'::bytea`,
  inet: `'127.0.0.1'::inet`,
};

const CONSTRAINTS = `
  select c.conrelid::regclass::text as table, quote_ident(c.conname) as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype in ('c', 'f') and t.relkind in ('r', 'p')
    and t.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  order by c.contype desc`;

const UNIQUE_INDEXES = `
  select i.indexrelid::regclass::text as name from pg_index i
  join pg_class t on t.oid = i.indrelid
  where i.indisunique and not i.indisprimary
    and t.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

const REQUIRED = `
  select quote_ident(a.attname) as name, t.typname as type from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull
    and a.attname <> 'company_id' and not a.atthasdef and a.attidentity = ''
    and a.attgenerated = ''`;

/**
 * Takes away checks, references and unique indexes beside the primary key, so that rows need no
 * story and can be wrong. For a database that is thrown away after.
 */
export async function dropConstraints(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ table: string; name: string }>(CONSTRAINTS);
  for (const { table, name } of rows) {
    await owner.query(`alter table ${table} drop constraint if exists ${name} cascade`);
  }
  const unique = await owner.query<{ name: string }>(UNIQUE_INDEXES);
  for (const { name } of unique.rows) await owner.query(`drop index ${name}`);
}

/** The statement that inserts one made-up row of a company (`$1`) into a table. */
export async function insertInto(owner: Client, table: string): Promise<string> {
  const { rows } = await owner.query<{ name: string; type: string }>(REQUIRED, [table]);
  const value = ({ name, type }: { name: string; type: string }) => {
    const sample = type.startsWith('_') ? `'{}'` : SAMPLES[type];
    if (!sample) throw new Error(`${table}.${name} is of type ${type}: add a sample`);
    return sample;
  };
  const names = ['company_id', ...rows.map(({ name }) => name)].join(', ');
  return `insert into ${table} (${names}) values (${['$1::uuid', ...rows.map(value)].join(', ')})`;
}
