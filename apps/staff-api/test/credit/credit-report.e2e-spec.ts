import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith } from '../access/members.js';
import { newAccount, newInvoice } from '../receivables/billing-support.js';
import { limitCredit } from './credit-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  admin = await api.newAdmin();
});
afterAll(async () => {
  await api.close();
  await t.close();
});

interface Line {
  readonly accountId: string;
  readonly exposure: string | null;
}

const customer = async (limit: string | null) => {
  const id = await newAccount(t, t.ctx(admin.companyId));
  await limitCredit(admin, id, limit);
  return id;
};
const owes = (accountId: string, unitPrice: string, currency = 'EUR') =>
  newInvoice(admin, accountId, {
    currency,
    lines: [{ description: 'Work', quantity: '1', unitPrice }],
  });
const report = async (query = '') =>
  bodyOf<{ data: Line[]; total: number }>(
    await admin.call('GET', `/reports/credit-utilisation${query}`),
  );
const rate = (base: string, quote: string, value: string) =>
  admin.call('POST', '/exchange-rates', {
    body: { base, quote, rate: value, day: '2026-03-01' },
  });

describe('GET /reports/credit-utilisation', () => {
  it('tells how much of their credit customers use, the fullest first where asked', async () => {
    const half = await customer('1000.00');
    await owes(half, '500.00');
    const over = await customer('100.00');
    await owes(over, '140.00');
    await admin.call('POST', '/credit-holds', {
      body: { accountId: over, strength: 'soft', reason: 'manual' },
    });
    const { data, total } = await report('?sort=-utilisation');
    expect(total).toBe(2);
    expect(data).toMatchObject([
      {
        accountId: over,
        currency: 'EUR',
        creditLimit: '100.00',
        exposure: '140.00',
        available: '-40.00',
        utilisation: '140.00',
        hold: 'soft',
      },
      {
        accountId: half,
        exposure: '500.00',
        available: '500.00',
        utilisation: '50.00',
        hold: null,
      },
    ]);
  });

  it('leaves out whoever has neither limit nor debt nor hold', async () => {
    await customer(null);
    const owing = await customer(null);
    await owes(owing, '1.00');
    const none = await customer('0.00');
    const { data } = await report();
    expect(data.map(({ accountId }) => accountId).sort()).toEqual([owing, none].sort());
    expect(data.find(({ accountId }) => accountId === none)).toMatchObject({ utilisation: null });
  });

  it('counts as the account itself is counted, each currency rounded once', async () => {
    const id = await customer('2000.00');
    await rate('USD', 'EUR', '0.9234');
    await rate('EUR', 'JPY', '163.5');
    await owes(id, '1000.00', 'USD');
    await owes(id, '234.56', 'USD');
    await owes(id, '100001', 'JPY');
    await owes(id, '50.00');
    const credit = bodyOf<{ exposure: { total: string } }>(
      await admin.call('GET', `/accounts/${id}/credit`),
    );
    const { data } = await report();
    // 1,139.99 + 611.63 + 50.00
    expect(data).toMatchObject([{ exposure: '1801.62' }]);
    expect(credit.exposure.total).toBe('1801.62');
  });

  it('cuts the share off as the account itself does', async () => {
    const id = await customer('10000.00');
    await owes(id, '1799.99');
    const credit = bodyOf<{ utilisation: string }>(
      await admin.call('GET', `/accounts/${id}/credit`),
    );
    expect((await report()).data).toMatchObject([{ utilisation: '17.99' }]);
    expect(credit.utilisation).toBe('17.99');
  });

  it('tells whoever sees some accounts of these alone, as the lists of credit do', async () => {
    admin = api.admin;
    const id = await newAccount(t, api.company);
    await limitCredit(admin, id, '10.00');
    const place = { accountId: id, strength: 'soft', reason: 'manual' };
    const hold = bodyOf<{ id: string }>(await admin.call('POST', '/credit-holds', { body: place }));
    const ask = { accountId: id, amount: '5.00', currency: 'EUR' };
    await admin.call('POST', '/credit-checks', { body: ask });
    const view = ['view'];
    const credit = {
      reports: view,
      'credit-checks': view,
      'credit-holds': view,
      'credit-overrides': view,
    };
    const paths = ['/reports/credit-utilisation', '/credit-checks', '/credit-holds'];
    const seen = async (by: StaffClient) => {
      const totals: number[] = [];
      for (const path of paths) {
        totals.push(bodyOf<{ total: number }>(await by.call('GET', path)).total);
      }
      const { status } = await by.call('GET', `/credit-holds/${hold.id}`);
      return [...totals.map((total) => total > 0), status];
    };
    const about = await memberWith(api, { matrix: credit });
    expect(await seen(about)).toEqual([true, true, true, 200]);
    const matrix = { ...credit, accounts: view };
    const own = await memberWith(api, { matrix, scopes: { accounts: 'own' } });
    expect(await seen(own)).toEqual([false, false, false, 404]);
    expect((await own.call('GET', '/credit-overrides')).status).toBe(200);
    expect(await seen(await memberWith(api, { matrix }))).toEqual([true, true, true, 200]);
  });

  it('guesses nothing where a rate is missing', async () => {
    const id = await customer('2000.00');
    await owes(id, '1.00', 'USD');
    await owes(id, '50.00');
    expect((await report()).data).toMatchObject([
      { exposure: null, available: null, utilisation: null },
    ]);
  });
});
