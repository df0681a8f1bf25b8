import { CustomerStage } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
const accounts = { A: '', N: '', B: '' };
let ada: PortalClient;
let tess: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accounts.A = await acme.account('Acme');
  accounts.N = await acme.account('Acme North', accounts.A);
  accounts.B = await acme.account('Rival');
  for (const id of Object.values(accounts)) {
    await acme.invoice(id);
    await acme.order(id);
    await acme.quote(id, { validUntil: '2099-01-01' });
  }
  ada = await acme.person({ partyId: accounts.A, role: 'Admin', accessLevel: 'account' });
  tess = await acme.person({ partyId: accounts.A, accessLevel: 'account_tree' });
});
afterAll(() => stage.close());

const body = async (who: PortalClient, path: string) =>
  (await who.call('GET', path)).body as Record<string, unknown>;

describe('the account manager', () => {
  it('is who is named as that, else the owner', async () => {
    const accountId = await acme.account('Managed');
    const who = await acme.person({ partyId: accountId, role: 'Admin' });
    const of = async () =>
      (await body(who, '/account-manager')).manager as { name: string; email: string };
    const { data } = (await acme.staff.call('GET', '/roles')).body as { data: { id: string }[] };
    const roleIds = data.slice(0, 1).map(({ id }) => id);
    const user = { email: 'manager@example.com', name: 'Mia Manager', roleIds };
    const made = await acme.staff.call('POST', '/users', { body: user });
    const managerId = (made.body as { id: string }).id;
    await acme.staff.call('PATCH', `/accounts/${accountId}`, { body: { managerId } });
    expect(await of()).toMatchObject({ name: 'Mia Manager' });
  });
});

describe('the dashboard', () => {
  it('counts what is within reach', async () => {
    const one = { openInvoices: 1, ordersUnderWay: 1, openQuotes: 1 };
    expect(await body(ada, '/dashboard')).toMatchObject(one);
    const two = { openInvoices: 2, ordersUnderWay: 2, openQuotes: 2 };
    expect(await body(tess, '/dashboard')).toMatchObject(two);
  });

  it('has no invoice that was not sent as yet, though a deposit is deducted from it', async () => {
    const accountId = await acme.account('Paid ahead');
    const lines = [{ description: 'Ahead', amount: '100.00', taxRate: '19' }];
    const deposit = await acme.made('/deposits', { accountId, currency: 'EUR', lines });
    await acme.made(`/invoices/${deposit.id}/send`, {});
    const how = { currency: 'EUR', method: 'bank_transfer', receivedOn: '2026-03-01' };
    await acme.made(`/invoices/${deposit.id}/payments`, { amount: '100.00', ...how });
    const draft = await acme.invoice(accountId, {}, false);
    await acme.made(`/invoices/${draft.id}/deduct-deposits`, {});
    const who = await acme.person({ partyId: accountId, role: 'Admin' });
    const seen = async () => [
      (await who.call('GET', `/invoices/${draft.id}`)).status,
      (await body(who, '/dashboard')).openInvoices,
      ((await body(who, '/invoices/summary')).currencies as object[]).length,
      ((await body(who, '/invoices')).data as object[]).length,
    ];
    expect(await seen()).toEqual([404, 0, 1, 1]);
    const pay = { body: { invoiceIds: [draft.id] } };
    expect(codeOf(await who.call('POST', '/payments/checkout', pay))).toBe(
      '422 reference_not_found',
    );
    // Whoever has paid for it knows of it.
    await acme.made(`/invoices/${draft.id}/payments`, { amount: '10.00', ...how });
    expect(await seen()).toEqual([200, 1, 1, 2]);
  });

  it('has each tile for those alone who may see what it counts', async () => {
    const without = ['viewInvoices', 'viewOrders', 'seeAllQuotes'] as const;
    const who = await acme.person({ partyId: accounts.A, without });
    const bare = await acme.person({
      partyId: accounts.A,
      without: [...without, 'approveQuotes'],
    });
    expect(await body(bare, '/dashboard')).toEqual({ openQuotes: 0, openCases: 0 });
    expect(await body(who, '/dashboard')).toEqual({
      openQuotes: 0,
      openCases: 0,
      waitingApprovals: 0,
    });
  });
});

describe('the statement', () => {
  const path = '/statement?from=2026-01-01&to=2026-12-31';

  it('is that of an account in reach', async () => {
    expect(await body(ada, path)).toMatchObject({
      accountId: accounts.A,
      currencies: [{ currency: 'EUR', openingBalance: '0.00', closingBalance: '1190.00' }],
    });
    for (const id of [accounts.N, accounts.B]) {
      const beyond = await ada.call('GET', `${path}&accountId=${id}`);
      expect(codeOf(beyond)).toBe('422 reference_not_found');
    }
    expect(await body(tess, `${path}&accountId=${accounts.N}`)).toMatchObject({
      accountId: accounts.N,
    });
    expect((await ada.call('GET', path.replace('?', '/pdf?'))).status).toBe(200);
  });

  it('is refused to those who see their own alone, or no prices', async () => {
    const own = await acme.person({ partyId: accounts.A, accessLevel: 'own' });
    expect(codeOf(await own.call('GET', path))).toBe('403 access_level_too_low');
    const blind = await acme.person({ partyId: accounts.A, without: ['seePricing'] });
    expect(codeOf(await blind.call('GET', path))).toBe('403 permission_denied');
  });
});

describe('subscriptions', () => {
  it('are shown without prices to those who may see none', async () => {
    const { id } = await acme.subscription(accounts.A);
    const shown = await body(ada, `/subscriptions/${id}`);
    expect(shown).toMatchObject({ mrr: '50.00', items: [{ unitPrice: '50', quantity: '1' }] });
    const blind = await acme.person({ partyId: accounts.A, without: ['seePricing'] });
    const { items, ...head } = await body(blind, `/subscriptions/${id}`);
    expect(Object.keys(head)).not.toContain('mrr');
    expect(JSON.stringify(items)).not.toMatch(/unitPrice|net|discount/);
    const bo = await acme.person({ partyId: accounts.A, accessLevel: 'own' });
    expect(codeOf(await bo.call('GET', `/subscriptions/${id}`))).toBe('404 not_found');
  });
});
