import { APP_ROLE } from '@quittance/database';
import { decoys } from '@quittance/identity';
import { newId, type CompanyId } from '@quittance/kernel';
import { Client } from 'pg';
import {
  APPEND_ONLY,
  COMPANIES,
  ENDED_ONCE,
  NEVER_REMOVED,
  SHARED,
  SNAPSHOTS,
} from '../apps/cli/src/verify/expected-rights';
import {
  BOOKKEEPING,
  companyTables,
  foreignKeys,
  functions,
  guardedTables,
  indexes,
  ownedBy,
  views,
  type Table,
} from './schema/catalog';
import { expectKept } from './contracts/kept-file';
import { comparable, STRUCTURE_FILE, structureOf } from './contracts/structure';
import { dropConstraints, insertInto } from './schema/planted-rows';
import { POINTERS_WITHOUT_KEY, pointersWithoutKey } from './schema/pointers';
import { commandsOf } from './support/guide';
import { testDatabase, type TestDatabase } from './support/test-database';
import { testServer } from './support/test-server';

/** Indexes of door functions, which find a row without knowing its company. */
const LOOKED_UP_FROM_OUTSIDE = [
  'portal.credential_alias_index',
  'portal.credential_sign_in_index',
  'receivables.payment_provider_payment_index',
  'gateway.checkout_link_index',
  'gateway.checkout_order_index',
  'gateway.checkout_reference_index',
  'gateway.connector_account_index',
  'gateway.failed_payment_provider_index',
  'identity.staff_user_sign_in_index',
  'sales.quote_acceptance_hash_index',
];

let t: TestDatabase;
let owner: Client;
let tables: Table[];

beforeAll(async () => {
  t = await testDatabase({ poolSize: 1 });
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  tables = await companyTables(owner);
});

afterAll(async () => {
  // Rows that were planted are no events that anybody announced.
  await owner?.query('truncate outbox.event cascade');
  await owner?.end();
  await t?.close();
});

describe('the schema', () => {
  test('is the one that is kept for review', async () => {
    expectKept(STRUCTURE_FILE, await structureOf(owner), comparable);
  });
});

describe('every table of company data', () => {
  test('exists', () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'receivables.invoice',
        'receivables.payment',
        'outbox.event',
        'audit.entry',
      ]),
    );
  });

  test('has the company as the first column of its primary key', () => {
    const bad = tables.filter(({ key }) => key[0] !== 'company_id').map(({ name }) => name);
    expect(bad).toEqual([]);
  });

  test('is behind row-level security, which binds its owner too', async () => {
    const tableOwner = new URL(t.boundOwnerUrl).username;
    const own = ['company to -', `owner to ${tableOwner}`];
    const policiesOf = (name: string) =>
      name in ENDED_ONCE ? ['added to -', ...own, 'pending to -'] : own;
    const all = await guardedTables(owner);
    const bad = all.filter(
      ({ name, rowSecurity, forced, policies }) =>
        !rowSecurity || !forced || policies.join(';') !== policiesOf(name).join(';'),
    );
    expect(bad.map(({ name }) => name)).toEqual([]);
    expect(all).toHaveLength(tables.length + Object.keys(COMPANIES).length);
  });

  test('has only indexes that begin with the company', async () => {
    const bad = (await indexes(owner)).filter(
      ({ table, index, first }) =>
        tables.some(({ name }) => name === table) &&
        first !== 'company_id' &&
        !LOOKED_UP_FROM_OUTSIDE.includes(`${table.split('.')[0]}.${index}`),
    );
    expect(bad).toEqual([]);
  });

  test('points at rows by foreign keys, or has a reason why not', async () => {
    const found = await pointersWithoutKey(owner);
    expect(found.toSorted()).toEqual(Object.keys(POINTERS_WITHOUT_KEY).toSorted());
  });

  test('refers to others with the company on both sides', async () => {
    const bad = (await foreignKeys(owner)).filter(({ table, target, pairs }) =>
      target in COMPANIES
        ? !pairs.includes(table in COMPANIES ? 'id=id' : 'company_id=id')
        : !pairs.includes('company_id=company_id'),
    );
    expect(bad).toEqual([]);
  });
});

describe('a table that companies share', () => {
  test('has no company, refers to nothing and is only read', async () => {
    const { rows } = await owner.query<{ found: string }>(
      `select t || ' ' || r as found from unnest($2::text[]) as t
       cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as r
       where has_table_privilege($1, t, r)
       union all select t || ' company_id' from unnest($2::text[]) as t where exists (
         select from pg_attribute a where a.attrelid = t::regclass and a.attname = 'company_id')`,
      [APP_ROLE, SHARED],
    );
    expect(rows).toEqual([]);
    const referring = (await foreignKeys(owner)).filter(
      ({ table, target }) => SHARED.includes(table) || SHARED.includes(target),
    );
    expect(referring).toEqual([]);
  });
});

describe('what the migrations wrote', () => {
  test('is left out of a move to a cluster by the guide, or taken from there before', async () => {
    const move = commandsOf('operations.md', 'Move an installation onto it', 'sh move');
    const leftOut = [...move.matchAll(/--exclude-table=(\S+)/g)].map(([, name]) => name);
    expect(leftOut).toEqual([...BOOKKEEPING, ...SHARED].map((name) => name.replace('public.', '')));
    const kept = [];
    for (const { name } of await guardedTables(owner)) {
      const others = name in COMPANIES ? '' : `where company_id <> '${decoys.company}'`;
      const { rows } = await owner.query(`select 1 from ${name} ${others} limit 1`);
      if (rows.length > 0) kept.push(name);
    }
    expect(kept).toEqual([]);
    expect(move).toContain(`'delete from %s where company_id = %L'`);
    expect(move).toContain(`'${decoys.company}'`);
  });
});

describe('the role of the application', () => {
  test('bypasses nothing and may make nothing', async () => {
    const { rows } = await owner.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication
       from pg_roles where rolname = $1`,
      [APP_ROLE],
    );
    expect(rows).toHaveLength(1);
    expect(Object.values(rows[0] as object).filter(Boolean)).toEqual([]);
  });

  test('owns nothing and cannot become an owner', async () => {
    expect(await ownedBy(owner, APP_ROLE)).toEqual([]);
    const { rows } = await owner.query(
      `select r.rolname from pg_roles r
       where r.rolname <> $1 and pg_has_role($1, r.oid, 'member')`,
      [APP_ROLE],
    );
    expect(rows).toEqual([]);
  });

  test('creates nothing in any schema', async () => {
    const { rows } = await owner.query(
      `select nspname from pg_namespace
       where nspname !~ '^pg_temp' and has_schema_privilege($1, oid, 'CREATE')`,
      [APP_ROLE],
    );
    expect(rows).toEqual([]);
  });

  test('neither empties tables nor hangs triggers or references on them', async () => {
    const bad = await rightsOn(tables, ['TRUNCATE', 'REFERENCES', 'TRIGGER']);
    expect(bad).toEqual([]);
  });

  test('cannot change what is written once', async () => {
    const all = tables.map(({ name }) => name);
    const changing = new Set(
      (await rightsOn(tables, ['UPDATE', 'DELETE'])).map((right) => right.split(' ')[0]),
    );
    const unchanging = all.filter((name) => !changing.has(name));
    const byColumn = { ...ENDED_ONCE, ...SNAPSHOTS };
    expect(unchanging.filter((name) => !(name in byColumn))).toEqual(APPEND_ONLY);
    expect(unchanging).toEqual(expect.arrayContaining(Object.keys(byColumn)));
    const columns = await owner.query(
      `select t from unnest($2::text[]) as t where has_any_column_privilege($1, t, 'UPDATE')`,
      [APP_ROLE, APPEND_ONLY],
    );
    expect(columns.rows).toEqual([]);
  });

  test('changes nothing of a snapshot but where it stands', async () => {
    for (const [name, open] of Object.entries(SNAPSHOTS)) {
      const { rows } = await owner.query<{ attname: string }>(
        `select a.attname from pg_attribute a where a.attrelid = $2::regclass and a.attnum > 0
           and not a.attisdropped and has_column_privilege($1, $2, a.attnum, 'UPDATE')`,
        [APP_ROLE, name],
      );
      expect(rows.map(({ attname }) => attname).sort()).toEqual([...open].sort());
    }
  });

  test('removes nothing that is never removed', async () => {
    const kept = [...NEVER_REMOVED, ...Object.keys(SNAPSHOTS)];
    const among = tables.filter(({ name }) => kept.includes(name));
    expect(among).toHaveLength(kept.length);
    expect(await rightsOn(among, ['DELETE'])).toEqual([]);
  });

  async function rightsOn(among: readonly Table[], rights: readonly string[]): Promise<string[]> {
    const { rows } = await owner.query<{ found: string }>(
      `select t || ' ' || r as found from unnest($2::text[]) as t cross join unnest($3::text[]) as r
       where has_table_privilege($1, t, r)`,
      [APP_ROLE, among.map(({ name }) => name), rights],
    );
    return rows.map(({ found }) => found);
  }
});

/** It looks at the tables themselves and at no row of them. */
const ASKS_NO_ROWS = ['receivables.door_refresh_statistics()'];

describe('what runs with the rights of the owner', () => {
  test('is a door with a fixed search path that is closed to the public', async () => {
    const bad = (await functions(owner)).filter(
      ({ definer, shortName, settings, public: open }) =>
        definer &&
        (!shortName.startsWith('door_') || !settings.includes('search_path=pg_catalog') || open),
    );
    expect(bad).toEqual([]);
  });

  test('says that it means every company, which the owner must', async () => {
    const silent = (await functions(owner)).filter(
      ({ definer, source }) =>
        definer && !/set_config\('app\.every_company', 'on', true\)/.test(source),
    );
    expect(silent.map(({ name }) => name)).toEqual(ASKS_NO_ROWS);
  });

  test('is no view: views ask with the rights of who reads them', async () => {
    const bad = (await views(owner)).filter(({ options }) => !options.includes('security_invoker'));
    expect(bad).toEqual([]);
  });
});

describe('row-level security alone', () => {
  let app: Client;
  let bound: Client;
  let mine: CompanyId;
  let theirs: CompanyId;
  const inserts = new Map<string, string>();

  beforeAll(async () => {
    [mine, theirs] = [newId<'company'>(), newId<'company'>()];
    await dropConstraints(owner);
    for (const { name } of tables) {
      const insert = await insertInto(owner, name);
      inserts.set(name, insert);
      await owner.query(insert, [mine]);
      await owner.query(insert, [theirs]);
    }
    app = new Client({ connectionString: t.url, options: `-c role=${APP_ROLE}` });
    await app.connect();
    bound = new Client({ connectionString: t.boundOwnerUrl });
    await bound.connect();
  });

  afterAll(async () => {
    await app?.end();
    await bound?.end();
  });

  /** What each table answers to a statement without a where clause, as one company or as none. */
  async function ask(
    company: CompanyId | null,
    statement: (table: string) => string,
    by: Client = app,
  ): Promise<Record<string, unknown>> {
    const answers: Record<string, unknown> = {};
    for (const { name } of tables) {
      await by.query('begin');
      if (company) await by.query(`set local app.company_id = '${company}'`);
      try {
        const { rows, rowCount } = await by.query(statement(name));
        answers[name] = rows[0] ?? rowCount;
      } catch (error) {
        answers[name] = (error as { code: string }).code;
      } finally {
        await by.query('rollback');
      }
    }
    return answers;
  }

  const COUNT = (table: string) => `select count(*)::int as rows from ${table}`;

  test('binds the owner of the tables as it binds the application', async () => {
    expect(await ask(null, COUNT, bound)).toEqual(each({ rows: 0 }));
    expect(await ask(mine, COUNT, bound)).toEqual(each({ rows: 1 }));
    const remove = await ask(null, (table) => `delete from ${table}`, bound);
    expect(remove).toEqual(each(0));
    const insert = (table: string) => (inserts.get(table) ?? '').replace('$1', `'${theirs}'`);
    expect(await ask(mine, insert, bound)).toEqual(each('42501'));
  });

  test('opens to the owner who says that every company is meant', async () => {
    const both = (table: string) => `${COUNT(table)} where company_id in ('${mine}', '${theirs}')`;
    await bound.query('set app.every_company = on');
    expect(await ask(null, both, bound)).toEqual(each({ rows: 2 }));
    await bound.query('reset app.every_company');
    expect(await ask(null, both, bound)).toEqual(each({ rows: 0 }));
  });

  test('opens to nobody else who says so', async () => {
    await app.query('set app.every_company = on');
    expect(await ask(null, COUNT)).toEqual(each({ rows: 0 }));
    await app.query('reset app.every_company');
  });

  const each = (answer: unknown) => Object.fromEntries(tables.map(({ name }) => [name, answer]));

  test('shows a company its own rows only', async () => {
    const seen = await ask(
      mine,
      (table) => `select count(*)::int as rows, min(company_id::text) as company from ${table}`,
    );
    expect(seen).toEqual(each({ rows: 1, company: mine }));
  });

  test('shows a company itself only', async () => {
    const ctx = await t.newCompany();
    await t.newCompany();
    const seen = await t.db.read(ctx, (tx) => tx.rows('select id from company.company'));
    expect(seen).toEqual([{ id: ctx.companyId }]);
  });

  test('shows nothing where no company is set', async () => {
    const seen = await ask(null, COUNT);
    expect(seen).toEqual(each({ rows: 0 }));
  });

  test('lets no company write a row of another', async () => {
    const refused = await ask(mine, (table) =>
      (inserts.get(table) ?? '').replace('$1', `'${theirs}'`),
    );
    expect(refused).toEqual(each('42501'));
  });

  test('lets no company change or remove a row of another', async () => {
    const touched = (verb: string) => async () => {
      const answers = await ask(mine, (table) =>
        verb === 'delete'
          ? `delete from ${table} where company_id = '${theirs}'`
          : `update ${table} set company_id = company_id where company_id = '${theirs}'`,
      );
      return Object.entries(answers).filter(([, answer]) => answer !== 0 && answer !== '42501');
    };
    expect(await touched('delete')()).toEqual([]);
    expect(await touched('update')()).toEqual([]);
  });

  test('lets no company give its rows away', async () => {
    const given = await ask(mine, (table) => `update ${table} set company_id = '${theirs}'`);
    // Where rows lie by their company, none may be given another, by whomever.
    expect(given).toEqual(each(testServer().nodes ? '0A000' : '42501'));
  });
});
