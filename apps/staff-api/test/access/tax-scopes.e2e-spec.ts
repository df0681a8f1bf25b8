import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { newId } from '@quittance/kernel';
import { Client } from 'pg';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { done, made, type Made } from '../objects/objects-support.js';
import { bodyOf, memberWith, refusal } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
/** May do everything, and reaches the tax of their own accounts alone. */
let by: StaffClient;

/** What there is of the tax of an account. */
interface Taxed {
  readonly account: Made;
  readonly invoice: Made;
  readonly exemption: Made;
  /** Of its invoice and of a credit note of that. */
  readonly transactions: readonly string[];
}
let mine: Taxed;
let theirs: Taxed;

async function taxed(ownerId: string | undefined, unitPrice: string): Promise<Taxed> {
  const account = await made(admin, '/accounts', { name: 'Taxed', ...(ownerId && { ownerId }) });
  const lines = [{ description: 'Work', quantity: '1', unitPrice, taxRate: '19' }];
  const head = { accountId: account.id, currency: 'EUR' };
  const invoice = await made(admin, '/invoices', { ...head, lines });
  await done(admin, 'POST', `/invoices/${invoice.id}/send`, {});
  const credit = { ...head, invoiceId: invoice.id, reason: 'Kind', lines };
  const note = await made(admin, '/credit-notes', credit);
  await done(admin, 'POST', `/credit-notes/${note.id}/issue`, {});
  const certificate = { accountId: account.id, certificate: newId(), validFrom: '2026-01-01' };
  const exemption = await made(admin, '/tax/exemptions', certificate);
  const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: invoice.id });
  const answer = await admin.call('GET', `/tax/transactions?filter=${encodeURIComponent(filter)}`);
  const transactions = bodyOf<{ data: Made[] }>(answer).data.map(({ id }) => id);
  return { account, invoice, exemption, transactions };
}

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  const matrix = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
  by = await memberWith(api, { matrix, scopes: { tax: 'own' } });
  mine = await taxed(by.userId, '111.00');
  theirs = await taxed(undefined, '999.00');
  // As an engine that is away, and a rate that is missing, leave their lines.
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  await owner.query(`update receivables.invoice_line set tax_fallback_reason = 'unavailable',
    tax_category = null, tax_reason = 'rate_missing'`);
  await owner.end();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('the tax of somebody else’s account', () => {
  const LISTS: readonly [string, (of: Taxed) => string][] = [
    ['/tax/transactions', ({ invoice }) => invoice.id],
    ['/tax/exemptions', ({ exemption }) => exemption.id],
    ['/tax/fallback-lines', ({ invoice }) => invoice.id],
    ['/tax/undetermined-lines', ({ invoice }) => invoice.id],
  ];

  it.each(LISTS)('is not in %s', async (path, told) => {
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const text = async (who: StaffClient) =>
        JSON.stringify((await who.call('GET', path, { headers: { accept } })).body);
      const [all, own] = [await text(admin), await text(by)];
      expect([mine, theirs].map((each) => all.includes(told(each)))).toEqual([true, true]);
      expect([mine, theirs].map((each) => own.includes(told(each)))).toEqual([true, false]);
    }
  });

  it('is neither shown nor changed one by one', async () => {
    expect(theirs.transactions.length).toBe(2);
    const routes = (of: Taxed): [string, string, object?][] => [
      ...of.transactions.flatMap((id): [string, string, object?][] => [
        ['GET', `/tax/transactions/${id}`],
        ['POST', `/tax/transactions/${id}/commit`],
        ['POST', `/tax/transactions/${id}/void`],
      ]),
      ['GET', `/tax/exemptions/${of.exemption.id}`],
      ['PATCH', `/tax/exemptions/${of.exemption.id}`, { reason: 'Taken' }],
      ['DELETE', `/tax/exemptions/${of.exemption.id}`],
    ];
    for (const [method, path, body] of routes(theirs)) {
      const answer = await by.call(method, path, body ? { body } : {});
      expect([method, path, ...refusal(answer)]).toEqual([method, path, 404, 'not_found']);
    }
    for (const [method, path, body] of routes(mine)) {
      const { status } = await by.call(method, path, body ? { body } : {});
      expect([method, path, status]).toEqual([method, path, method === 'DELETE' ? 204 : 200]);
    }
  });

  it('is not made, nor asked what it would be', async () => {
    const certificate = { certificate: 'X-1', validFrom: '2026-01-01' };
    const ask = (accountId: string) => ({
      currency: 'EUR',
      shipTo: { country: 'DE' },
      customer: { accountId },
      lines: [{ amount: '1.00' }],
    });
    for (const id of [theirs.account.id, newId()]) {
      const exempt = await by.call('POST', '/tax/exemptions', {
        body: { accountId: id, ...certificate },
      });
      const asked = await by.call('POST', '/tax/calculate', { body: ask(id) });
      expect([exempt, asked].map((each) => bodyOf(each).errors)).toMatchObject([
        [
          {
            pointer: '/accountId',
            code: 'reference_not_found',
            message: 'There is no such account.',
          },
        ],
        [{ pointer: '/customer/accountId', code: 'reference_not_found' }],
      ]);
    }
    await made(by, '/tax/exemptions', { accountId: mine.account.id, ...certificate });
    const own = await by.call('POST', '/tax/calculate', { body: ask(mine.account.id) });
    expect(own.status).toBe(200);
  });

  it('is told by no event', async () => {
    const text = async (who: StaffClient) =>
      JSON.stringify((await who.call('GET', '/events?pageSize=200')).body);
    expect(await text(admin)).toContain(theirs.exemption.id);
    expect(await text(by)).not.toContain(theirs.exemption.id);
  });
});

describe('the set-up of taxes, which is nobody’s', () => {
  it('is there for whoever reaches the tax of their own accounts', async () => {
    const place = await made(by, '/tax/jurisdictions', { code: 'FR', name: 'F', level: 'country' });
    const { id } = await made(by, '/tax/codes', { code: 'work', name: 'Work' });
    for (const path of [`/tax/jurisdictions/${place.id}`, `/tax/codes/${id}`, '/tax/rates']) {
      expect((await by.call('GET', path)).status).toBe(200);
    }
  });
});
