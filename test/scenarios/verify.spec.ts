import { newId } from '@quittance/kernel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { sideRows } from '../../apps/cli/src/verify/side-rows.sql';
import { waitingWork } from '../../apps/cli/src/verify/waiting-work.sql';
import { runCommand, stopCommands } from '../support/started-product';
import { testDatabase, type TestDatabase } from '../support/test-database';

let t: TestDatabase;
let owner: Client;
const dataDir = mkdtempSync(join(tmpdir(), 'quittance-verify-'));

beforeAll(async () => {
  t = await testDatabase();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await stopCommands();
  await owner?.end();
  await t?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const verify = async () => {
  const env = { DATABASE_URL: t.url, DATABASE_OWNER_URL: t.boundOwnerUrl, DATA_DIR: dataDir };
  const command = runCommand('verify', env);
  return { code: await command.ended(), said: command.output() };
};

describe('npm run verify', () => {
  test('is content with a company without books', async () => {
    await t.newCompany();
    const { code, said } = await verify();
    expect([code, said]).toEqual([0, expect.stringMatching(/All \d+ invariants hold\./)]);
  });

  test('names what is wrong and ends with 1', async () => {
    const { companyId } = await t.newCompany();
    const counter = `insert into numbering.counter values ($1, 'invoice', '', 1, 3, 1)`;
    await owner.query(counter, [companyId]);
    const { code, said } = await verify();
    expect([code, said]).toEqual([1, expect.stringContaining(`company ${companyId}`)]);
    expect(said).toMatch(/Violated: 1 of \d+ invariants, records: 1\./);
    await owner.query('delete from numbering.counter');
  });
});

describe('work that waits longer than it may', () => {
  const waiting = async () => {
    const found = [];
    for (const { id, text } of waitingWork(t.clock.now())) {
      const { rows } = await owner.query<{ record: string }>(text);
      found.push(...rows.map(({ record }) => `${id} ${record}`));
    }
    return found;
  };

  test.each([
    ['a minute ago is fine', '2026-03-02T08:59:30Z', false],
    ['an hour ago is not', '2026-03-02T08:00:00Z', true],
  ])('queued %s', async (_, at, late) => {
    const { companyId } = await t.newCompany();
    const id = newId();
    await owner.query('begin');
    await owner.query(
      `insert into outbox.event (company_id, id, type, object, record_id, occurred_at, actor_kind,
         actor_name, request_id, data)
       values ($1, $2, 'invoice.sent', 'invoice', 'x', $3, 'staff', 'Ada', 'r', '{}')`,
      [companyId, id, at],
    );
    await owner.query(
      `insert into billing.billing_run
         (company_id, id, run_key, as_of, catch_up, status, actor, created_at, updated_at)
       values ($1, $2, 'k', '2026-03-02', false, 'queued', '{}', $3, $3)`,
      [companyId, id, at],
    );
    await owner.query(
      `insert into http.idempotency_key (company_id, principal_kind, principal_id, key, state,
         owner, locked_at, created_at, expires_at)
       values ($1, 'user', $2, 'key', 'in_progress', $2, $3, $3, $3)`,
      [companyId, id, at],
    );
    const found = await waiting();
    await owner.query('rollback');
    expect(found).toEqual(late ? ['I15a key', `I15b ${id}`, `I15d ${id}`] : []);
  });
});

describe('a long queue', () => {
  beforeEach(() => owner.query('begin'));
  afterEach(() => owner.query('rollback'));

  const found = async (wanted: string) => {
    const invariant = waitingWork(t.clock.now()).find(({ id }) => id === wanted);
    return (await owner.query<{ record: string }>(invariant?.text ?? '')).rows.length;
  };

  const ENDPOINT = `insert into webhooks.endpoint (company_id, id, version, slot, url, types,
      active, secret, served_at, created_at, updated_at)
    values ($1, $2, 1, 1, 'https://receiver.example', '[]', true, '{}', $3, now(), now())`;
  const MESSAGE = `insert into webhooks.message (company_id, id, endpoint_id, type, body,
      occurred_at, status, attempts, next_attempt_at, delivered_at, created_at, bulk)
    select $1, gen_random_uuid(), $2, 'invoice.sent', '{}', $3, s.status, 1,
      case when s.status = 'pending' then $3::timestamptz end,
      case when s.status = 'delivered' then $3::timestamptz end, $3, true
    from (select $4::text as status) s`;
  const SERVED = '2026-03-02T08:59:00Z';
  const LONG_AGO = '2026-03-02T06:00:00Z';

  test.each([
    ['that is worked off is fine', SERVED, [], 0],
    ['at which nobody works is not', '2026-03-02T08:00:00Z', [], 2],
    ['that never was begun with is not', null, [], 2],
    ['whose first were sent is fine', SERVED, ['2026-03-02T05:59:00Z'], 0],
    ['whose first were passed by is not', SERVED, ['2026-03-02T08:30:00Z'], 2],
  ] as const)('of messages %s', async (_, served, delivered, wrong) => {
    const { companyId } = await t.newCompany();
    const id = newId();
    await owner.query(ENDPOINT, [companyId, id, served]);
    for (const at of delivered) await owner.query(MESSAGE, [companyId, id, at, 'delivered']);
    for (let i = 0; i < 2; i += 1) await owner.query(MESSAGE, [companyId, id, LONG_AGO, 'pending']);
    expect(await found('I15g')).toBe(wrong);
  });

  test.each([
    ['that is worked off is fine', '2026-03-02T05:59:00Z', SERVED, 0],
    ['at which nobody works is not', '2026-03-02T05:59:00Z', '2026-03-02T08:00:00Z', 2],
    ['whose first were passed by is not', '2026-03-02T08:30:00Z', SERVED, 2],
  ] as const)('of events %s', async (_, occurred, finished, wrong) => {
    const { companyId } = await t.newCompany();
    const event = `insert into outbox.event (company_id, id, type, object, record_id, occurred_at,
        actor_kind, actor_name, request_id, data, bulk, state, finished_at)
      values ($1, gen_random_uuid(), 'invoice.sent', 'invoice', 'x', $2, 'staff', 'Ada', 'r', '{}',
      true,
        case when $3::timestamptz is null then 'pending' else 'dispatched' end, $3)`;
    await owner.query(event, [companyId, occurred, finished]);
    for (let i = 0; i < 2; i += 1) await owner.query(event, [companyId, LONG_AGO, null]);
    expect(await found('I15b')).toBe(wrong);
  });
});

describe('rows beside records', () => {
  beforeEach(() => owner.query('begin'));
  afterEach(() => owner.query('rollback'));

  const wrong = async () => {
    const found = [];
    for (const { id, text } of sideRows) {
      found.push(...(await owner.query(text)).rows.map(() => id));
    }
    return found;
  };
  const field = (id: string) => `
    insert into customization.field (company_id, id, object, name, position, label, type, settings,
      required, is_unique, indexed, searched, personal, portals, created_at, updated_at)
    values ($1, '${id}', 'lead', 'friend__c', 1, 'Friend', 'lookup', '{"target":"lead"}', false,
      false, true, false, false, '{}', now(), now());
    insert into objects.field_index (company_id, field_id, purpose, object, name, kind, state,
      started_at)
    select $1, '${id}', p, 'lead', 'friend__c', 'text', 'ready', now()
    from unnest('{value,reference,unique}'::text[]) as p`;
  const LEAD = `insert into crm.lead (company_id, id, name, status, score, address, created_at,
      updated_at)
    values ($1, $2, 'Ada', 'new', 0, '{}', now(), now())`;
  const rows = (id: string, record: string, target: string) => `
    insert into objects.field_value (company_id, field_id, record_id, kind, text_value)
      values ($1, '${id}', '${record}', 'text', 'x');
    insert into objects.unique_value (company_id, field_id, record_id, key)
      values ($1, '${id}', '${record}', 'x');
    insert into objects.reference (company_id, field_id, record_id, target_id)
      values ($1, '${id}', '${record}', '${target}')`;

  const all = async (text: string, companyId: string) => {
    for (const statement of text.split(';')) await owner.query(statement, [companyId]);
  };

  test.each([
    ['of a record that is there are fine', {}, []],
    ['of one that is gone are found', { gone: true }, ['I21a', 'I21a', 'I21a']],
    ['of a field that is gone are found', { unkept: true }, ['I21b', 'I21b', 'I21b']],
    ['that point at nothing are found', { astray: true }, ['I21c']],
  ])('%s', async (_, facts, expected) => {
    const { gone, unkept, astray }: Partial<Record<'gone' | 'unkept' | 'astray', boolean>> = facts;
    const { companyId } = await t.newCompany();
    const [fieldId, lead, other] = [newId(), newId(), newId()];
    for (const id of [lead, other]) await owner.query(LEAD, [companyId, id]);
    if (!unkept) await all(field(fieldId), companyId);
    await all(rows(fieldId, lead, astray ? newId() : other), companyId);
    const removal = 'update crm.lead set deleted_at = now() where company_id = $1 and id = $2';
    if (gone) await owner.query(removal, [companyId, lead]);
    expect(await wrong()).toEqual(expected);
  });

  test('keys of records that are gone are found', async () => {
    const { companyId } = await t.newCompany();
    const [rule, record] = [newId(), newId()];
    await owner.query(
      `insert into rules.rule (company_id, id, version, kind, object, name, active, position,
         definition, created_at, updated_at)
       values ($1, $2, 1, 'duplicate', 'lead', 'Same', true, 1, '{}', now(), now())`,
      [companyId, rule],
    );
    const key = 'insert into rules.duplicate_key values ($1, $2, $3, $4)';
    await owner.query(key, [companyId, rule, record, 'x']);
    expect(await wrong()).toEqual(['I21d']);
  });

  test.each([
    ['there', [], []],
    [
      'gone',
      [`update crm.lead set deleted_at = now() where company_id = $1 and id = $2`],
      ['I21e'],
    ],
  ])('what an activity is about is %s', async (_, removals, expected) => {
    const { companyId } = await t.newCompany();
    const lead = newId();
    await owner.query(LEAD, [companyId, lead]);
    await owner.query(
      `insert into crm.activity (company_id, id, subject, kind, related_object, related_id,
         created_at, updated_at)
       values ($1, $2, 'Rang', 'call', 'lead', $3, now(), now())`,
      [companyId, newId(), lead],
    );
    for (const removal of removals) await owner.query(removal, [companyId, lead]);
    expect(await wrong()).toEqual(expected);
  });
});
