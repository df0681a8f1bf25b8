import { RouteTable } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { ACTIONS, RESOURCES } from '@quittance/access/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';
import { done, made, type Json } from '../objects/objects-support.js';
import { aPlan, aSubscription } from '../sales/sales-support';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let blind: StaffClient;
let accountId: string;
let invoiceId: string;

const ALL = ['view', 'create', 'export'];
const EVERYTHING = Object.fromEntries(RESOURCES.map((name) => [name, [...ACTIONS]]));
const MONEY = ['total', 'subtotal', 'balance', 'paidAmount', 'lines', 'taxTotal', 'openAmount'];
/** An amount that stands nowhere else. */
const AMOUNT = '7646666.69';

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  const account = await make('/accounts', { name: 'Secretive GmbH' });
  accountId = account.id;
  const lines = [{ description: 'Work', quantity: '1', unitPrice: AMOUNT }];
  const dates = { issueDate: '2026-03-02', dueDate: '2026-03-31' };
  const invoice = await make('/invoices', { accountId, currency: 'EUR', ...dates, lines });
  invoiceId = invoice.id;
  await make(`/invoices/${invoiceId}/send`, {});
  await admin.call('PUT', '/connectors/payment', { body: { provider: 'sandbox' } });
  await make('/payments/checkout', { invoiceId });
  const step = { daysAfterDue: 1, action: 'reminder' };
  await admin.call('PUT', '/dunning/schedule', { body: { steps: [step] } });
  blind = await colleague({ invoices: hidden(MONEY) });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const hidden = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'hidden']));

async function make(path: string, body: object): Promise<{ id: string }> {
  const answer = await admin.call('POST', path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: string };
}

async function colleague(
  fields: object,
  grants: readonly string[] = [],
  less: object = {},
): Promise<StaffClient> {
  const role = { name: newId(), matrix: { ...EVERYTHING, ...less }, fields, grants };
  const made = await make('/roles', role);
  const user = await make('/users', {
    email: `${newId()}@example.com`,
    name: 'Cleo',
    roleIds: [made.id],
  });
  return api.client(admin.companyId, user.id as never);
}

const codeOf = ({ body }: { body: unknown }) => bodyOf<{ code?: string }>({ body } as never).code;

const PROMISE = { invoiceId: ':invoice', reason: 'They say so', until: '2026-04-30' };

it.each([
  ['GET', '/ledger-accounts/:ledger/statement'],
  ['GET', '/ledger-accounts/:ledger/statement/pdf'],
  ['GET', '/ledger-accounts/:ledger/proof'],
  ['GET', '/accounts/:account/credit'],
  ['GET', '/tax/transactions'],
  ['GET', '/payments/checkouts'],
  ['GET', '/invoices/:invoice/checkouts'],
  ['GET', '/invoices/:invoice/dunning'],
  ['GET', '/dunning/attempts'],
  ['GET', '/dunning/late-charges/preview'],
  ['POST', '/payments/checkout', { invoiceId: ':invoice' }],
  ['POST', '/dunning/run', { dryRun: true }],
  ['POST', '/dunning/pauses', { ...PROMISE, promisedAmount: '1.00' }],
])('%s %s is refused where amounts of invoices are hidden', async (method, path, body?: object) => {
  const named = (text: string) =>
    text.replace(':ledger', newId()).replace(':account', accountId).replace(':invoice', invoiceId);
  const sent = body && { body: JSON.parse(named(JSON.stringify(body))) as object };
  const answer = await blind.call(method, named(path), sent);
  expect([answer.status, codeOf(answer)]).toEqual([403, 'fields_hidden']);
});

it('previews no invoice of what is hidden, and names nobody who is out of view', async () => {
  const plan = await aPlan(admin);
  const { id } = await aSubscription(admin, plan);
  const [ahead, due] = [`/subscriptions/${id}/preview`, '/billing-runs/preview'];
  const change = { body: { items: [{ planId: plan.id }] } };
  const none = hidden(['accountId']);
  const kept = await colleague({ subscriptions: none, 'billing-schedules': none });
  const refused = [
    await kept.call('GET', ahead),
    await kept.call('GET', due),
    await kept.call('POST', `${ahead}-change`, change),
  ];
  expect(refused.map(codeOf)).toEqual(['fields_hidden', 'scope_too_narrow', 'fields_hidden']);
  const strange = await colleague({}, [], { accounts: [] });
  const toldTo = async (as: StaffClient) => {
    const { invoices } = (await as.call('GET', ahead)).body as { invoices: Party[] };
    const { data } = (await as.call('GET', due)).body as { data: Due[] };
    const names = data.flatMap((row) => [row.accountName, ...row.invoices.map(isNamed)]);
    return [...new Set([...invoices.map(isNamed), ...names])];
  };
  expect(await toldTo(admin)).toEqual([true, expect.any(String)]);
  expect(await toldTo(strange)).toEqual([false, null]);
});

interface Party {
  readonly billTo: object | null;
}
interface Due {
  readonly accountName: string | null;
  readonly invoices: readonly Party[];
}

const isNamed = ({ billTo }: Party) => billTo !== null;

it('tells the amount of an invoice on no route that reads', async () => {
  const paths = api.app
    .get(RouteTable)
    .all()
    .filter(({ method, policy }) => method === 'GET' && policy.kind === 'resource')
    .map(({ path }) => path.replace(/^\/invoices\/:\w+/, `/invoices/${invoiceId}`))
    .map((path) => path.replace(/^\/accounts\/:\w+/, `/accounts/${accountId}`))
    .filter((path) => !path.includes(':'));
  const told: string[] = [];
  let shown = 0;
  for (const path of paths) {
    if (JSON.stringify((await admin.call('GET', path)).body ?? '').includes(AMOUNT)) shown += 1;
    const { body } = await blind.call('GET', path);
    if (JSON.stringify(body ?? '').includes(AMOUNT)) told.push(path);
  }
  expect(shown).toBeGreaterThan(5);
  expect(told).toEqual([]);
});

it.each([
  [
    '/invoices/:invoice/payments',
    { amount: '9999999.99', method: 'cash' },
    'payment_exceeds_balance',
  ],
  [
    '/invoices/:invoice/dispute',
    { amount: '9999999.99', reason: 'other' },
    'dispute_exceeds_balance',
  ],
])('tells no hidden amount by the refusal of POST %s', async (path, more, code) => {
  const body = more;
  const where = path.replace(':invoice', invoiceId);
  const [told, blank] = [
    await admin.call('POST', where, { body }),
    await blind.call('POST', where, { body }),
  ];
  expect([codeOf(told), codeOf(blank)]).toEqual([code, code]);
  expect(JSON.stringify(told.body)).toContain('7646666.69');
  expect(JSON.stringify(blank.body)).not.toContain('7646666.69');
});

it('tells the name of an account nowhere under another name', async () => {
  const nameless = await colleague({ accounts: hidden(['name']) });
  const user = { directory: 'customer', partyId: accountId, email: 'p@example.com', name: 'Pat' };
  await admin.call('POST', '/portal-users', { body: user });
  const paths = [
    '/portal-users /ledger-accounts /ledger-accounts?search=Secretive /events /invoices',
    '/invoices?lookup= /invoices/:id /search?q=Secretive /search?q=INV',
    '/ledger-accounts?lookup=Secr /invoices?search=Secretive /dunning/attempts',
  ].flatMap((some) => some.split(' '));
  const told: string[] = [];
  let shown = 0;
  for (const path of paths.map((each) => each.replace(':id', invoiceId))) {
    for (const accept of ['application/json', 'text/csv']) {
      const asked = { headers: { accept } };
      const [all, some] = [
        await admin.call('GET', path, asked),
        await nameless.call('GET', path, asked),
      ];
      if (JSON.stringify(all.body).includes('Secretive GmbH')) shown += 1;
      if (JSON.stringify(some.body).includes('Secretive GmbH')) told.push(`${path} ${accept}`);
    }
  }
  const dryRun = await nameless.call('POST', '/dunning/run', { body: { dryRun: true } });
  if (JSON.stringify(dryRun.body).includes('Secretive GmbH')) told.push('dry run');
  const pdf = await nameless.call('GET', `/invoices/${invoiceId}/pdf`);
  expect(codeOf(pdf)).toBe('fields_hidden');
  expect(shown).toBeGreaterThan(5);
  expect(told).toEqual([]);
});

it.each([
  [
    'the limit',
    { 'ledger-accounts': { creditLimit: 'hidden' } },
    ['creditLimit', 'available', 'riskScore'],
  ],
  ['what is owed', { invoices: { balance: 'hidden' } }, ['exposure', 'available']],
])('a credit check does not tell %s to whom that is hidden', async (_, fields, names) => {
  const rights = ['credit-checks', 'credit-holds', 'sales-orders'];
  const matrix = Object.fromEntries(['accounts', ...rights].map((name) => [name, ALL]));
  const reader = await memberWith(api, { matrix, fields });
  const { id: accountId } = await made(api.admin, '/accounts', { name: 'Checked Ltd' });
  const asked = { accountId, amount: '7', currency: 'EUR' };
  const whole = await made(api.admin, '/credit-checks', asked);
  expect(Object.keys(whole)).toEqual(expect.arrayContaining(names));
  // By amounts of their own they would find it.
  const lines = [{ description: 'Work', ordered: '1', unitPrice: '7', taxRate: '0' }];
  const draft = { accountId, currency: 'EUR', lines };
  const order = { type: 'sales-order', id: (await made(api.admin, '/sales-orders', draft)).id };
  const refused = async (path: string, body: object, by = reader) =>
    refusal(await by.call('POST', path, { body }));
  const HIDDEN = [403, 'fields_hidden'];
  expect(await refused('/credit-checks', asked)).toEqual(HIDDEN);
  expect(await refused('/credit-checks', { ...asked, document: order })).toEqual(HIDDEN);
  const hold = { accountId, strength: 'hard', reason: 'manual', amount: '7' };
  expect(await refused('/credit-holds', hold)).toEqual(HIDDEN);
  const about = { accountId, document: order };
  for (const by of [
    await memberWith(api, { matrix: { 'credit-checks': ALL }, fields }),
    await memberWith(api, { matrix, fields, scopes: { 'sales-orders': 'own' } }),
  ]) {
    expect(await refused('/credit-checks', about, by)).toEqual([422, 'reference_not_found']);
  }
  const { id, ...answer } = await made(reader, '/credit-checks', about);
  const { data } = await done<{ data: Json[] }>(reader, 'GET', '/credit-checks');
  const rows = await reader.call('GET', '/credit-checks/export?format=jsonl');
  const exported = JSON.parse(String(rows.body).split('\n')[0] as string) as Json;
  for (const told of [
    answer,
    data[0],
    exported,
    await done(reader, 'GET', `/credit-checks/${id}`),
  ]) {
    expect(Object.keys(told as Json).filter((name) => names.includes(name))).toEqual([]);
  }
  expect(answer).toMatchObject({ outcome: 'approved' });
  // A share of the limit is the limit to whom the exposure is shown.
  const stands = await reader.call('GET', `/accounts/${accountId}/credit`);
  const there = stands.status === 403 ? [] : Object.keys(stands.body as Json);
  expect(there.filter((name) => ['utilisation', ...names].includes(name))).toEqual([]);
});

it('scores a lead by no field that is hidden', async () => {
  const body = {
    name: 'Doe',
    companyName: 'Doe',
    email: 'me@hidden.example',
    phone: '+49 30 123456',
  };
  const { id } = await make('/leads', body);
  const some = await colleague({ leads: hidden(['email', 'phone']) });
  for (const path of [`/leads/${id}/score`, `/leads/${id}/layout`]) {
    const [all, told] = [await admin.call('GET', path), await some.call('GET', path)];
    expect(JSON.stringify(all.body)).toContain('The e-mail is of hidden.example.');
    expect(told.status).toBe(200);
    expect(JSON.stringify(told.body)).toContain('The company is known.');
    expect(JSON.stringify(told.body)).not.toMatch(/e-mail is|phone number|"score":/);
  }
  expect((await some.call('GET', `/leads/${id}`)).body).not.toHaveProperty('score');
});

describe('of quotes and orders whose amounts are hidden', () => {
  const NET = { quotes: hidden(['net']), 'sales-orders': hidden(['unitPrice']) };
  const HIDDEN = [403, 'fields_hidden'];
  const line = { description: 'Work', unitPrice: '100', taxRate: '0' };
  let seller: StaffClient;

  beforeAll(async () => {
    seller = await colleague({ ...NET, invoices: hidden(['net']) });
  });

  it('no margin is told, as it is the rest of them', async () => {
    const { id } = await make('/quotes', { accountId, currency: 'EUR', lines: [line] });
    const path = `/quotes/${id}/margin`;
    expect((await admin.call('GET', path)).status).toBe(200);
    expect(refusal(await seller.call('GET', path))).toEqual(HIDDEN);
  });

  it.each([
    ['/quotes', 'quantity', ['discount', 'deposit']],
    ['/sales-orders', 'ordered', ['discount']],
    ['/invoices', 'quantity', []],
  ])('nothing is taken off %s by an amount, which would find them', async (path, much, names) => {
    const head = { accountId, currency: 'EUR' };
    const { id } = await make(path, { ...head, lines: [{ ...line, [much]: '1' }] });
    const { lines } = await done<{ lines: { id: string }[] }>(admin, 'GET', `${path}/${id}`);
    const atLine = `${path}/${id}/lines/${lines[0]?.id}`;
    for (const amount of ['99', '101']) {
      const body = { discount: { amount } };
      expect(refusal(await seller.call('PATCH', atLine, { body }))).toEqual(HIDDEN);
      const allowance = { kind: 'allowance', reason: 'Loyal', amount };
      const taken = names.map((name) => ({ [name]: { amount } }));
      for (const each of [...taken, { adjustments: [allowance] }]) {
        expect(refusal(await seller.call('PATCH', `${path}/${id}`, { body: each }))).toEqual(
          HIDDEN,
        );
      }
      const written = { ...head, lines: [{ description: 'Work', [much]: '1', ...body }] };
      expect(refusal(await seller.call('POST', path, { body: written }))).toEqual(HIDDEN);
    }
    const percent = { body: { discount: { percent: '5' } } };
    expect((await seller.call('PATCH', atLine, percent)).status).toBe(200);
    const charge = { adjustments: [{ kind: 'charge', reason: 'Freight', amount: '5' }] };
    expect((await seller.call('PATCH', `${path}/${id}`, { body: charge })).status).toBe(200);
  });

  it('nor is a part of an order asked for ahead, or amended, by one', async () => {
    const { id } = await make('/sales-orders', { accountId, currency: 'EUR', lines: [line] });
    const ask = (step: string, body: object) =>
      seller.call('POST', `/sales-orders/${id}/${step}`, { body });
    const lines = [{ description: 'More', discount: { amount: '5' } }];
    expect(refusal(await ask('deposit', { amount: '5' }))).toEqual(HIDDEN);
    expect(refusal(await ask('amend', { reason: 'More', lines }))).toEqual(HIDDEN);
    expect(refusal(await ask('deposit', { percent: '5' }))).not.toEqual(HIDDEN);
  });
});

it('sums up no schedule, deposit or change of which something is hidden', async () => {
  const plan = await aPlan(admin);
  const subscription = await aSubscription(admin, plan);
  const { data } = await done<{ data: { id: string }[] }>(admin, 'GET', '/billing-schedules');
  const kept = await colleague({
    'billing-schedules': hidden(['unitPrice']),
    invoices: hidden(['balance']),
    subscriptions: hidden(['unitPrice']),
  });
  const preview = { items: [{ planId: plan.id }], preview: true };
  for (const [method, path, sent] of [
    ['GET', `/billing-schedules/${data[0]?.id}/forecast`, {}],
    ['GET', '/deposits', {}],
    ['POST', `/subscriptions/${subscription.id}/change`, { body: preview }],
  ] as const) {
    expect([path, (await admin.call(method, path, sent)).status]).toEqual([path, 200]);
    const answer = await kept.call(method, path, sent);
    expect([path, ...refusal(answer)]).toEqual([path, 403, 'fields_hidden']);
  }
});
