import { expectInvariants } from '../../../../../test/support/invariants.js';
import { pdfText } from '../../../../../test/support/texts/pdf-text.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, SERVICE } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sales@quittance.example' };
  api = await startStaffApi(t, mail);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const post = (path: string, body: object = {}) => desk.call('POST', path, { body });

async function file(path: string) {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.admin.token()}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}
const textOf = async (path: string) => pdfText((await file(path)).bytes).join('\n');

describe('the PDF of an order', () => {
  it('confirms it from the day on that it binds, with its delivery and what is paid', async () => {
    const over = {
      poNumber: 'PO-7',
      requestedOn: '2026-12-24',
      title: 'New chairs',
      terms: 'Thirty days.',
    };
    const order = await desk.confirmed(accountId, [GOODS, SERVICE], over);
    const deposit = await post(`/sales-orders/${order.id}/deposit`, { amount: '100.00' });
    const { id, number } = bodyOf<{ id: string; number: string }>(deposit);
    const paid = { amount: '40.00', currency: 'EUR', method: 'bank_transfer' };
    await post(`/invoices/${id}/payments`, { ...paid, receivedOn: '2026-03-01' });
    const lines = [{ lineId: order.lines[0]?.id, quantity: '4' }];
    await desk.done(order.id, 'ship', { lines, carrier: 'DHL', trackingNumber: 'JD0146' });
    const made = await file(`/sales-orders/${order.id}/pdf`);
    expect(made.headers.get('content-disposition')).toBe(`inline; filename="${order.number}.pdf"`);
    const text = pdfText(made.bytes).join('\n');
    const parts = ['Order confirmation', 'PO-7', 'Chair', 'Install', '357.00 EUR', 'Thirty days.'];
    for (const part of [...parts, 'DHL JD0146', 'New chairs', number, '100.00', '-40.00']) {
      expect(text).toContain(part);
    }
    const german = await textOf(`/sales-orders/${order.id}/pdf?language=de`);
    expect([german.includes('Auftragsbestätigung'), german.includes('Wunschtermin')]).toEqual([
      true,
      true,
    ]);
    const page = await file(`/sales-orders/${order.id}/print?language=ar`);
    expect([page.status, page.bytes.toString()]).toEqual([
      200,
      expect.stringContaining('dir="rtl"'),
    ]);
  });

  it('says what is still agreed of it, to the minor unit', async () => {
    const order = await desk.confirmed(accountId, [
      { ...GOODS, ordered: '3', unitPrice: '33.33', discount: { percent: '10' } },
      { ...GOODS, description: 'Table', ordered: '2', unitPrice: '50.00' },
    ]);
    const [chairs, tables] = order.lines;
    await desk.done(order.id, 'close-short', {
      lines: [{ lineId: chairs?.id, quantity: '1' }, { lineId: tables?.id }],
      reason: 'Sold out',
    });
    const { value } = await desk.read(order.id);
    const text = await textOf(`/sales-orders/${order.id}/pdf`);
    expect(text).toContain(`${value} EUR`);
    expect(value).toBe('71.39');
    expect(text).not.toContain('Table');
  });

  it('bears a mark where it does not bind, and takes the right to print', async () => {
    const order = await desk.write(accountId, [SERVICE]);
    const page = (await file(`/sales-orders/${order.id}/print`)).bytes.toString();
    expect([page.includes('class="mark"'), page.includes('Order confirmation')]).toEqual([
      true,
      false,
    ]);
    const reader = await memberWith(api, { matrix: { 'sales-orders': ['view'] } });
    expect(refusal(await reader.call('GET', `/sales-orders/${order.id}/pdf`))).toEqual([
      403,
      'permission_denied',
    ]);
    const own = await memberWith(api, {
      matrix: { 'sales-orders': ['view', 'print'] },
      scopes: { 'sales-orders': 'own' },
    });
    expect(refusal(await own.call('GET', `/sales-orders/${order.id}/pdf`))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('is e-mailed to the account once it binds, and not again within a minute', async () => {
    const order = await desk.write(accountId, [SERVICE], { language: 'de' });
    expect(refusal(await desk.operate(order.id, 'send'))).toEqual([409, 'order_not_confirmed']);
    await desk.done(order.id, 'confirm');
    // Each waits for the one before it, and sees its letter.
    const many = await Promise.all([1, 2, 3].map(() => desk.operate(order.id, 'send')));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    const refused = many.filter(({ status }) => status === 429);
    expect(refusal(refused[0] as never)).toEqual([429, 'order_sent_lately']);
    const filter = JSON.stringify({ field: 'recordId', op: 'eq', value: order.id });
    const sent = await desk.call('GET', `/emails?filter=${encodeURIComponent(filter)}`);
    const { data } = bodyOf<{ data: object[] }>(sent);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      templateCode: 'ORDER_CONFIRMED',
      subject: expect.stringContaining(`Ihr Auftrag ${order.number}`),
    });
  });
});
