import type { Client } from 'pg';
import { COMPANIES, SHARED } from '../../apps/cli/src/verify/expected-rights';

/** Tables without company data: the bookkeeping of migrations. */
export const BOOKKEEPING = ['public.quittance_migration'];

export interface Table {
  /** Schema and name: `receivables.invoice`. */
  readonly name: string;
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly rowSecurity: boolean;
  /** It binds the owner as well. */
  readonly forced: boolean;
  /** `company to quittance_app`, by name. */
  readonly policies: readonly string[];
}

/** Not what PostgreSQL has of its own, nor Citus. */
const OWN = `n.nspname !~ '^(pg_|information_schema$|citus|columnar)'`;

const TABLES = `
  select n.nspname || '.' || c.relname as name, c.relrowsecurity as "rowSecurity",
    c.relforcerowsecurity as forced,
    (select coalesce(array_agg(p.polname || ' to '
        || (select string_agg(r::regrole::text, ',') from unnest(p.polroles) r)
        order by p.polname), '{}')
      from pg_policy p where p.polrelid = c.oid) as policies,
    coalesce((select array_agg(a.attname::text order by k.position)
      from pg_index i
      cross join unnest(i.indkey::smallint[]) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary), '{}') as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and ${OWN} order by 1`;

/** Every table that holds data of companies. */
export async function companyTables(owner: Client): Promise<Table[]> {
  return (await guardedTables(owner)).filter(({ name }) => !(name in COMPANIES));
}

/** Those, and the companies themselves. */
export async function guardedTables(owner: Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(TABLES);
  const others = [...BOOKKEEPING, ...SHARED];
  return rows.filter(({ name }) => !others.includes(name));
}

const INDEXES = `
  select n.nspname || '.' || t.relname as table, c.relname as index, i.indisunique as unique,
    coalesce(pg_get_indexdef(i.indexrelid, 1, true), '') as first
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace
  where ${OWN} order by 1, 2`;

export interface Index {
  readonly table: string;
  readonly index: string;
  readonly unique: boolean;
  readonly first: string;
}

export async function indexes(owner: Client): Promise<Index[]> {
  return (await owner.query<Index>(INDEXES)).rows;
}

const FOREIGN_KEYS = `
  select f.conrelid::regclass::text as table, f.conname as name,
    f.confrelid::regclass::text as target,
    (select array_agg(a.attname::text || '=' || b.attname::text order by k.position)
      from unnest(f.conkey, f.confkey) with ordinality as k (own, other, position)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other) as pairs
  from pg_constraint f join pg_namespace n on n.oid = f.connamespace
  where f.contype = 'f' and ${OWN} order by 1, 2`;

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  /** `own=other` for each column. */
  readonly pairs: readonly string[];
}

export async function foreignKeys(owner: Client): Promise<ForeignKey[]> {
  return (await owner.query<ForeignKey>(FOREIGN_KEYS)).rows;
}

const OWNED = `
  select 'relation ' || c.oid::regclass::text as what from pg_class c where c.relowner = $1
  union all select 'function ' || p.oid::regprocedure::text from pg_proc p where p.proowner = $1
  union all select 'schema ' || n.nspname from pg_namespace n where n.nspowner = $1
  union all select 'type ' || t.typname from pg_type t where t.typowner = $1
  union all select 'database ' || d.datname from pg_database d where d.datdba = $1`;

/** Whatever the role owns in this database. */
export async function ownedBy(owner: Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ oid: number }>(
    'select oid from pg_roles where rolname = $1',
    [role],
  );
  const owned = await owner.query<{ what: string }>(OWNED, [rows[0]?.oid]);
  return owned.rows.map(({ what }) => what);
}

const FUNCTIONS = `
  select p.oid::regprocedure::text as name, p.proname as "shortName", p.prosecdef as definer,
    p.prosrc as source,
    coalesce(array_to_string(p.proconfig, ','), '') as settings,
    exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where a.grantee = 0 and a.privilege_type = 'EXECUTE') as public
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${OWN} order by 1`;

export interface StoredFunction {
  readonly name: string;
  readonly shortName: string;
  readonly source: string;
  /** Runs with the rights of its owner. */
  readonly definer: boolean;
  readonly settings: string;
  /** Anybody may call it. */
  readonly public: boolean;
}

export async function functions(owner: Client): Promise<StoredFunction[]> {
  return (await owner.query<StoredFunction>(FUNCTIONS)).rows;
}

const VIEWS = `
  select c.oid::regclass::text as name, coalesce(array_to_string(c.reloptions, ','), '') as options
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and ${OWN} and not exists (
    select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;

export async function views(owner: Client): Promise<{ name: string; options: string }[]> {
  return (await owner.query<{ name: string; options: string }>(VIEWS)).rows;
}

const PUBLISHED = `
  select v.name, v.oid, coalesce(array_to_string(v.reloptions, ','), '') as options,
    coalesce(obj_description(v.oid, 'pg_class'), '') as says, pg_get_viewdef(v.oid) as definition,
    (select array_agg(distinct r.relnamespace::regnamespace || '.' || r.relname)
      from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
        and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
      join pg_class r on r.oid = d.refobjid where w.ev_class = v.oid) as reads,
    (select json_agg(json_build_object('name', a.attname,
        'says', coalesce(col_description(v.oid, a.attnum), '')) order by a.attnum)
      from pg_attribute a where a.attrelid = v.oid and a.attnum > 0) as columns
  from (select c.*, n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and c.relname ~ '^pub_' and ${OWN}) v order by 1`;

export interface ShownView {
  readonly name: string;
  readonly options: string;
  readonly says: string;
  readonly definition: string;
  /** The tables and views it is made of. */
  readonly reads: readonly string[];
  readonly columns: readonly { readonly name: string; readonly says: string }[];
}

/** What libs publish, as the database has it. */
export async function publishedViews(owner: Client): Promise<ShownView[]> {
  return (await owner.query<ShownView>(PUBLISHED)).rows;
}

const RELATIONS = `
  select n.nspname || '.' || c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and n.nspname <> 'public' and ${OWN}`;

/** `access.door_actors(uuid,uuid[]) identity.staff_user`: what functions ask of other schemas. */
export async function foreignReads(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(RELATIONS);
  const known = new Set(rows.map(({ name }) => name));
  return (await functions(owner)).flatMap(({ name, source }) =>
    [...source.matchAll(/\b(\w+)\.(\w+)\b(?!\()/g)]
      .filter(([relation, schema]) => known.has(relation) && !name.startsWith(`${schema}.`))
      .map(([relation]) => `${name} ${relation}`),
  );
}
