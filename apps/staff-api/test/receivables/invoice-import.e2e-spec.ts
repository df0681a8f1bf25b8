import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { memberWith, refusal } from '../access/members';

const SAMPLE = readFileSync(join(__dirname, '../../../cli/sample/accounts-receivable.csv'), 'utf8');
const HEAD = 'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate';
const CSV =
  `${HEAD}\nA,R-1,1/2/2026,2/1/2026,10.00,No,1/9/2026\n` + 'B,R-2,1/1/2026,1/31/2026,20.00,No,\n';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const load = (
  body: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
  client: Pick<StaffClient, 'call'> = admin,
) =>
  client.call('POST', `/invoices/import${query}`, {
    body,
    headers: { 'content-type': 'text/csv', ...headers },
  });

const SUMMARY = {
  dryRun: false,
  asOf: '2026-03-02',
  rows: 2,
  imported: 2,
  alreadyImported: 0,
  leftOut: 0,
  customers: 2,
  byStatus: { overdue: 1, paid: 1 },
  amounts: [{ currency: 'EUR', total: '30.00', paid: '10.00', balance: '20.00' }],
  failed: 0,
  failures: [],
};

describe('POST /invoices/import', () => {
  test('tries a file without writing', async () => {
    const { status, body } = await load(CSV, '?dryRun=true');
    expect([status, body]).toEqual([200, { ...SUMMARY, dryRun: true }]);
  });

  test('loads it, and lists what it loaded', async () => {
    const { status, body } = await load(CSV);
    expect([status, body]).toEqual([200, SUMMARY]);
    const { body: list } = await admin.call('GET', '/invoices?sort=issueDate');
    expect(list).toMatchObject({
      total: 2,
      data: [
        { number: 'INV-000001', externalReference: 'R-2', status: 'overdue', balance: '20.00' },
        { number: 'INV-000002', externalReference: 'R-1', status: 'paid', balance: '0.00' },
      ],
    });
  });

  test.each([
    ['an empty file', '', 'text/csv'],
    ['an empty file of JSON Lines', '', 'application/x-ndjson'],
    ['a row without a header', 'A,R-1,1/2/2026,2/1/2026,10.00,No,', 'text/csv'],
  ])('refuses %s', async (_, body, type) => {
    const answer = await load(body, '', { 'content-type': type });
    expect(refusal(answer)).toEqual([422, 'import_not_readable']);
  });

  test('refuses a request without a file', async () => {
    const answer = await admin.call('POST', '/invoices/import');
    expect(refusal(answer)).toEqual([415, 'unsupported_media_type']);
  });

  test('imports nothing of a header alone', async () => {
    const { status, body } = await load(`${HEAD}\n`);
    expect([status, body]).toMatchObject([200, { rows: 0, imported: 0 }]);
  });

  test('leaves alone what is here', async () => {
    const { body } = await load(CSV);
    expect(body).toMatchObject({ imported: 0, alreadyImported: 2 });
  });

  test('takes JSON Lines, another day and another currency', async () => {
    const line = {
      customerID: 'A',
      invoiceNumber: 'R-3',
      InvoiceDate: '2026-01-05',
      DueDate: '2026-02-01',
      InvoiceAmount: 500,
    };
    const headers = { 'content-type': 'application/x-ndjson' };
    const { body } = await load(
      `${JSON.stringify(line)}\n`,
      '?asOf=2026-01-31&currency=jpy',
      headers,
    );
    expect(body).toMatchObject({ asOf: '2026-01-31', byStatus: { sent: 1 } });
    expect(body).toMatchObject({ amounts: [{ currency: 'JPY', balance: '500' }] });
  });

  test('answers the same key with the same answer and loads once', async () => {
    const rows = CSV.replaceAll('R-', 'K-');
    const headers = { 'idempotency-key': 'load-1' };
    const [first, second] = [await load(rows, '', headers), await load(rows, '', headers)];
    expect(first.body).toMatchObject({ imported: 2 });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('refuses a file with wrong lines, each by its number', async () => {
    const { status, body } = await load(`${HEAD}\nA,X-1,1/2/2026,1/1/2026,1e3,No,\n`);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'import_not_valid',
      errors: [
        { pointer: '/2/DueDate', code: 'min' },
        { pointer: '/2/InvoiceAmount', code: 'format' },
      ],
    });
  });

  test.each([
    ['a file that is no CSV', `${HEAD}\n"A`, '', 422, 'import_not_readable'],
    ['an unknown currency', CSV, '?currency=XXX', 422, 'validation_failed'],
    ['a day that is none', CSV, '?asOf=2026-02-31', 422, 'validation_failed'],
    ['a day to come', CSV, '?asOf=2026-03-03', 422, 'validation_failed'],
    ['an unknown option', CSV, '?force=true', 400, 'malformed_request'],
  ])('refuses %s', async (_, rows, query, status, code) => {
    expect(refusal(await load(rows, query))).toEqual([status, code]);
  });

  test('refuses a body of another type', async () => {
    const answer = await load('{}', '', { 'content-type': 'application/json' });
    expect(refusal(answer)).toEqual([415, 'unsupported_media_type']);
  });

  test('needs the right to import beside the right to view, and no other', async () => {
    const trial = (client: Pick<StaffClient, 'call'>) => load(CSV, '?dryRun=true', {}, client);
    const may = (actions: readonly string[]) => memberWith(api, { matrix: { invoices: actions } });
    expect(refusal(await trial(api))).toEqual([401, 'unauthenticated']);
    for (const actions of [['view', 'create', 'update'], ['import']]) {
      expect(refusal(await trial(await may(actions)))).toEqual([403, 'permission_denied']);
    }
    expect((await trial(await may(['view', 'import']))).status).toBe(200);
  });

  test('makes no accounts for who may not make them', async () => {
    await admin.call('POST', '/accounts', { body: { name: 'Here', externalKey: 'HERE' } });
    const clerk = await memberWith(api, { matrix: { invoices: ['view', 'import'] } });
    const row = (customer: string, number: string) =>
      `${customer},${number},1/2/2026,2/1/2026,10.00,No,`;
    const file = [HEAD, row('GONE', 'N-1'), row('HERE', 'N-2')].join('\n');
    const failure = {
      line: 2,
      problem: { errors: [{ pointer: '/customerID', code: 'denied' }] },
    };
    for (const query of ['?dryRun=true', '']) {
      const { body } = await load(file, query, {}, clerk);
      expect(body).toMatchObject({ imported: 1, failed: 1, failures: [failure] });
    }
    const found = await admin.call('GET', '/accounts?search=GONE');
    expect(found.body).toMatchObject({ total: 0 });
  });

  test('loads the sample of 2,466 invoices within seconds', async () => {
    const client = await api.newAdmin();
    const { status, body } = await load(SAMPLE, '?asOf=2013-12-31&currency=USD', {}, client);
    expect([status, body]).toEqual([
      200,
      {
        dryRun: false,
        asOf: '2013-12-31',
        rows: 2466,
        imported: 2466,
        alreadyImported: 0,
        leftOut: 0,
        customers: 100,
        byStatus: { disputed: 5, overdue: 6, paid: 2453, sent: 2 },
        amounts: [{ currency: 'USD', total: '147703.18', paid: '146941.28', balance: '761.90' }],
        failed: 0,
        failures: [],
      },
    ]);
  });

  describe('the sample as of any day', () => {
    /** The file in the simplest reading there is, as the yardstick. */
    const lines = SAMPLE.trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, , issued = '', due = '', amount = '', disputed, settled = ''] = line.split(',');
        const [on, dueOn, settledOn] = [issued, due, settled].map((date) => {
          const [month = '', day = '', year = ''] = date.split('/');
          return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
        }) as [string, string, string];
        const cents = Math.round(Number(amount) * 100);
        return { on, dueOn, settledOn, cents, disputed: disputed === 'Yes' };
      });
    let client: StaffClient;

    beforeAll(async () => {
      client = await api.newAdmin();
      await load(SAMPLE, '?currency=USD', {}, client);
    });

    test.each(['2012-03-31', '2012-12-31', '2013-02-28', '2013-10-31', '2013-12-31'])(
      'on %s has the open, overdue and disputed figures of the file',
      async (asOf) => {
        const issued = lines.filter(({ on }) => on <= asOf);
        const open = issued.filter(({ settledOn }) => settledOn > asOf);
        const late = open.filter(({ dueOn }) => dueOn < asOf);
        const sum = (of: typeof lines) =>
          (of.reduce((total, { cents }) => total + cents, 0) / 100).toFixed(2);
        const { body } = await client.call('GET', `/invoices/statistics?asOf=${asOf}`);
        expect(body).toMatchObject({
          currencies: [
            {
              currency: 'USD',
              count: issued.length,
              total: sum(issued),
              balance: sum(open),
              overdue: sum(late),
              overdueCount: late.length,
            },
          ],
        });
        const disputed = open.filter((line) => line.disputed);
        const statuses = (body as { statuses: { status: string; count: number }[] }).statuses;
        const counted = statuses.find(({ status }) => status === 'disputed')?.count ?? 0;
        expect(counted).toBe(disputed.length);
        const list = await client.call('GET', `/invoices/overdue?asOf=${asOf}&pageSize=1`);
        expect(list.body).toMatchObject({ total: late.length });
      },
    );
  });
});
