import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../members.js';
import { done, made, type Json, type Made } from '../../objects/objects-support.js';
import { anAccount } from '../../sales/sales-support.js';
import { pathWith, plantRecords, plantedAt } from '../../objects/records-support.js';
import type { Records } from '../../objects/object-records.js';

let t: TestDatabase;
let api: TestStaffApi;
let records: Records;
let productId: string;
/** That of the company, and one that asks less. */
let listed: string;
let cheap: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  records = await plantRecords(t, api.admin);
  productId = (await made(api.admin, '/products', { sku: 'PRESS', name: 'Press' })).id;
  listed = await bookOf('100', { isDefault: true });
  cheap = await bookOf('5');
});

async function bookOf(unitPrice: string, more: object = {}): Promise<string> {
  const head = { name: newId(), currency: 'EUR', ...more };
  const { id } = await made(api.admin, '/pricebooks', head);
  await made(api.admin, `/pricebooks/${id}/entries`, { productId, unitPrice });
  return id;
}

afterAll(async () => {
  await api?.close();
  await t?.close();
});

const routes = () => api.app.get(RouteTable).all();
const isBelowLines = ({ path }: Route) => /\/:\w+\/lines(\/|$)/.test(path);
const resourceOf = ({ policy }: Route) => (policy.kind === 'resource' ? policy.resource : '');
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Whoever may do everything with these records but write, or see, one of their members. */
function bound(resources: readonly string[], member: string, limit: string): Promise<StaffClient> {
  const all = (value: unknown) => Object.fromEntries(resources.map((each) => [each, value]));
  const actions = ['view', 'create', 'update', 'delete', 'approve', 'bulk_update', 'clone'];
  return memberWith(api, {
    matrix: all(actions) as never,
    fields: all({ [member]: limit }) as never,
  });
}

const ask = (by: StaffClient, { method, path, takesBody }: Route) =>
  by.call(method, pathWith(path, plantedAt(records)), takesBody ? { body: {} } : {});

const refusedAt =
  (pointer: string) =>
  (body: unknown): boolean =>
    (body as { errors?: { pointer?: string }[] }).errors?.some(
      (error) => error.pointer === pointer,
    ) === true;

it.each([
  ['read_only', [422, 'validation_failed']],
  ['hidden', [400, 'malformed_request']],
])('writes no line of a record whose lines are %s', async (limit, refused) => {
  const below = routes().filter((each) => isBelowLines(each) && each.method !== 'GET');
  expect(below.length).toBeGreaterThanOrEqual(15);
  const by = await bound([...new Set(below.map(resourceOf))], 'lines', limit);
  for (const route of below) {
    const answer = await ask(by, route);
    expect([nameOf(route), ...refusal(answer)]).toEqual([nameOf(route), ...refused]);
    expect(answer.body).toSatisfy(refusedAt('/lines'));
  }
});

it('goes on reading records whose lines are read only', async () => {
  const by = await bound(
    ['quotes', 'sales-orders', 'invoices', 'credit-notes'],
    'lines',
    'read_only',
  );
  for (const path of ['/quotes/:id', '/sales-orders/:id', '/invoices/:id', '/credit-notes/:id']) {
    const { status, body } = await by.call('GET', pathWith(path, plantedAt(records)));
    expect([path, status]).toEqual([path, 200]);
    expect(body).toHaveProperty('lines.0.id');
  }
});

it.each([
  ['DELETE', '/subscriptions/:id/change', 'items'],
  ['POST', '/quotes/:id/reprice', 'unitPrice'],
  ['POST', '/quotes/:id/reprice', 'lines'],
  ['POST', '/sales-orders/:id/close-short', 'lines'],
  ['POST', '/invoices/:id/refresh-usage', 'lines'],
  ['POST', '/invoices/:id/recalculate-tax', 'lines'],
  ['POST', '/sales-orders/:id/ship', 'lines'],
  ['POST', '/plans/:planId/migrate', 'items'],
  ['POST', '/plans/:planId/migrate', 'planVersionId'],
  ['POST', '/plans/:planId/migrate', 'unitPrice'],
  ['POST', '/plans/:planId/migrate', 'overrides'],
])('is kept from %s %s by %s that are read only', async (method, path, member) => {
  const route = routes().find((each) => each.method === method && each.path === path) as Route;
  const body = route.takesBody ? { body: { reason: 'Too late' } } : {};
  const by = await bound([resourceOf(route)], member, 'read_only');
  const answer = await by.call(method, pathWith(path, plantedAt(records)), body);
  expect(refusal(answer)).toEqual([422, 'validation_failed']);
  expect(answer.body).toSatisfy(refusedAt(`/${member}`));
  // What is kept beside it takes nothing away.
  const other = await bound([resourceOf(route)], 'poNumber', 'read_only');
  const asked = await other.call(method, pathWith(path, plantedAt(records)), body);
  expect(asked.body).not.toSatisfy(refusedAt(`/${member}`));
});

describe.each([
  ['quotes', 'quantity'],
  ['sales-orders', 'ordered'],
])('of drafts of %s', (resource, quantity) => {
  const line = { description: 'Till', [quantity]: '1', unitPrice: '50.00', taxRate: '19' };
  const draft = async (lines: readonly object[]): Promise<Made> => {
    const account = await anAccount(api.admin);
    return made(api.admin, `/${resource}`, { accountId: account.id, currency: 'EUR', lines });
  };
  const move = async (by: StaffClient, { id }: Made) => {
    const body = { accountId: (await anAccount(api.admin)).id };
    return by.call('PATCH', `/${resource}/${id}`, { body });
  };

  it.each([
    ['unitPrice', 'read_only', [422, 'validation_failed']],
    ['lines', 'read_only', [422, 'validation_failed']],
    ['lines', 'hidden', [400, 'malformed_request']],
  ])('whose %s are %s no price is looked up for another customer', async (member, limit, told) => {
    const by = await bound([resource], member, limit);
    const answer = await move(by, await draft([line]));
    expect(refusal(answer)).toEqual(told);
    expect(answer.body).toSatisfy(refusedAt(`/${member}`));
    // Nothing is looked up where there is nothing to be priced, or the same is sent again.
    expect((await move(by, await draft([]))).status).toBe(200);
    const { id, accountId } = await draft([line]);
    const again = await by.call('PATCH', `/${resource}/${id}`, { body: { accountId } });
    expect(again.status).toBe(200);
  });

  it('whose notes alone are read only prices are looked up', async () => {
    const by = await bound([resource, 'pricebooks'], 'notes', 'read_only');
    expect((await move(by, await draft([line]))).status).toBe(200);
    const { id } = await draft([line]);
    const body = { priceBookId: cheap };
    expect((await by.call('PATCH', `/${resource}/${id}`, { body })).status).toBe(200);
  });

  const press = () => ({ productId, [quantity]: '1', taxRate: '0' });
  const OTHERWISE = () => [
    { priceBookId: cheap },
    { pricingDate: '2020-06-01' },
    { tiersAcross: 'document' },
  ];
  const expectKept = (answer: Awaited<ReturnType<StaffClient['call']>>, body: object) => {
    expect([body, ...refusal(answer)]).toEqual([body, 422, 'validation_failed']);
    expect(answer.body).toSatisfy(refusedAt('/unitPrice'));
  };
  const pricesOf = (answer: { body: unknown }) =>
    bodyOf<{ lines: Json[] }>(answer as never).lines.map(({ unitPrice }) => unitPrice);

  it('no other prices are chosen by whoever may not write them', async () => {
    const by = await bound([resource, 'pricebooks'], 'unitPrice', 'read_only');
    for (const lines of [[press()], []]) {
      const { id, pricingDate } = await draft(lines);
      const path = `/${resource}/${id}`;
      for (const body of OTHERWISE()) expectKept(await by.call('PATCH', path, { body }), body);
      const body = { priceBookId: null, pricingDate, tiersAcross: 'line' };
      expect((await by.call('PATCH', path, { body })).status).toBe(200);
    }
  });

  it('none are written or copied at other prices than the customer has', async () => {
    const by = await bound([resource, 'pricebooks'], 'unitPrice', 'read_only');
    const { id: accountId } = await anAccount(api.admin);
    const write = (more: object) =>
      by.call('POST', `/${resource}`, {
        body: { accountId, currency: 'EUR', lines: [press()], ...more },
      });
    for (const more of OTHERWISE()) expectKept(await write(more), more);
    for (const more of [{}, { priceBookId: listed }]) {
      const answer = await write(more);
      expect([answer.status, pricesOf(answer)]).toEqual([201, ['100.00']]);
    }
    const { id } = await draft([line]);
    const copy = (body: object) => by.call('POST', `/${resource}/${id}/clone`, { body });
    for (const body of [...OTHERWISE(), { accountId }]) expectKept(await copy(body), body);
    expect((await copy({ notes: 'Again' })).status).toBe(201);
  });

  it('stored prices stay where what is sent is what there is', async () => {
    const book = await bookOf('80');
    const { id: accountId } = await anAccount(api.admin);
    const head = { accountId, currency: 'EUR', priceBookId: book, lines: [press()] };
    const { id, lines } = await made(api.admin, `/${resource}`, head);
    const [first] = lines as Made[];
    const entries = `/pricebooks/${book}/entries`;
    const { data } = await done<{ data: Made[] }>(api.admin, 'GET', entries);
    await done(api.admin, 'PATCH', `${entries}/${data[0]?.id}`, { unitPrice: '7' });
    const by = await bound([resource, 'pricebooks'], 'unitPrice', 'read_only');
    const change = (body: object) =>
      by.call('PATCH', `/${resource}/${id}/lines/${first?.id}`, { body });
    for (const body of [{ [quantity]: '1' }, { [quantity]: '1.0' }, { productId, kind: 'one_off' }])
      expect([body, ...pricesOf(await change(body))]).toEqual([body, '80.00']);
    // Tiers are a rule of the company: another quantity is looked up by whoever may change it.
    expect(pricesOf(await change({ [quantity]: '2' }))).toEqual(['7.00']);
  });
});

it('takes down no other choice of options for whoever may not write it', async () => {
  const account = await anAccount(api.admin);
  const option = { description: 'Hood', unitPrice: '9', taxRate: '0', optional: true };
  const lines = [{ description: 'Till', unitPrice: '50', taxRate: '0' }, option];
  const head = { accountId: account.id, currency: 'EUR', lines };
  const quote = await made(api.admin, '/quotes', head);
  const path = `/quotes/${quote.id}`;
  for (const step of ['submit', 'approve', 'send'])
    await done(api.admin, 'POST', `${path}/${step}`);
  const lineId = (quote.lines as Made[])[1]?.id;
  const accept = (by: StaffClient, selections: readonly object[]) =>
    by.call('POST', `${path}/accept`, { body: { name: 'Nora', evidence: 'Paper', selections } });
  for (const member of ['lines', 'selected']) {
    const answer = await accept(await bound(['quotes'], member, 'read_only'), [{ lineId }]);
    expect([member, ...refusal(answer)]).toEqual([member, 422, 'validation_failed']);
    expect(answer.body).toSatisfy(refusedAt(`/${member}`));
  }
  const by = await bound(['quotes'], 'quantity', 'read_only');
  const much = await accept(by, [{ lineId, quantity: '1' }]);
  expect(refusal(much)).toEqual([422, 'validation_failed']);
  const same = await accept(await bound(['quotes'], 'lines', 'read_only'), []);
  expect(same.status).toBeLessThan(300);
});
