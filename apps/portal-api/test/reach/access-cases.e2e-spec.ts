import { newId } from '@quittance/kernel';
import type { PortalRight } from '@quittance/portal';
import type { Answer } from '../../../../test/support/test-api.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { ALL_RIGHTS, CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

/**
 * The access cases of the specification, by their numbers: Holding H above Acme A above Acme North
 * N, and a rival B. Those that are not here are told where what they are about is: approvals (21,
 * 22), colleagues (23, 24), documents (29), partners (31 to 33), who may not act any more (34) and
 * views by staff (35, 36).
 */

const BUYER = ['createQuotes', 'seePricing', 'placeOrders', 'viewOrders'] as const;
const APPROVER = [
  'seePricing',
  'seeAllQuotes',
  'approveQuotes',
  'viewOrders',
  'viewInvoices',
] as const;
const VIEWER = ['seePricing', 'viewOrders', 'viewInvoices'] as const;

let stage: PortalStage;
let acme: CustomerStage;
let A: string;
let N: string;
let B: string;
let H: string;
let boContact: string;
let cyContact: string;
let ada: PortalClient;
let tess: PortalClient;
let bosOrder: Made;
let cysOrder: Made;
let bosInvoice: Made;
let cysInvoice: Made;

type Level = 'own' | 'account' | 'account_tree';

/** Somebody with these rights and no others. */
function somebody(
  partyId: string,
  rights: readonly PortalRight[],
  { level = 'account', contactId }: { level?: Level; contactId?: string } = {},
): Promise<PortalClient> {
  const without = ALL_RIGHTS.filter((right) => !rights.includes(right));
  const of = { partyId, accessLevel: level, without, ...(contactId && { contactId }) };
  return acme.person(of as Parameters<CustomerStage['person']>[0]);
}
const bo = (more: readonly PortalRight[] = []) =>
  somebody(A, [...BUYER, ...more], { level: 'own', contactId: boContact });
const di = (less: readonly PortalRight[] = []) =>
  somebody(
    A,
    [...VIEWER, 'seeAllQuotes' as const].filter((right) => !less.includes(right)),
  );

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  H = await acme.account('Holding');
  A = await acme.account('Acme', H);
  N = await acme.account('Acme North', A);
  B = await acme.account('Rival');
  [boContact, cyContact] = [await acme.contact(A, 'Bo'), await acme.contact(A, 'Cy')];
  ada = await acme.person({ partyId: A, role: 'Admin' });
  tess = await acme.person({ partyId: H, accessLevel: 'account_tree' });
  [bosOrder, bosInvoice] = await billed(boContact);
  [cysOrder, cysInvoice] = await billed(cyContact);
});
afterAll(() => stage.close());

/** An order of a contact and what it was invoiced. */
async function billed(contactId: string): Promise<[Made, Made]> {
  const order = await acme.order(A, { contactId });
  await acme.made(`/sales-orders/${order.id}/confirm`, {});
  const invoice = await acme.made(`/sales-orders/${order.id}/invoice`, {});
  const { status } = (await acme.staff.call('GET', `/invoices/${invoice.id}`)).body as Made;
  return [
    order,
    status === 'draft' ? await acme.made(`/invoices/${invoice.id}/send`, {}) : invoice,
  ];
}

const get = (who: PortalClient, path: string) => who.call('GET', path);
const strip = ({ body }: Answer) => ({ ...(body as object), requestId: '', instance: '' });
const text = ({ body }: Answer) => (typeof body === 'string' ? body : JSON.stringify(body));

test('1 to 3: a buyer sees the invoices of own orders, with the right', async () => {
  const sees = await bo(['viewInvoices']);
  expect(codeOf(await get(sees, `/invoices/${bosInvoice.id}`))).toBe('200');
  const viewed = (await acme.staff.call('GET', `/invoices/${bosInvoice.id}`)).body;
  expect(viewed).toMatchObject({ viewedAt: expect.any(String) as string });
  expect(codeOf(await get(sees, `/invoices/${cysInvoice.id}`))).toBe('404 not_found');
  const plain = await bo();
  expect(codeOf(await get(plain, `/invoices/${bosInvoice.id}`))).toBe('403 permission_denied');
});

test('4 to 6: an account is not the ones below it, and a tree not the ones above', async () => {
  const ofNorth = await acme.invoice(N);
  const path = `/invoices/${ofNorth.id}/pdf`;
  expect(codeOf(await get(ada, path))).toBe('404 not_found');
  expect(codeOf(await get(tess, path))).toBe('200');
  const wide = await acme.person({ partyId: A, role: 'Admin', accessLevel: 'account_tree' });
  const { id } = await acme.order(H);
  expect(codeOf(await get(wide, `/orders/${id}`))).toBe('404 not_found');
});

test('7 and 8: a draft and an invoice of a rival are as what never was', async () => {
  const draft = await acme.invoice(A, {}, false);
  const rival = await acme.invoice(B);
  const never = await get(ada, `/invoices/${newId()}`);
  for (const { id } of [draft, rival]) {
    const answer = await get(ada, `/invoices/${id}`);
    expect(codeOf(answer)).toBe('404 not_found');
    expect(strip(answer)).toEqual(strip(never));
  }
});

test('9 to 11: quotes of colleagues are seen by a right, at any level', async () => {
  const { id } = await acme.quote(A);
  const at = `/quotes/${id}`;
  expect(codeOf(await get(await bo(), at))).toBe('404 not_found');
  expect(codeOf(await get(await bo(['seeAllQuotes']), at))).toBe('200');
  const less = APPROVER.filter((right) => right !== 'seeAllQuotes');
  expect(codeOf(await get(await somebody(A, less), at))).toBe('404 not_found');
});

test('12 to 16: without the right to see prices there is none, however one asks', async () => {
  const blind = await di(['seePricing']);
  expect((await get(blind, '/orders?sort=total')).status).toBe(400);
  const csv = await get(blind, '/orders/export?format=csv');
  expect(csv.status).toBe(200);
  expect(text(csv)).toContain(bosOrder.number);
  // Ids and instants hold any digits.
  expect(besidesIds(csv.body)).not.toMatch(/total|currency|142|119/i);
  const pdf = await get(blind, `/invoices/${bosInvoice.id}/pdf`);
  expect(codeOf(pdf)).toBe('403 prices_not_permitted');
  await acme.invoice(A);
  expect((await get(blind, '/search?q=1190')).body).toEqual([]);
  const quote = await acme.quote(A);
  expect(codeOf(await get(blind, `/quotes/${quote.id}/pdf`))).toBe('200');
});

test('17 to 20: a cart is of who may order, for an account in reach, of what is sold', async () => {
  const viewer = await di();
  const checkout = { body: { priceToken: 'x' } };
  expect(codeOf(await viewer.call('POST', '/cart/checkout', checkout))).toBe(
    '403 permission_denied',
  );
  const buyer = await bo();
  const put = (body: object) => buyer.call('PUT', '/cart', { body });
  expect(codeOf(await put({ accountId: N, lines: [] }))).toBe('422 reference_not_found');
  const sku = `SKU-${newId()}`;
  const hidden = await acme.made('/products', { sku, name: 'Hidden', inCatalogue: false });
  const [of, unknown] = [hidden.id, newId()].map((productId) =>
    put({ lines: [{ productId, quantity: '1' }] }),
  );
  const [kept, never] = [await of, await unknown] as [Answer, Answer];
  expect(codeOf(kept)).toBe('422 product_not_available');
  expect(strip(kept)).toEqual(strip(never));
  const shown = await acme.made('/products', { sku: `${sku}-1`, name: 'Bolt', inCatalogue: true });
  await put({ lines: [{ productId: shown.id, quantity: '1' }] });
  expect((await get(ada, '/cart')).body).toMatchObject({ lines: [] });
  expect((await get(buyer, '/cart')).body).toMatchObject({ lines: [{ productId: shown.id }] });
});

test('25 and 26: no colleague of a rival, and no statement for who sees their own', async () => {
  const rival = await acme.people.user({ partyId: B, role: 'Buyer' });
  const at = `/colleagues/${rival.id}/deactivate`;
  expect(codeOf(await ada.call('POST', at, { body: {} }))).toBe('404 not_found');
  const asked = '/statement?from=2026-01-01&to=2026-12-31';
  expect(codeOf(await get(await bo(), asked))).toBe('403 permission_denied');
  expect(codeOf(await get(await bo(['viewInvoices']), asked))).toBe('403 access_level_too_low');
});

test('27 and 28: what is paid at once is in reach, and of one account', async () => {
  const [own, rival, north] = [await acme.invoice(A), await acme.invoice(B), await acme.invoice(N)];
  const pay = (who: PortalClient, invoices: readonly Made[]) =>
    who.call('POST', '/payments/checkout', { body: { invoiceIds: invoices.map(({ id }) => id) } });
  const refused = await pay(ada, [own, rival]);
  expect(codeOf(refused)).toBe('422 reference_not_found');
  expect(refused.body).toMatchObject({ errors: [{ pointer: '/invoiceIds/1' }] });
  expect(codeOf(await pay(tess, [own, north]))).toBe('422 account_mismatch');
});

test('30: an order has neither invoices nor payment without the right to invoices', async () => {
  const less = APPROVER.filter((right) => right !== 'viewInvoices');
  const cy = await somebody(A, less, { contactId: cyContact });
  const { status, body } = await get(cy, `/orders/${cysOrder.id}`);
  expect(status).toBe(200);
  expect(Object.keys(body as object)).toEqual(expect.not.arrayContaining(['invoices']));
  expect(text({ body } as Answer)).not.toMatch(/"(invoices|paymentStatus)"/);
  expect(text(await get(ada, `/orders/${cysOrder.id}`))).toMatch(/"invoices"/);
});
