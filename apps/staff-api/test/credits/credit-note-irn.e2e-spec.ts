import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newAccount, sentInvoice, type InvoiceBody } from '../receivables/billing-support.js';
import { Notes } from './credit-note-support.js';
import { bodyOf, refusal } from '../access/members.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let notes: Notes;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  notes = new Notes(api, accountId);
});
afterAll(async () => {
  await expectInvariants(t);
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

const put = (id: string, body: object) =>
  api.admin.call('PUT', `/credit-notes/${id}/irn`, { body });
const found = async (id: string) => (await api.admin.call('GET', `/credit-notes/${id}`)).body;
const NOT_CANCELLED = { cancelledOn: null, cancelReason: null };

describe('PUT /credit-notes/{id}/irn', () => {
  it('is kept once and for good, and outlives what happens to the credit', async () => {
    const { id, version } = await notes.issued();
    expect(await found(id)).toMatchObject({ irn: null });
    const irn = registration();
    const kept = await put(id, irn);
    const shown = { ...irn, ...NOT_CANCELLED };
    expect(kept).toMatchObject({ status: 200, body: { irn: shown, version: version + 1 } });
    expect(await found(id)).toEqual(kept.body);
    expect((await put(id, irn)).body).toEqual(kept.body);
    expect(refusal(await put(id, registration()))).toEqual([409, 'credit_note_registered']);
    const invoice = await sentInvoice(api.admin, accountId);
    await notes.operate(id, 'apply', { invoiceId: invoice.id, amount: '40.00' });
    expect(await found(id)).toMatchObject({ irn: shown, remaining: '60.00' });
  });

  it('is of one document that somebody outside has', async () => {
    const [one, draft] = [await notes.issued(), await notes.draft()];
    const invoice = await sentInvoice(api.admin, accountId);
    const irn = registration();
    await put(one.id, irn);
    expect(refusal(await put((await notes.issued()).id, irn))).toEqual([409, 'irn_taken']);
    const again = await api.admin.call('PUT', `/invoices/${invoice.id}/irn`, { body: irn });
    expect(refusal(again)).toEqual([409, 'irn_taken']);
    const other = registration();
    await api.admin.call('PUT', `/invoices/${invoice.id}/irn`, { body: other });
    expect(refusal(await put((await notes.issued()).id, other))).toEqual([409, 'irn_taken']);
    const state = refusal(await put(draft.id, registration()));
    expect(state).toEqual([409, 'credit_note_status_conflict']);
    expect(refusal(await put(newId(), registration()))).toEqual([404, 'not_found']);
  });

  it('is not of what a payment left on account', async () => {
    const body = { accountId, amount: '30.00', currency: 'EUR', method: 'cash', allocations: [] };
    await api.admin.call('POST', '/payments', { body });
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'kind', op: 'eq', value: 'on_account' }),
    );
    const { data } = bodyOf<{ data: InvoiceBody[] }>(
      await api.admin.call('GET', `/credit-notes?filter=${filter}`),
    );
    const held = await put(data[0]?.id ?? '', registration());
    expect(refusal(held)).toEqual([409, 'credit_note_holds_payment']);
  });

  it('keeps its note from being void until it is cancelled', async () => {
    const { id } = await notes.issued();
    await put(id, registration());
    const refused = await notes.operate(id, 'void', { reason: 'x' });
    expect(refusal(refused)).toEqual([409, 'registration_stands']);
    const cancelled = { reason: 'wrong buyer' };
    await api.admin.call('POST', `/credit-notes/${id}/irn/cancel`, { body: cancelled });
    expect((await notes.operate(id, 'void', { reason: 'x' })).body).toMatchObject({
      status: 'void',
    });
  });

  it('is printed with its code, and without it once it is cancelled', async () => {
    const { id } = await notes.issued();
    const read = async (form: string) => {
      const answer = await fetch(`${api.url}/credit-notes/${id}/${form}`, {
        headers: { authorization: `Bearer ${api.admin.token()}` },
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    const cancel = (body: object) =>
      api.admin.call('POST', `/credit-notes/${id}/irn/cancel`, { body });
    expect(refusal(await cancel({ reason: 'too early' }))).toEqual([409, 'registration_missing']);
    const irn = registration();
    await put(id, irn);
    const text = pdfText(await read('pdf'))
      .join('')
      .replaceAll('\n', '');
    expect(text).toContain(irn.irn);
    expect((await read('print')).toString().match(/<svg/g)).toHaveLength(1);
    const cancelled = await cancel({ reason: 'wrong buyer' });
    const body = { irn: { ...irn, cancelledOn: '2026-03-02', cancelReason: 'wrong buyer' } };
    expect(cancelled).toMatchObject({ status: 200, body });
    expect(await found(id)).toEqual(cancelled.body);
    const page = (await read('print')).toString();
    expect(page).toContain(irn.irn);
    expect(page).not.toContain('<svg');
    const again = await cancel({ reason: 'another' });
    expect(refusal(again)).toEqual([409, 'registration_cancelled']);
  });
});
