import { APP_ROLE, type Invariant } from '@quittance/database';
import {
  APPEND_ONLY,
  COMPANIES,
  ENDED_ONCE,
  NEVER_REMOVED,
  SHARED,
  SNAPSHOTS,
  USUAL_RIGHTS,
} from './expected-rights.js';

interface Look {
  readonly object: string;
  /** SQL: which one. */
  readonly record: string;
  readonly from: string;
  /** SQL of a sentence that says what to do, and of when it is so. */
  readonly faults: readonly (readonly [wrong: string, when: string])[];
}

/** A statement that answers a row for each fault of each thing looked at; of no company. */
function found({ object, record, from, faults }: Look): string {
  const values = faults.map(([wrong, when]) => `(${wrong}, ${when})`).join(',\n      ');
  return `
    select null as company_id, '${object}' as object, ${record} as record, fault.wrong
    from ${from}
    cross join lateral (values ${values}) as fault (wrong, here)
    where fault.here`;
}

const list = (names: readonly string[]) => `array[${names.map((n) => `'${n}'`).join()}]::text[]`;

/**
 * The tables and views of the product: of the schemas of who owns the bookkeeping of migrations.
 */
const OURS = `(
  select c.oid, c.relkind = 'v' as is_view, c.relowner, c.relrowsecurity as secured,
    c.relforcerowsecurity as forced, c.relnamespace, n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v') and n.nspname <> 'public'
    and n.nspowner = (select relowner from pg_class
    where oid = 'public.quittance_migration'::regclass))`;

const APP = `(select oid from pg_roles where rolname = '${APP_ROLE}')`;
const UNBOUND_ON_CITUS = `not exists (select from pg_extension where extname = 'citus')`;

const role: Invariant = {
  id: 'F2',
  holds: 'The role of the applications is there and bypasses nothing',
  text: found({
    object: 'role',
    record: `'${APP_ROLE}'`,
    from: `(values (1)) one left join pg_roles r on r.rolname = '${APP_ROLE}'`,
    faults: [
      [`'is missing: make the roles of docs/operations.md and restore once more'`, `r.oid is null`],
      [
        `'could undo what keeps companies apart: alter role ${APP_ROLE} nosuperuser nobypassrls '
            'nocreaterole'`,
        `r.rolsuper or r.rolbypassrls or r.rolcreaterole`,
      ],
    ],
  }),
};

/** That a login, the one of DATABASE_URL, may work as the application. */
export function loginFoundation(login: string): Invariant {
  const name = `'${login.replaceAll("'", "''")}'`;
  return {
    id: 'F7',
    holds: 'The login of the applications may become their role',
    text: found({
      object: 'login',
      record: name,
      from: `(values (1)) one left join pg_roles r on r.rolname = ${name}`,
      faults: [
        [`'is missing: make the roles of docs/operations.md'`, `r.oid is null`],
        [
          `format('may not become ${APP_ROLE}: grant ${APP_ROLE} to %s', quote_ident(r.rolname))`,
          `not pg_has_role(r.oid, ${APP}, 'member')`,
        ],
      ],
    }),
  };
}

const rowSecurity: Invariant = {
  id: 'F3',
  holds: 'Each table of company data is behind row-level security, which binds its owner too',
  text: found({
    object: 'table',
    record: 't.name',
    from: `${OURS} t
      cross join lateral (select
          bool_or(p.polname = 'company' and p.polpermissive
            and pg_get_expr(p.polqual, p.polrelid) ~ '^\\((company_id|id) = .*app\\.company_id')
          as company, bool_or(p.polname = 'owner' and p.polroles = array[t.relowner]) as owner,
          string_agg(format('drop policy %I on %s', p.polname, t.name), '; ') filter
            (where p.polpermissive and p.polname not in ('company', 'owner')) as others
        from pg_policy p where p.polrelid = t.oid) p
      join (values (1)) company_data on not t.is_view and t.name <> all (${list(SHARED)})`,
    faults: [
      [
        `format('shows every company to each: alter table %s enable row level security', t.name)`,
        `not t.secured`,
      ],
      [
        `format('does not bind its owner: alter table %s force row level security', t.name)`,
        `not t.forced and ${UNBOUND_ON_CITUS}`,
      ],
      [
        `'has lost the policy that shows a company its own rows: restore once more'`,
        `p.company is not true`,
      ],
      [
        `format('needs its policy "owner" for the role %s: keep the name of the owner and restore '
            'once more', t.relowner::regrole)`,
        `p.owner is not true and ${UNBOUND_ON_CITUS}`,
      ],
      [
        `format('shows more than the rows of a company by what is not of the product: %s',
          p.others)`,
        `p.others is not null`,
      ],
    ],
  }),
};

/** Tables of which it changes some columns alone. */
const BY_COLUMN = { ...ENDED_ONCE, ...SNAPSHOTS };

/** What the application is to have on a table or view. */
const DUE = `
  case when t.is_view or t.name = any (${list(SHARED)}) then '{SELECT}'
    when t.name = any (${list([...APPEND_ONLY, ...Object.keys(BY_COLUMN)])}) then '{SELECT,INSERT}'
    when t.name = any (${list(NEVER_REMOVED)}) then '{SELECT,INSERT,UPDATE}'
    ${Object.entries(COMPANIES)
      .map(([table, rights]) => `when t.name = '${table}' then '{${rights.join()}}'`)
      .join(' ')}
    else '{${USUAL_RIGHTS.join()}}' end::text[]`;

const byColumn = Object.entries(BY_COLUMN).flatMap(([table, columns]) =>
  columns.map((column) => `('${table}', '${column}')`),
);

/** With the right on a table PostgreSQL takes back those on its columns, too. */
const GRANT_AGAIN = `(
  select format('; grant update (%s) on %s to ${APP_ROLE}', string_agg(e.attname, ', '), t.name)
  from (values ${byColumn.join()}) e (name, attname) where e.name = t.name having count(*) > 0)`;

const tableRights = found({
  object: 'table',
  record: 't.name',
  from: `${OURS} t
    cross join lateral (select v.verb, v.verb = any (${DUE}) as due,
        has_table_privilege(${APP}, t.oid, v.verb) as has
      from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) v (verb)) r`,
  faults: [
    [
      `format('is closed to the application: grant %s on %s to ${APP_ROLE}', lower(r.verb),
        t.name)`,
      `r.due and not r.has`,
    ],
    [
      `format('is open beyond what the application may: revoke %s on %s from ${APP_ROLE}, public',
        lower(r.verb), t.name)
        || case when r.verb = 'UPDATE' then coalesce(${GRANT_AGAIN}, '') else '' end`,
      `r.has and not r.due`,
    ],
  ],
});

/** Of tables that may not be updated as a whole; where they may be all the same, that is told. */
const columnRights = found({
  object: 'column',
  record: `t.name || '.' || a.attname`,
  from: `${OURS} t
    join lateral (select c.attname, (t.name, c.attname) in (${byColumn.join()}) as due,
        has_column_privilege(${APP}, t.oid, c.attnum, 'UPDATE') as has
      from pg_attribute c where c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped) a
      on not 'UPDATE' = any (${DUE}) and not has_table_privilege(${APP}, t.oid, 'UPDATE')`,
  faults: [
    [
      `format('is closed to the application: grant update (%s) on %s to ${APP_ROLE}', a.attname,
        t.name)`,
      `a.due and not a.has`,
    ],
    [
      `format('can be written over: revoke update (%s) on %s from ${APP_ROLE}, public', a.attname,
        t.name)`,
      `a.has and not a.due`,
    ],
  ],
});

const schemaRights = found({
  object: 'schema',
  record: 'n.nspname',
  from: `pg_namespace n join (values (1)) ours
    on n.nspname = 'public' or n.oid in (select t.relnamespace from ${OURS} t)`,
  faults: [
    [
      `format('is closed to the application: grant usage on schema %s to ${APP_ROLE}', n.nspname)`,
      `not has_schema_privilege(${APP}, n.oid, 'USAGE')`,
    ],
    [
      `format('lets the application make tables: revoke create on schema %s from ${APP_ROLE}, '
          'public', n.nspname)`,
      `has_schema_privilege(${APP}, n.oid, 'CREATE')`,
    ],
  ],
});

const functionRights = found({
  object: 'function',
  record: 'p.oid::regprocedure::text',
  from: `pg_proc p join (values (1)) ours
    on p.pronamespace in (select t.relnamespace from ${OURS} t)`,
  faults: [
    [
      `format('is closed to the application: grant execute on function %s to ${APP_ROLE}',
        p.oid::regprocedure)`,
      `not has_function_privilege(${APP}, p.oid, 'EXECUTE')`,
    ],
    [
      `format('is open to everybody: revoke execute on function %s from public; grant execute on '
          'function %1$s to ${APP_ROLE}', p.oid::regprocedure)`,
      `p.prosecdef and exists (
        select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0)`,
    ],
  ],
});

const rights: Invariant = {
  id: 'F4',
  holds: 'The application may do what it must and no more: what is written once stays',
  text: [tableRights, columnRights, schemaRights, functionRights].join(' union all '),
};

/** That what libs publish to one another is there; whether the application may read it is of F4. */
export function viewFoundation(names: readonly string[]): Invariant {
  return {
    id: 'F8',
    holds: 'Each view that libs publish is there and asks with the rights of who reads it',
    text: found({
      object: 'view',
      record: 'due.name',
      from: `unnest(${list(names)}) as due (name)
        left join pg_class v on v.oid = to_regclass(due.name) and v.relkind = 'v'`,
      faults: [
        [`'is missing: restore once more'`, `v.oid is null`],
        [
          `format('shows every company to each: alter view %s set (security_invoker = true)',
            due.name)`,
          `v.oid is not null and not coalesce('security_invoker=true' = any (v.reloptions), false)`,
        ],
      ],
    }),
  };
}

/**
 * What a database needs beside its rows so that the product can work with it and companies stay
 * apart. Reads catalogues alone: some thousand rows.
 */
export const foundations: readonly Invariant[] = [role, rowSecurity, rights];
