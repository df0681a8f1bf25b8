import { checkInvariants } from '@quittance/database/host';
import { Client } from 'pg';
import {
  foundations,
  loginFoundation,
  viewFoundation,
} from '../../apps/cli/src/verify/foundations.sql.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';

let t: TestDatabase;
let admin: Client;

beforeAll(async () => {
  t = await testDatabase({ poolSize: 1 });
  admin = new Client({ connectionString: t.ownerUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin?.end();
  await t?.close();
});

beforeEach(() => admin.query('begin'));
afterEach(() => admin.query('rollback'));

/** `F4 table receivables.refund: what is wrong` for each fault of the database. */
async function found(looked = foundations): Promise<string[]> {
  const checked = await checkInvariants(async (text) => (await admin.query(text)).rows, looked);
  return checked.flatMap(({ violations }) =>
    violations.map(({ invariant, object, record, wrong }) => {
      return `${invariant} ${object} ${record}: ${wrong}`;
    }),
  );
}

test('a database as the migrations leave it lacks nothing', async () => {
  expect(await found()).toEqual([]);
});

const open = (right: string, table: string) =>
  `F4 table ${table}: is open beyond what the application may: ` +
  `revoke ${right} on ${table} from quittance_app, public`;
const closed = (right: string, what: string) =>
  `is closed to the application: grant ${right} on ${what} to quittance_app`;

test.each([
  [
    'a policy is gone',
    'drop policy company on receivables.invoice',
    [/^F3 table receivables.invoice: has lost/],
  ],
  [
    'a policy lets all in',
    'alter policy company on receivables.invoice using (true)',
    [/^F3 table receivables.invoice: has lost/],
  ],
  [
    'a policy is added',
    'create policy extra on crm.account using (true)',
    [/drop policy extra on crm.account$/],
  ],
  [
    'a table is not behind row-level security',
    'alter table receivables.payment disable row level security',
    [/^F3 table receivables.payment: shows every company to each: alter table/],
  ],
  [
    'an owner is not bound',
    'alter table company.company no force row level security',
    [/^F3 table company.company: does not bind its owner: alter table/],
  ],
  [
    'the policy of the owner is of another role',
    'alter policy owner on receivables.payment to quittance',
    [/^F3 table receivables.payment: needs its policy "owner" for the role quittance_owner/],
  ],
  [
    'a right is missing',
    'revoke insert on receivables.invoice from quittance_app',
    [`F4 table receivables.invoice: ${closed('insert', 'receivables.invoice')}`],
  ],
  [
    'a view cannot be read',
    'revoke select on company.pub_currency_terms from quittance_app',
    [`F4 table company.pub_currency_terms: ${closed('select', 'company.pub_currency_terms')}`],
  ],
  [
    'what is written once may be changed',
    'grant update on receivables.refund to quittance_app',
    [
      `${open('update', 'receivables.refund')}; ` +
        'grant update (provider, provider_refund_id) on receivables.refund to quittance_app',
    ],
  ],
  [
    'a column of it may be changed',
    'grant update (amount) on receivables.refund to quittance_app',
    [/^F4 column receivables.refund.amount: can be written over/],
  ],
  [
    'a column of an outcome may not',
    'revoke update (reason) on dunning.attempt from quittance_app',
    [/^F4 column dunning.attempt.reason: is closed/],
  ],
  [
    'what is written once may be removed by all',
    'grant delete on audit.entry to public',
    [open('delete', 'audit.entry')],
  ],
  [
    'a table may be emptied',
    'grant truncate on outbox.event to quittance_app',
    [open('truncate', 'outbox.event')],
  ],
  [
    'a schema is closed',
    'revoke usage on schema tax from quittance_app',
    [`F4 schema tax: ${closed('usage', 'schema tax')}`],
  ],
  [
    'a schema takes new tables',
    'grant create on schema crm to quittance_app',
    [/^F4 schema crm: lets the application make tables/],
  ],
  [
    'a door is closed',
    'revoke execute on function http.door_migrations() from quittance_app',
    [`F4 function http.door_migrations(): ${closed('execute', 'function http.door_migrations()')}`],
  ],
  [
    'a door is open to all',
    'grant execute on function http.door_migrations() to public',
    [/^F4 function http.door_migrations\(\): is open to everybody/],
  ],
  [
    'the role bypasses policies',
    'alter role quittance_app bypassrls',
    [/^F2 role quittance_app: could undo/],
  ],
])('it is told what to do where %s', async (_, damage, expected) => {
  await admin.query(damage);
  const told = await found();
  expect(told).toHaveLength(expected.length);
  const met = expected.filter((each, i) =>
    typeof each === 'string' ? told[i] === each : each.test(told[i] ?? ''),
  );
  expect([met, told]).toEqual([expected, told]);
});

/** What a sentence tells to say: all behind its last colon. */
const remedy = (told: string) => told.slice(told.lastIndexOf(': ') + 2);

test.each([
  ['the rights on a table', 'grant update on dunning.attempt to quittance_app'],
  ['the rights of everybody on a table', 'grant update, delete on dunning.attempt to public'],
  ['the rights on a column', 'grant update (made_on) on dunning.attempt to quittance_app'],
  [
    'two policies of others',
    'create policy one on crm.account using (true); create policy "Two" on crm.account using ' +
      '(true)',
  ],
  [
    'a door',
    `revoke execute on function http.door_migrations() from quittance_app;
     grant execute on function http.door_migrations() to public`,
  ],
])('what it tells to do about %s mends all, and breaks nothing else', async (_, damage) => {
  await admin.query(damage);
  const told = await found();
  expect(told).not.toEqual([]);
  for (const sentence of told) await admin.query(remedy(sentence));
  expect(await found()).toEqual([]);
});

test('a missing role is told, and all it had with it', async () => {
  await admin.query('alter role quittance_app rename to somebody_else');
  expect(await found()).toEqual([
    expect.stringMatching(/^F2 role quittance_app: is missing: make the roles/),
  ]);
});

test('a login that may not work as the application is told', async () => {
  const login = new URL(t.url).username;
  expect(await found([loginFoundation(login)])).toEqual([]);
  await admin.query(`revoke quittance_app from ${login}`);
  expect(await found([loginFoundation(login)])).toEqual([
    `F7 login ${login}: may not become quittance_app: grant quittance_app to ${login}`,
  ]);
  expect(await found([loginFoundation('nobody')])).toEqual([
    expect.stringMatching(/^F7 login nobody: is missing/),
  ]);
});

test('a published view that is missing or shows every company to each is told', async () => {
  const views = [viewFoundation(['receivables.pub_invoice', 'receivables.pub_payment'])];
  expect(await found(views)).toEqual([]);
  await admin.query('drop view receivables.pub_invoice');
  await admin.query('alter view receivables.pub_payment reset (security_invoker)');
  const told = await found(views);
  expect(told).toEqual([
    'F8 view receivables.pub_invoice: is missing: restore once more',
    'F8 view receivables.pub_payment: shows every company to each: alter view ' +
      'receivables.pub_payment set (security_invoker = true)',
  ]);
  await admin.query(remedy(told[1] ?? ''));
  expect(await found(views)).toEqual(told.slice(0, 1));
});
