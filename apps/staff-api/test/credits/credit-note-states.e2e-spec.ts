import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  LINE,
  newAccount,
  pointersOf,
  sentInvoice,
  type InvoiceBody,
} from '../receivables/billing-support.js';
import { Notes, TAXED } from './credit-note-support.js';
import { bodyOf, memberWith, refusal } from '../access/members.js';

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

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const invoiceNow = async (id: string) => (await call('GET', `/invoices/${id}`)).body;

describe('the states of a credit note', () => {
  it('is issued, applied in parts, taken back and voided', async () => {
    const note = await notes.issued();
    expect(note).toMatchObject({ status: 'issued', issuedAt: expect.any(String) });
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const statuses = [];
    for (const [operation, body] of [
      ['apply', { invoiceId, amount: '40' }],
      ['apply', { invoiceId, amount: '60' }],
      ['unapply', { invoiceId, amount: '1' }],
      ['unapply', { invoiceId }],
      ['void', { reason: 'Not broken' }],
    ] as const) {
      statuses.push(bodyOf<InvoiceBody>(await notes.operate(note.id, operation, body)).status);
    }
    expect(statuses).toEqual([
      'partially_applied',
      'applied',
      'partially_applied',
      'issued',
      'void',
    ]);
    expect((await call('GET', `/credit-notes/${note.id}`)).body).toMatchObject({
      number: note.number,
      total: '100.00',
      remaining: '0.00',
      voidReason: 'Not broken',
      voidedAt: expect.any(String),
    });
    expect(await invoiceNow(invoiceId)).toMatchObject({ status: 'sent', creditedAmount: '0.00' });
  });

  it('refuses what its status forbids', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const { id, lines } = await notes.draft();
    const line = `/credit-notes/${id}/lines/${lines[0]?.id}`;
    const early = [
      await notes.operate(id, 'apply', { invoiceId, amount: '1' }),
      await notes.operate(id, 'unapply', { invoiceId }),
    ];
    expect(early.map(refusal)).toEqual([
      [409, 'credit_note_not_applicable'],
      [409, 'credit_not_applied'],
    ]);
    await notes.operate(id, 'issue');
    await notes.operate(id, 'apply', { invoiceId, amount: '1' });
    const late = [
      await notes.operate(id, 'issue'),
      await notes.operate(id, 'lines', LINE),
      await call('PATCH', line, { body: { quantity: '2' } }),
      await call('DELETE', line),
      await call('PATCH', `/credit-notes/${id}`, { body: { reason: 'x' } }),
      await notes.operate(id, 'void', { reason: 'x' }),
    ];
    expect(late.map(refusal)).toEqual([
      [409, 'credit_note_status_conflict'],
      ...Array(4).fill([409, 'credit_note_not_editable']),
      [409, 'credit_note_not_voidable'],
    ]);
  });

  it('is not issued over nothing, and asks for a reason to be voided', async () => {
    const { id } = await notes.draft({ currency: 'EUR' });
    expect(refusal(await notes.operate(id, 'issue'))).toEqual([422, 'credit_note_empty']);
    await notes.operate(id, 'lines', { ...LINE, unitPrice: '0.00' });
    expect(refusal(await notes.operate(id, 'issue'))).toEqual([422, 'credit_note_empty']);
    expect(refusal(await notes.operate(id, 'void'))).toEqual([422, 'validation_failed']);
  });

  it('keeps money on account as long as its payment stands', async () => {
    const body = { accountId, amount: '5.00', currency: 'EUR', method: 'cash' };
    const paid = await call('POST', '/payments', { body });
    const { creditNote } = bodyOf<{ creditNote: { id: string } }>(paid);
    const voided = await notes.operate(creditNote.id, 'void', { reason: 'x' });
    expect(refusal(voided)).toEqual([409, 'credit_note_holds_payment']);
    const edited = await notes.operate(creditNote.id, 'lines', LINE);
    expect(refusal(edited)).toEqual([409, 'credit_note_not_editable']);
  });
});

describe('several invoices at once', () => {
  it('take credit together, or none of them does', async () => {
    const { id } = await notes.issued();
    const [one, two] = [
      await sentInvoice(api.admin, accountId),
      await sentInvoice(api.admin, accountId),
    ];
    const to = (...amounts: string[]) => ({
      allocations: [one, two].map((invoice, i) => ({ invoiceId: invoice.id, amount: amounts[i] })),
    });
    const above = await notes.operate(id, 'allocations', to('60', '40.01'));
    expect(refusal(above)).toEqual([422, 'credit_exceeds_remaining']);
    expect(await invoiceNow(one.id)).toMatchObject({ creditedAmount: '0.00' });
    const applied = await notes.operate(id, 'allocations', to('60', '40'));
    expect(applied.body).toMatchObject({
      status: 'applied',
      applications: [{ amount: '60.00' }, { amount: '40.00' }],
    });
    expect(await invoiceNow(two.id)).toMatchObject({ creditedAmount: '40.00', balance: '60.00' });
  });

  it('are named once each, and exist', async () => {
    const { id } = await notes.issued();
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const each = { invoiceId, amount: '1' };
    const answers = [
      await notes.operate(id, 'allocations', { allocations: [each, each] }),
      await notes.operate(id, 'allocations', {
        allocations: [each, { ...each, invoiceId: newId() }],
      }),
      await notes.operate(id, 'allocations', { allocations: [{ ...each, amount: '0' }] }),
      await notes.operate(id, 'allocations', { allocations: [] }),
    ];
    const codes = ['validation_failed', 'reference_not_found'] as const;
    const [wrong, missing] = codes.map((code) => [422, code]);
    expect(answers.map(refusal)).toEqual([wrong, missing, wrong, wrong]);
    expect(answers.slice(0, 3).flatMap(pointersOf)).toEqual([
      '/allocations/1/invoiceId',
      '/allocations/1/invoiceId',
      '/allocations/0/amount',
    ]);
  });
});

describe('GET /credit-notes/{id}/proof', () => {
  it('adds up every application, refund and tax', async () => {
    const { id: invoiceId, number } = await sentInvoice(api.admin, accountId, { lines: TAXED });
    const { id } = await notes.issued({ invoiceId });
    await notes.operate(id, 'apply', { invoiceId, amount: '29.68' });
    await notes.operate(id, 'unapply', { invoiceId, amount: '9.68' });
    const proof = await call('GET', `/credit-notes/${id}/proof`);
    const kept = { subtotal: '109.98', taxTotal: '19.70', total: '129.68', remaining: '109.68' };
    expect(proof.body).toMatchObject({
      agrees: true,
      kept,
      summed: kept,
      movements: [
        { kind: 'applied', amount: '29.68', remaining: '100.00', invoiceId, number },
        { kind: 'unapplied', amount: '-9.68', remaining: '109.68' },
      ],
      rounding: { mode: 'document', taxes: [{ rate: '19', tax: '19.00' }, { rate: '7' }] },
    });
    expect(refusal(await call('GET', `/credit-notes/${newId()}/proof`))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('shows what a refund took from credit on account', async () => {
    const body = { accountId, amount: '5.00', currency: 'EUR', method: 'cash' };
    const paid = bodyOf<{ id: string; creditNote: { id: string } }>(
      await call('POST', '/payments', { body }),
    );
    await call('POST', `/payments/${paid.id}/refund`, { body: { amount: '2.00', reason: 'x' } });
    const proof = await call('GET', `/credit-notes/${paid.creditNote.id}/proof`);
    expect(proof.body).toMatchObject({
      agrees: true,
      summed: { total: '5.00', refundedAmount: '2.00', remaining: '3.00' },
      movements: [{ kind: 'refunded', amount: '2.00', refundId: expect.any(String) }],
    });
  });
});

describe('what is told and kept', () => {
  /** The types of the events of a note, and the actions that were logged. */
  async function toldOf(id: string): Promise<{ events: string[]; logged: string[] }> {
    const of = async (table: string, column: string, order: string) => {
      const text = `select ${column} as name from ${table} where record_id::text = $1
        order by ${order}`;
      const rows = await t.db.read(api.company, (tx) => tx.rows<{ name: string }>(text, [id]));
      return rows.map(({ name }) => name);
    };
    const logged = await of('audit.entry', 'action', 'occurred_at, id');
    return { events: await of('outbox.event', 'type', 'seq'), logged: logged.sort() };
  }

  it('announces and logs every step', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const { id } = await notes.issued({ invoiceId });
    await notes.operate(id, 'apply', { invoiceId, amount: '10' });
    await notes.operate(id, 'unapply', { invoiceId });
    await notes.operate(id, 'void', { reason: 'x' });
    const steps = ['issued', 'applied', 'unapplied', 'voided'].map((step) => `credit_note.${step}`);
    const { events, logged } = await toldOf(id);
    expect(events).toEqual(['record.created', ...steps]);
    expect(logged).toEqual(['credit_note.created', ...steps].sort());
  });

  it('announces and logs what a refund takes off a note on account', async () => {
    const body = { accountId, amount: '5.00', currency: 'EUR', method: 'cash' };
    const paid = await call('POST', '/payments', { body });
    const payment = bodyOf<{ id: string; creditNote: { id: string } }>(paid);
    const refund = (amount: string) =>
      call('POST', `/payments/${payment.id}/refund`, { body: { amount, reason: 'Too much' } });
    await refund('2.00');
    await refund('3.00');
    const { events, logged } = await toldOf(payment.creditNote.id);
    expect(events).toEqual(['credit_note.issued', 'record.updated', 'credit_note.voided']);
    const steps = ['issued', 'refunded', 'voided'].map((step) => `credit_note.${step}`);
    expect(logged).toEqual(steps.sort());
  });

  it('asks for the right to credit notes', async () => {
    const { id } = await notes.draft();
    const viewer = await memberWith(api, { matrix: { 'credit-notes': ['view'] } });
    expect((await viewer.call('GET', `/credit-notes/${id}/proof`)).status).toBe(200);
    const answers = [
      await viewer.call('POST', '/credit-notes', { body: {} }),
      await viewer.call('PATCH', `/credit-notes/${id}`, { body: {} }),
      await viewer.call('POST', `/credit-notes/${id}/issue`),
      await viewer.call('POST', `/credit-notes/${id}/void`, { body: {} }),
      await viewer.call('POST', `/credit-notes/${id}/allocations`, { body: {} }),
      await viewer.call('DELETE', `/credit-notes/${id}/lines/${newId()}`),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [403, 'permission_denied']));
    const other = await api.newAdmin();
    expect(refusal(await other.call('GET', `/credit-notes/${id}`))).toEqual([404, 'not_found']);
    expect(refusal(await other.call('POST', `/credit-notes/${id}/issue`))).toEqual([
      404,
      'not_found',
    ]);
  });
});
