import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** What a copy of the template was before anybody worked on it, by the machines that it is on. */
export type Untouched = ReadonlyMap<string, UntouchedPart>;

interface UntouchedPart {
  /** What is written from here on is not of the template. */
  readonly horizon: string;
  /** Rows of the tables that the migrations fill, by table. */
  readonly filled: ReadonlyMap<string, number>;
  /** The others. */
  readonly empty: readonly string[];
  /** In bytes. */
  readonly size: number;
  /** How many entries each catalogue of the schema has. */
  readonly schema: readonly number[];
}

/** The schema stands in these; who changes it writes into one of them or takes away from it. */
const CATALOGUES = [
  'pg_attrdef',
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_db_role_setting',
  'pg_index',
  'pg_namespace',
  'pg_policy',
  'pg_proc',
  'pg_rewrite',
  'pg_sequence',
  'pg_trigger',
];

/**
 * Those of the migrations; a test's own would stand in the catalogues as new. On a machine of a
 * cluster the parts of tables that are there, and not the tables that they are parts of.
 */
const PARTS = 'and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)';
const TABLES = (ofCluster: boolean) => `select c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    ${ofCluster ? PARTS : ''}
  order by 1`;

/** Parts are hidden from who does not ask for them. */
const SHOWN = `-c citus.show_shards_for_app_name_prefixes=* -c search_path=pg_catalog`;

/** Bytes of rows that are gone and of their keys. */
const MOST_LEFT = 8_000_000;
const SIZE = 'pg_database_size(current_database())::float8';

const COUNTS = CATALOGUES.map((name) => `(select count(*)::int from ${name})`).join();

const asked = async <Row extends object>(owner: Client, text: string): Promise<Row[]> =>
  (await owner.query<Row>(text)).rows;

/** Looks at a fresh copy, at the addresses of all of its machines. */
export async function untouched(urls: readonly string[]): Promise<Untouched> {
  const parts = urls.map(async (url) => [url, await untouchedPart(url)] as const);
  return new Map(await Promise.all(parts));
}

async function untouchedPart(ownerUrl: string): Promise<UntouchedPart> {
  return asOwner(ownerUrl, async (owner) => {
    const [citus] = await asked(owner, `select 1 from pg_extension where extname = 'citus'`);
    const found = await asked<{ name: string }>(owner, TABLES(citus !== undefined));
    const tables = found.map(({ name }) => name);
    const filled = await filledOf(owner, tables);
    const [seen] = await asked<{ horizon: string; size: number; schema: number[] }>(
      owner,
      `select pg_current_xact_id()::text as horizon, ${SIZE} as size, array[${COUNTS}] as schema`,
    );
    if (!seen) throw new Error('A database did not answer');
    const empty = tables.filter((table) => !filled.includes(table));
    return { ...seen, filled: await countsOf(owner, filled), empty };
  });
}

/**
 * Takes away what was written since. Answers whether the database is again what it was: not where
 * somebody changed the schema or what the migrations wrote, is still at work in it, or wrote so
 * much that what is left of it on the disk is in the way.
 */
export async function emptied(asMade: Untouched): Promise<boolean> {
  const parts = [...asMade].map(([url, part]) => isPartEmptied(url, part));
  return (await Promise.all(parts)).every(Boolean);
}

async function isPartEmptied(ownerUrl: string, asMade: UntouchedPart): Promise<boolean> {
  const { horizon, filled, empty } = asMade;
  return asOwner(ownerUrl, async (owner) => {
    if (!(await isOfOldSchema(owner, asMade)) || !(await isQuiet(owner))) return false;
    // Without the triggers, which keep what is written once, and the order of the keys.
    const deleted = [
      ...(await filledOf(owner, empty)).map((table) => `delete from ${table}`),
      ...[...filled.keys()].map((table) => `delete from ${table} ${written(horizon)}`),
    ];
    await owner.query(`set session_replication_role = replica; ${deleted.join(';')}`);
    const left = await countsOf(owner, [...filled.keys()]);
    return [...filled].every(([table, count]) => left.get(table) === count);
  }).catch(() => false);
}

async function filledOf(owner: Client, tables: readonly string[]): Promise<string[]> {
  const rows = tables.map(
    (table) => `select '${table}' as name where exists (select from ${table})`,
  );
  return (await asked<{ name: string }>(owner, rows.join(' union all '))).map(({ name }) => name);
}

async function isOfOldSchema(
  owner: Client,
  { horizon, size, schema }: UntouchedPart,
): Promise<boolean> {
  const [now] = await asked<{ schema: number[]; size: number; changed: boolean }>(
    owner,
    `select array[${COUNTS}] as schema, ${SIZE} as size, ${CATALOGUES.map(
      (name) => `exists (select from ${name} ${written(horizon)})`,
    ).join(' or ')} as changed`,
  );
  if (!now || now.changed || now.size > size + MOST_LEFT) return false;
  return now.schema.every((count, i) => count === schema[i]);
}

/** A connection that is being closed is gone within so many looks. */
const LOOKS = 10;

/**
 * The pool of the tests and the worker's hosts stay, as do connections within a cluster, and do
 * nothing when nobody asks.
 */
async function isQuiet(owner: Client): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    const others = await asked(
      owner,
      `select pid from pg_stat_activity where datname = current_database()
         and pid <> pg_backend_pid() and backend_type = 'client backend'
         and (not application_name ~ '^(quittance-(test|staff-api|portal-api)$|citus_internal )'
           or state is distinct from 'idle')`,
    );
    if (others.length === 0) return true;
    await sleep(20);
  }
  return false;
}

const written = (horizon: string) => `where xmin::text::bigint >= ${horizon}`;

async function countsOf(
  owner: Client,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = tables.map((table) => `(select count(*)::int from ${table})`).join();
  const [row] = await asked<{ all: number[] }>(owner, `select array[${counts}]::int[] as all`);
  return new Map(tables.map((table, i) => [table, row?.all[i] ?? 0]));
}

async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({
    connectionString: ownerUrl,
    application_name: 'quittance-emptied',
    options: SHOWN,
  });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
