import type { QueryRunner } from 'typeorm';
import { onCitus, oneCommandEach } from './citus.js';
import { createCompanyTable, createDoor } from './company-table.js';
import { ForwardMigration } from './forward-migration.js';
import { recordingRunner } from '../../../../test/support/recording-runner';

const COMPANY = `nullif(current_setting('app.company_id', true), '')::uuid`;

async function sentBy(
  citus: boolean,
  work: (runner: QueryRunner) => Promise<void>,
): Promise<string[]> {
  const { runner, sent } = recordingRunner(citus);
  await work(runner);
  return sent;
}

describe('a table of company data', () => {
  const create = (runner: QueryRunner) =>
    createCompanyTable(runner, 'a.thing', 'id uuid not null, primary key (company_id, id)');

  test('is distributed on Citus before its policy, which has no sub-select', async () => {
    expect(await sentBy(true, create)).toEqual([
      'create table a.thing (company_id uuid not null, id uuid not null, primary key ' +
        '(company_id, id))',
      `select create_distributed_table('a.thing', 'company_id')`,
      'alter table a.thing enable row level security',
      `create policy company on a.thing using (company_id = ${COMPANY}) ` +
        `with check (company_id = ${COMPANY})`,
      'grant select, insert, update, delete on a.thing to quittance_app',
    ]);
  });

  test('asks for the company once per statement elsewhere', async () => {
    const sent = await sentBy(false, create);
    const once = `company_id = (select ${COMPANY})`;
    expect(sent).toContain(`create policy company on a.thing using (${once}) with check (${once})`);
    expect(sent.join()).not.toContain('create_distributed_table');
  });

  test('binds its owner, where what a door says reaches the policies', async () => {
    const binding = 'alter table a.thing force row level security';
    expect(await sentBy(false, create)).toContain(binding);
    expect(await sentBy(true, create)).not.toContain(binding);
  });
});

describe('a door', () => {
  const create = (runner: QueryRunner) =>
    createDoor(runner, 'a.door_b(c text)', 'setof uuid', 'select id from a.thing where d = c');

  test.each([
    [true, 'language plpgsql stable', 'begin return query select id from a.thing where d = c; end'],
    [false, 'language sql stable', `'on', true); select id from a.thing where d = c $door$`],
  ])('with Citus %s', async (citus, language, body) => {
    const [made, ...rights] = await sentBy(citus, create);
    expect(made).toContain(`create function a.door_b(c text) returns setof uuid ${language}`);
    expect(made).toContain('security definer set search_path = pg_catalog, pg_temp');
    expect(made).toContain(body);
    expect(rights).toEqual([
      'revoke all on function a.door_b(c text) from public',
      'grant execute on function a.door_b(c text) to quittance_app',
    ]);
  });

  test.each([true, false])('may ask every machine, where there are several: %s', async (citus) => {
    const [made] = await sentBy(citus, create);
    expect(made?.includes(`set citus.multi_task_query_log_level = 'off' as $door$`)).toBe(citus);
  });

  test('asks with another query on Citus alone', async () => {
    const made = async (citus: boolean) => {
      const asked = { query: 'select 1', onCitus: 'select 2' };
      const sent = await sentBy(citus, (runner) =>
        createDoor(runner, 'a.door_b()', 'setof uuid', asked),
      );
      return sent[0];
    };
    expect(await made(false)).toContain(`'on', true); select 1 $door$`);
    expect(await made(true)).toContain('begin return query select 2; end');
  });

  test.each([
    [true, 'begin return query select 1; end'],
    [false, `'app.every_company', 'on', true); return query select 1; end`],
  ])('whose plans stay is in PL/pgSQL, with Citus %s', async (citus, body) => {
    const asked = { query: 'select 1', plansStay: true };
    const [made] = await sentBy(citus, (runner) =>
      createDoor(runner, 'a.door_b()', 'setof uuid', asked),
    );
    expect(made).toContain('returns setof uuid language plpgsql stable security definer');
    expect(made).toContain(body);
  });

  test.each([
    [true, 'as $door$ delete from a.thing $door$'],
    [false, `'app.every_company', 'on', true); delete from a.thing $door$`],
  ])('that changes rows says so, with Citus %s', async (citus, body) => {
    const asked = { query: 'delete from a.thing', changes: true };
    const [made] = await sentBy(citus, (runner) =>
      createDoor(runner, 'a.door_b()', 'integer', asked),
    );
    expect(made).toContain('returns integer language sql volatile security definer');
    expect(made).toContain(body);
  });
});

test.each([
  [true, 'begin delete from a.thing; get diagnostics'],
  [false, `'app.every_company', 'on', true); delete from a.thing; get diagnostics`],
])('a door that deletes answers how many, with Citus %s', async (citus, body) => {
  const asked = { query: 'delete from a.thing', deletes: true };
  const [made] = await sentBy(citus, (runner) =>
    createDoor(runner, 'a.door_b()', 'integer', asked),
  );
  expect(made).toContain('returns integer language plpgsql volatile security definer');
  expect(made).toContain(body);
});

describe('a migration', () => {
  class Written extends ForwardMigration {
    name = 'Written1';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`alter table a.b add c int,\n  add constraint d check (c in (1, 2))`);
      await runner.query(`update a.b set c = random()`);
      await runner.query('analyze a.b');
    }
  }
  const run = (runner: QueryRunner) => new (onCitus(Written))().up(runner);

  test('keeps its name', () => {
    expect(new (onCitus(Written))().name).toBe('Written1');
  });

  test('is never taken back', async () => {
    await expect(new Written().down()).rejects.toThrow('Migrations go forward only');
  });

  test('goes command by command on Citus, and leaves what is empty', async () => {
    expect(await sentBy(true, run)).toEqual([
      `set local citus.multi_shard_modify_mode to 'sequential'`,
      'alter table a.b add c int',
      'alter table a.b add constraint d check (c in (1, 2))',
      'select 1 from a.b limit 1',
    ]);
  });

  test('goes as it is written elsewhere', async () => {
    expect(await sentBy(false, run)).toEqual([
      'alter table a.b add c int, add constraint d check (c in (1, 2))',
      'update a.b set c = random()',
      'analyze a.b',
    ]);
  });
});

test.each([
  ['alter table a.b add c int', ['alter table a.b add c int']],
  [
    `alter table a.b add check (c in ('x, (y', 'z')), drop d`,
    [`alter table a.b add check (c in ('x, (y', 'z'))`, 'alter table a.b drop d'],
  ],
  ['create index i on a.b (c, d)', ['create index i on a.b (c, d)']],
])('the commands of %s', (statement, commands) => {
  expect(oneCommandEach(statement)).toEqual(commands);
});
