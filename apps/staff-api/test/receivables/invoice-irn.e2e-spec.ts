import { newId } from '@quittance/kernel';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, newInvoice, sentInvoice } from './billing-support.js';
import { refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

let numbers = 0;

/** As the portal answers: an invoice reference number of its own each time. */
const registration = () => ({
  irn: (numbers += 1).toString(16).padStart(64, '0'),
  ackNumber: '112010036563310',
  ackDate: '2026-03-02',
  signedQr: `eyJhbGciOiJSUzI1NiJ9.${'a'.repeat(900)}.c2lnbmVk`,
});

const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.admin.call('PUT', `/invoices/${id}/irn`, { body, headers });

describe('PUT /invoices/{id}/irn', () => {
  it('is kept once and for good, and shown with the invoice', async () => {
    const { id, version } = await sentInvoice(api.admin, accountId);
    expect((await api.admin.call('GET', `/invoices/${id}`)).body).toMatchObject({ irn: null });
    const irn = registration();
    const kept = await put(id, irn);
    expect(kept).toMatchObject({ status: 200, body: { irn, version: version + 1 } });
    expect((await api.admin.call('GET', `/invoices/${id}`)).body).toEqual(kept.body);
    expect((await put(id, irn)).body).toEqual(kept.body);
    const other = await put(id, { ...irn, ackNumber: '1' });
    expect(refusal(other)).toEqual([409, 'invoice_registered']);
    const notes = await api.admin.call('PATCH', `/invoices/${id}`, { body: { notes: 'Thanks' } });
    expect(notes.body).toMatchObject({ irn, notes: 'Thanks' });
    const paid = { amount: '100.00', method: 'cash' };
    await api.admin.call('POST', `/invoices/${id}/payments`, { body: paid });
    expect((await api.admin.call('GET', `/invoices/${id}`)).body).toMatchObject({ irn });
  });

  it('is of one invoice that somebody outside has', async () => {
    const [one, two] = [
      await sentInvoice(api.admin, accountId),
      await sentInvoice(api.admin, accountId),
    ];
    const draft = await newInvoice(api.admin, accountId);
    const irn = registration();
    await put(one.id, irn);
    expect(refusal(await put(two.id, irn))).toEqual([409, 'irn_taken']);
    expect(refusal(await put(draft.id, registration()))).toEqual([409, 'invoice_status_conflict']);
    expect(refusal(await put(newId(), registration()))).toEqual([404, 'not_found']);
    const stale = await put(two.id, registration(), { 'if-match': '"7"' });
    expect(refusal(stale)).toEqual([412, 'precondition_failed']);
    const wrong = await put(two.id, { ...registration(), irn: 'F'.repeat(64), signedQr: 'a b' });
    expect(wrong.body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/irn' }, { pointer: '/signedQr' }],
    });
  });

  it('is one of those who ask at once', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(id, registration())));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  it('is cancelled at the portal within a day, and then used up', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const path = `/invoices/${id}/irn/cancel`;
    const cancel = (body: object) => api.admin.call('POST', path, { body });
    const said = { reason: 'wrong buyer', cancelledOn: '2026-03-03' };
    expect(refusal(await cancel(said))).toEqual([409, 'registration_missing']);
    const irn = registration();
    const { version } = (await put(id, irn)).body as { version: number };
    for (const cancelledOn of ['2026-03-01', '2026-03-04']) {
      const late = await cancel({ ...said, cancelledOn });
      expect(late.body).toMatchObject({ status: 422, errors: [{ pointer: '/cancelledOn' }] });
    }
    const cancelled = await cancel(said);
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        version: version + 1,
        irn: { ...irn, cancelledOn: '2026-03-03', cancelReason: 'wrong buyer' },
      },
    });
    expect((await cancel(said)).body).toEqual(cancelled.body);
    const other = await cancel({ ...said, reason: 'another' });
    expect(refusal(other)).toEqual([409, 'registration_cancelled']);
    expect(refusal(await put(id, registration()))).toEqual([409, 'invoice_registered']);
    const page = await fetch(`${api.url}/invoices/${id}/print`, {
      headers: { authorization: `Bearer ${api.admin.token()}` },
    });
    const text = await page.text();
    expect(text).toContain(irn.irn);
    expect(text).toContain('Cancelled');
    expect(text).not.toContain('<svg');
    const voided = await api.admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'x' } });
    expect(voided.body).toMatchObject({ status: 'void', irn: { cancelledOn: '2026-03-03' } });
  });

  it('keeps its invoice from being void until it is cancelled', async () => {
    const { id, number } = await sentInvoice(api.admin, accountId);
    const irn = registration();
    await put(id, irn);
    const toVoid = () => api.admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'x' } });
    const refused = await toVoid();
    expect(refusal(refused)).toEqual([409, 'registration_stands']);
    const { detail } = refused.body as { detail: string };
    for (const said of [number, irn.irn, 'within 24 hours', 'a credit note'])
      expect(detail).toContain(said);
    const cancelled = { reason: 'wrong buyer', cancelledOn: irn.ackDate };
    await api.admin.call('POST', `/invoices/${id}/irn/cancel`, { body: cancelled });
    expect((await toVoid()).body).toMatchObject({ status: 'void' });
  });

  it('is printed with its code', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const irn = registration();
    const read = async (form: string) => {
      const answer = await fetch(`${api.url}/invoices/${id}/${form}`, {
        headers: { authorization: `Bearer ${api.admin.token()}` },
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    const before = await read('pdf');
    await put(id, irn);
    const after = await read('pdf');
    const text = pdfText(after).join('').replaceAll('\n', '');
    expect(text).toContain(irn.irn);
    expect(text).toContain(irn.ackNumber);
    // The code alone is thousands of squares.
    expect(after.length).toBeGreaterThan(before.length + 5_000);
    const page = (await read('print')).toString();
    expect(page).toContain(irn.irn);
    expect(page.match(/<svg/g)).toHaveLength(1);
  });
});
