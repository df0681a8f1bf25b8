import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { LINE, newAccount, newInvoice, sentInvoice } from './billing-support.js';
import { bodyOf } from '../access/members.js';

interface Coded {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly hsnCode: string | null }[];
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let productId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  const product = { sku: 'SUPPORT', name: 'Support', hsnCode: '998313' };
  productId = (await send('POST', '/products', product)).id;
});
afterAll(async () => {
  await api.close();
  await t.close();
});

async function send(method: 'POST' | 'PATCH', path: string, body: object): Promise<Coded> {
  const answer = await api.admin.call(method, path, { body });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return bodyOf<Coded>(answer);
}

const codes = ({ lines }: Coded) => lines.map(({ hsnCode }) => hsnCode);
const lineOf = ({ id, lines }: Coded) => `/invoices/${id}/lines/${lines[0]?.id}`;

it('a line without a product has the HSN code that it was given', async () => {
  const made = await newInvoice(api.admin, accountId, {
    lines: [{ ...LINE, hsnCode: '998314' }, LINE],
  });
  const invoice = bodyOf<Coded>(await api.admin.call('GET', `/invoices/${made.id}`));
  expect(codes(invoice)).toEqual(['998314', null]);
  const patched = async (patch: object) => codes(await send('PATCH', lineOf(invoice), patch));
  expect(await patched({ description: 'Advice' })).toEqual(['998314', null]);
  expect(await patched({ productId: null })).toEqual(['998314', null]);
  expect(await patched({ hsnCode: '8471' })).toEqual(['8471', null]);
  expect(codes(await send('POST', `/invoices/${made.id}/clone`, {}))).toEqual(['8471', null]);
  expect(await patched({ hsnCode: null })).toEqual([null, null]);
  const wrong = await api.admin.call('PATCH', lineOf(invoice), { body: { hsnCode: '12345' } });
  expect(wrong.body).toMatchObject({ status: 422, errors: [{ pointer: '/hsnCode' }] });
});

it('a line with a product has its own code before that of the product', async () => {
  const lines = [{ ...LINE, productId, hsnCode: '998319' }];
  const invoice = await send('POST', '/invoices', { accountId, currency: 'EUR', lines });
  expect(codes(invoice)).toEqual(['998319']);
  const patched = async (patch: object) => codes(await send('PATCH', lineOf(invoice), patch));
  expect(await patched({ quantity: '2' })).toEqual(['998319']);
  expect(await patched({ hsnCode: null })).toEqual(['998313']);
  expect(await patched({ hsnCode: '998319' })).toEqual(['998319']);
  expect(await patched({ productId })).toEqual(['998313']);
  expect(await patched({ productId: null })).toEqual([null]);
});

it('a credit note takes the codes of its invoice over, but for its own', async () => {
  const lines = [{ ...LINE, hsnCode: '998314' }];
  const { id: invoiceId } = await sentInvoice(api.admin, accountId, { lines });
  const invoice = bodyOf<Coded>(await api.admin.call('GET', `/invoices/${invoiceId}`));
  const note = { accountId, invoiceId, reason: 'Broken' };
  const whole = await send('POST', '/credit-notes', note);
  expect(codes(whole)).toEqual(['998314']);
  await send('POST', `/credit-notes/${whole.id}/void`, { reason: 'anew' });
  const corrected = { ...LINE, unitPrice: '10.00', invoiceLineId: invoice.lines[0]?.id };
  const some = await send('POST', '/credit-notes', {
    ...note,
    lines: [corrected, { ...corrected, hsnCode: '998319' }],
  });
  expect(codes(some)).toEqual(['998314', '998319']);
  const path = `/credit-notes/${some.id}/lines/${some.lines[1]?.id}`;
  expect(codes(await send('PATCH', path, { quantity: '2' }))).toEqual(['998314', '998319']);
  expect(codes(await send('PATCH', path, { hsnCode: '8471' }))).toEqual(['998314', '8471']);
});
