import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { memberWith, refusal } from '../access/members.js';
import { done, made, type Json, type Made } from '../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});
beforeEach(async () => {
  // Of a company that counts in euro and has switched nothing.
  admin = await api.newAdmin();
});

const LINE = { description: 'Work', quantity: '1', unitPrice: '100.00' };
const NEW_INVOICE = { issueDate: '2026-03-01', dueDate: '2026-03-31', lines: [LINE] };
const NEW_SCHEDULE = { frequency: 'monthly', startDate: '2026-03-01', lines: [LINE] };

const turn = (code: string, enabled: boolean, by = admin) =>
  by.call('PATCH', `/currencies/${code}`, { body: { enabled } });
const disable = async (code: string) =>
  expect(await turn(code, false)).toMatchObject({ status: 200, body: { code, enabled: false } });
const account = (): Promise<Made> => made(admin, '/accounts', { name: 'Acme' });

/** What is refused because of its currency, and where. */
async function refusedAt(method: string, path: string, body: object): Promise<string> {
  const { status, body: answer } = await admin.call(method, path, { body });
  const { code, errors = [] } = answer as { code: string; errors?: { pointer: string }[] };
  return `${status} ${code} ${errors.map(({ pointer }) => pointer).join()}`;
}
const AT_CURRENCY = '422 currency_not_enabled /currency';

describe('/currencies', () => {
  it('are all enabled until one is disabled, and the base currency always is', async () => {
    const off = encodeURIComponent('{"field":"enabled","op":"eq","value":false}');
    const disabled = () => done<{ data: Json[] }>(admin, 'GET', `/currencies?filter=${off}`);
    expect((await disabled()).data).toEqual([]);
    await disable('USD');
    expect((await disabled()).data).toEqual([
      { code: 'USD', name: 'US Dollar', symbol: '$', digits: 2, enabled: false, base: false },
    ]);
    expect(await done(admin, 'GET', '/currencies/eur')).toMatchObject({
      code: 'EUR',
      symbol: '€',
      enabled: true,
      base: true,
    });
    expect(refusal(await turn('EUR', false))).toEqual([422, 'currency_is_base']);
    const company = { body: { baseCurrency: 'USD' } };
    expect(await refusedAt('PATCH', '/company', company.body)).toBe(
      '422 currency_not_enabled /baseCurrency',
    );
    expect(await turn('usd', true)).toMatchObject({ status: 200, body: { enabled: true } });
    await done(admin, 'PATCH', '/company', company.body);
    expect(refusal(await turn('USD', false))).toEqual([422, 'currency_is_base']);
    await disable('EUR');
  });

  it('are found by the codes of ISO 4217 alone', async () => {
    for (const code of ['XXX', 'BGN', 'EURO', '__proto__', 'constructor']) {
      expect(refusal(await turn(code, false))).toEqual([404, 'not_found']);
      expect((await admin.call('GET', `/currencies/${code}`)).status).toBe(404);
    }
    const body = { enabled: 'no' };
    expect((await admin.call('PATCH', '/currencies/USD', { body })).status).toBe(400);
  });

  it('are switched with the right or with the grant, and read by everybody', async () => {
    const reader = await memberWith(api, { matrix: { masters: ['view'] } });
    const writer = await memberWith(api, { matrix: { masters: ['update'] } });
    const granted = await memberWith(api, { grants: ['customization'] });
    const nobody = await memberWith(api, {});
    expect((await nobody.call('GET', '/currencies/CHF')).status).toBe(200);
    expect((await turn('CHF', false, reader)).body).toMatchObject({
      code: 'permission_denied',
      resource: 'masters',
      action: 'update',
    });
    expect((await turn('CHF', false, writer)).status).toBe(200);
    expect((await turn('CHF', true, granted)).status).toBe(200);
    await disable('CHF');
    expect(await done(nobody, 'GET', '/currencies/CHF')).toMatchObject({ enabled: true });
  });

  it('are in the log, can be put back, and travel with the set-up', async () => {
    await disable('GBP');
    const log = await done<{ data: Json[] }>(admin, 'GET', '/audit-log?search=GBP');
    expect(log.data).toMatchObject([{ action: 'currency.disabled', recordId: 'GBP' }]);
    const exported = await done<{ parts: Json }>(admin, 'GET', '/customization/export');
    expect(exported.parts.currencies).toEqual([{ code: 'GBP', enabled: false }]);
    const other = await api.newAdmin();
    await done(other, 'POST', '/customization/import', exported);
    expect(await done(other, 'GET', '/currencies/GBP')).toMatchObject({ enabled: false });
    const revisions = '/customization/revisions';
    const { data } = await done<{ data: Made[] }>(admin, 'GET', `${revisions}?search=GBP`);
    await done(admin, 'POST', `${revisions}/${data[0]?.id}/revert`);
    expect(await done(admin, 'GET', '/currencies/GBP')).toMatchObject({ enabled: true });
  });
});

describe('a currency that is not enabled', () => {
  it('is refused for everything new', async () => {
    const { id: accountId } = await account();
    await disable('USD');
    const inUsd = { accountId, currency: 'USD' };
    const money = { ...inUsd, amount: '10.00', method: 'cash' };
    const asked: [string, object][] = [
      ['/invoices', { ...inUsd, ...NEW_INVOICE }],
      ['/billing-schedules', { ...inUsd, ...NEW_SCHEDULE }],
      ['/credit-notes', { ...inUsd, reason: 'Goodwill', lines: [LINE] }],
      ['/payments', money],
      ['/pricebooks', { name: 'US list', currency: 'USD' }],
      ['/deals', { name: 'Deal', currency: 'USD' }],
      ['/campaigns', { name: 'Campaign', currency: 'USD' }],
    ];
    for (const [path, body] of asked) {
      expect([path, await refusedAt('POST', path, body)]).toEqual([path, AT_CURRENCY]);
    }
    const ledger = { name: 'Steel AG', kind: 'supplier', defaultCurrency: 'USD' };
    expect(await refusedAt('POST', '/ledger-accounts', ledger)).toBe(
      '422 currency_not_enabled /defaultCurrency',
    );
    await turn('USD', true);
    for (const [path, body] of asked) {
      expect([path, (await admin.call('POST', path, { body })).status]).toEqual([path, 201]);
    }
  });

  it('is refused where something changes to it, and left where it stands', async () => {
    const { id: accountId, ledgerAccountId } = await account();
    const eur = { accountId, currency: 'EUR' };
    const here: [string, object][] = [
      ['/invoices', { ...eur, ...NEW_INVOICE }],
      ['/billing-schedules', { ...eur, ...NEW_SCHEDULE }],
      ['/deals', { name: 'Deal' }],
      ['/campaigns', { name: 'Campaign' }],
      ['/pricebooks', { name: 'List', currency: 'EUR' }],
    ];
    for (const [path, body] of here) {
      const [inEur, inUsd] = await Promise.all([
        made(admin, path, body),
        made(admin, path, {
          ...body,
          currency: 'USD',
          ...(path === '/pricebooks' && { name: 'US' }),
        }),
      ]);
      await disable('USD');
      const change = { currency: 'USD' };
      expect(await refusedAt('PATCH', `${path}/${inEur.id}`, change)).toBe(AT_CURRENCY);
      const name =
        path === '/invoices' ? 'notes' : path === '/billing-schedules' ? 'endDate' : 'name';
      const value = name === 'endDate' ? '2027-03-01' : 'Other';
      const kept = { ...change, [name]: value };
      const same = await admin.call('PATCH', `${path}/${inUsd.id}`, { body: kept });
      expect([path, same.status, same.body]).toMatchObject([path, 200, { currency: 'USD' }]);
      await turn('USD', true);
    }
    await disable('USD');
    const ledger = `/ledger-accounts/${String(ledgerAccountId)}`;
    expect(await refusedAt('PATCH', ledger, { defaultCurrency: 'USD' })).toBe(
      '422 currency_not_enabled /defaultCurrency',
    );
  });

  it('of what there is stays: it is sent, paid and credited', async () => {
    const { id: accountId } = await account();
    const invoice = await made(admin, '/invoices', { accountId, currency: 'USD', ...NEW_INVOICE });
    const schedule = { accountId, currency: 'USD', ...NEW_SCHEDULE };
    const { id: scheduleId } = await made(admin, '/billing-schedules', schedule);
    await disable('USD');
    await done(admin, 'POST', `/invoices/${invoice.id}/send`, {});
    const part = { amount: '10.00', method: 'cash' };
    await done(admin, 'POST', `/invoices/${invoice.id}/payments`, part);
    const allocations = [{ invoiceId: invoice.id, amount: '5.00' }];
    await made(admin, '/payments', { ...part, accountId, currency: 'USD', allocations });
    const note = {
      accountId,
      invoiceId: invoice.id,
      reason: 'Wrong',
      lines: [{ ...LINE, unitPrice: '5.00' }],
    };
    const { id } = await made(admin, '/credit-notes', note);
    await done(admin, 'POST', `/credit-notes/${id}/issue`, {});
    await done(admin, 'POST', `/billing-schedules/${scheduleId}/activate`, {});
  });

  it('is refused row by row where a file is imported', async () => {
    await disable('USD');
    const csv = { 'content-type': 'text/csv' };
    const deals = 'name,currency\nOne,EUR\nTwo,USD\n';
    const imported = await admin.call('POST', '/deals/import', { body: deals, headers: csv });
    expect(imported.body).toMatchObject({
      created: 1,
      failed: 1,
      results: [{ status: 'created' }, { problem: { code: 'currency_not_enabled' } }],
    });
    const invoices =
      'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,currency\n' +
      'C1,R-1,2026-01-01,2026-01-31,10,EUR\nC1,R-2,2026-01-01,2026-01-31,10,USD\n';
    const refused = await admin.call('POST', '/invoices/import', { body: invoices, headers: csv });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/3/currency', code: 'currency_not_enabled' }] },
    });
  });
});
