import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiSettings, createApi, createLogger } from '@quittance/http/host';
import { Writable } from 'node:stream';
import { Client } from 'pg';
import { startStaffApi, testConfig, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { STAFF_MIGRATIONS, StaffApiModule } from '../../src/staff-api.module.js';
import { newAccount, sentInvoice } from './billing-support.js';

let t: TestDatabase;
let api: TestStaffApi;
/** A second host of the same database, whose log can be read. */
let watched: NestFastifyApplication;
let owner: Client;
const logged: string[] = [];

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const memory = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString());
      done();
    },
  });
  const config = testConfig(t, 'staff-api');
  watched = await createApi({
    module: StaffApiModule.forRoot(config),
    settings: apiSettings('staff', config, { clock: t.clock, migrations: STAFF_MIGRATIONS }),
    logger: createLogger('info', 'staff-api', memory),
  });
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await watched?.close();
  await api?.close();
  await t?.close();
});

const pay = (id: string) =>
  watched.inject({
    method: 'POST',
    url: `/invoices/${id}/payments`,
    headers: { authorization: `Bearer ${api.admin.token()}` },
    payload: { amount: '10.00', method: 'cash' },
  });

/** The alerts in the log, and how many the figures count. */
async function alerts() {
  const { payload } = await watched.inject({ url: '/metrics' });
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    told: lines.filter(({ msg }) => msg === 'books_disagree'),
    counted: Number(/^books_disagree_total (\d+)$/m.exec(payload)?.[1]),
  };
}

it('undoes a payment that leaves books that do not agree, and alerts once', async () => {
  const { id, number } = await sentInvoice(api.admin, await newAccount(t, api.company));
  expect(await alerts()).toEqual({ told: [], counted: 0 });
  // Nothing of ours does this: a hand in the tables, or a fault.
  await owner.query(
    `update receivables.invoice set paid_amount = 3000, balance = balance - 3000,
       status = 'partially_paid' where id = $1`,
    [id],
  );
  const answer = await pay(id);
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal_error']);
  expect(answer.headers['retry-after']).toBeUndefined();
  expect(answer.payload).not.toContain(number);
  const { rows } = await owner.query('select 1 from receivables.payment');
  expect(rows).toEqual([]);
  const { told, counted } = await alerts();
  expect(counted).toBe(1);
  expect(told).toMatchObject([
    {
      level: 50,
      companyId: api.company.companyId,
      requestId: answer.json().requestId,
      actor: { kind: 'staff', id: api.admin.userId },
      err: { message: expect.stringContaining(number) },
    },
  ]);
});
