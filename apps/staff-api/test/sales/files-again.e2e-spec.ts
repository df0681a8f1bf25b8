import { watchFailpoints } from '@quittance/config/host';
import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { made, type Json } from '../objects/objects-support.js';
import { aPlan, aSubscription } from './sales-support.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-04-30T10:00:00Z');
  api = await startStaffApi(t);
});
afterEach(() => watchFailpoints(undefined));
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Loses the database where a table is written to for the so-manieth time. */
function loseAt(border: string, nth: number): void {
  let passed = 0;
  watchFailpoints((name) => {
    if (name !== border || (passed += 1) !== nth) return;
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
}

async function load(path: string, body: string, key: string) {
  const headers = { 'content-type': 'text/csv', 'idempotency-key': key };
  const { status, body: told } = await api.admin.call('POST', path, { body, headers });
  return { status, told: told as Json };
}

/** Sent until the database is lost, and once more. */
async function twice(path: string, file: string, lost: readonly [string, number]) {
  const key = newId();
  loseAt(...lost);
  const broken = await load(path, file, key);
  watchFailpoints(undefined);
  expect(broken).toMatchObject({ status: 503, told: { code: 'partly_saved' } });
  const again = await load(path, file, key);
  expect(again.status).toBe(200);
  return { broken: String(broken.told.detail), whole: again.told, key };
}

const lines = (count: number, of: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join('\n');

test('documents are all told as created, those too that were saved before', async () => {
  await made(api.admin, '/accounts', { name: 'Keyed', externalKey: 'C-1' });
  const head =
    'reference,accountKey,currency,line.description,line.quantity,line.unitPrice,line.taxRate';
  const rows = lines(4, (i) => `Q-${i},C-1,EUR,Hours,1,${i === 1 ? 'x' : '10.00'},19`);
  const file = `${head}\n${rows}`;
  const { broken, whole, key } = await twice('/quotes/import', file, ['insert.sales.quote', 3]);
  expect(broken).toContain('Of the documents of the file 2 were saved.');
  expect(whole).toMatchObject({ rows: 4, created: 3, unchanged: 0, failed: 1 });
  const other = await load('/quotes/import', file, newId());
  expect(other.told).toMatchObject({ created: 0, unchanged: 3 });
  expect((await load('/quotes/import', file, key)).told).toEqual(whole);
});

test('usage is told as accepted, that too that was taken before', async () => {
  const meter = await made(api.admin, '/meters', {
    code: 'calls',
    name: 'Calls',
    aggregation: 'sum',
  });
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1.00' };
  const plan = await aPlan(api.admin, {
    charges: [{ key: 'calls', meterId: meter.id, name: 'calls', prices: [price] }],
  });
  const { id } = await aSubscription(api.admin, plan, { startDate: '2026-04-01' });
  const row = (i: number) => `e-${i},${i === 7 ? 'none' : 'calls'},${id},2026-04-03T00:00:00Z,1`;
  const file = `eventId,meter,subscriptionId,timestamp,value\n${lines(5100, row)}`;
  const lost = ['insert.http.idempotency_step', 2] as const;
  const { broken, whole } = await twice('/usage-events/import', file, lost);
  expect(broken).toContain('up to line 5001');
  const refusals = [{ line: 9, code: 'meter_unknown' }];
  expect(whole).toMatchObject({ rows: 5100, accepted: 5099, duplicates: 0, rejected: 1, refusals });
});

test('invoices are told as imported, those too that were taken over before', async () => {
  const head = 'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate';
  const file = `${head}\n${lines(4100, (i) => `A,R-${i},1/2/2026,2/1/2026,10.00,No,`)}`;
  const lost = ['insert.receivables.invoice', 2] as const;
  const { broken, whole } = await twice('/invoices/import', file, lost);
  expect(broken).toContain('Of 4100 invoices 4000 were taken over or refused.');
  const amounts = [{ currency: 'EUR', total: '41000.00' }];
  expect(whole).toMatchObject({ rows: 4100, imported: 4100, alreadyImported: 0, amounts });
});
