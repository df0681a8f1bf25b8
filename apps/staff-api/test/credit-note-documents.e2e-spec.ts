import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import {
  LINE,
  newAccount,
  newInvoice,
  pointersOf,
  sentInvoice,
  type InvoiceBody,
} from './billing-support.js';
import { bodyOf, memberWith, refusal } from './members.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

interface NoteBody extends InvoiceBody {
  readonly remaining: string;
}

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const create = (body: object) =>
  call('POST', '/credit-notes', { body: { accountId, reason: 'Broken', ...body } });
const operate = (id: string, operation: string, body: object = {}) =>
  call('POST', `/credit-notes/${id}/${operation}`, { body });
const invoiceNow = async (id: string) => (await call('GET', `/invoices/${id}`)).body;

async function draft(body: object = { currency: 'EUR', lines: [LINE] }): Promise<NoteBody> {
  const answer = await create(body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return bodyOf<NoteBody>(answer);
}

async function issued(body?: object): Promise<NoteBody> {
  const { id } = await draft(body);
  const answer = await operate(id, 'issue');
  expect(answer.status).toBe(200);
  return bodyOf<NoteBody>(answer);
}

const TAXED = [
  { ...LINE, description: 'Install', unitPrice: '49.99', quantity: '2', taxRate: '19' },
  { ...LINE, description: 'Food', unitPrice: '10.00', taxRate: '7' },
];

describe('writing a credit note', () => {
  it('prices it like an invoice and numbers it as a draft', async () => {
    const answer = await create({
      currency: 'EUR',
      issueDate: '2026-03-01',
      lines: [{ ...TAXED[0], discount: { percent: '10' } }],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      number: expect.stringMatching(/^CN-\d{6}$/),
      kind: 'credit',
      status: 'draft',
      accountId,
      invoiceId: null,
      paymentId: null,
      currency: 'EUR',
      issueDate: '2026-03-01',
      reason: 'Broken',
      billTo: { name: 'Acme GmbH' },
      subtotal: '89.98',
      taxTotal: '17.10',
      total: '107.08',
      appliedAmount: '0.00',
      remaining: '107.08',
      issuedAt: null,
      voidedAt: null,
      lines: [{ position: 1, net: '89.98', taxRate: '19', tax: '17.10', invoiceLineId: null }],
      applications: [],
    });
    const { id, number } = bodyOf<NoteBody>(answer);
    expect((await call('GET', `/credit-notes/${id}`)).body).toEqual(answer.body);
    expect((await call('GET', `/credit-notes/by-number/${number}`)).body).toEqual(answer.body);
  });

  it('is priced again as long as it is a draft', async () => {
    const { id, version, lines } = await draft();
    const added = await operate(id, 'lines', TAXED[1]);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      total: '110.70',
      remaining: '110.70',
      version: version + 1,
    });
    const line = `/credit-notes/${id}/lines/${lines[0]?.id}`;
    const changed = await call('PATCH', line, { body: { quantity: '2', taxRate: '19' } });
    expect(changed.body).toMatchObject({ total: '248.70', lines: [{ quantity: '2' }, {}] });
    const removed = await call('DELETE', line);
    expect(removed.body).toMatchObject({ total: '10.70', lines: [{ position: 1 }] });
    const patched = await call('PATCH', `/credit-notes/${id}`, {
      body: { reason: 'Late', pricesIncludeTax: true },
    });
    expect(patched.body).toMatchObject({ reason: 'Late', subtotal: '9.35', total: '10.00' });
    const stale = await call('PATCH', `/credit-notes/${id}`, {
      body: { reason: 'Later' },
      headers: { 'if-match': `"${version}"` },
    });
    expect(refusal(stale)).toEqual([412, 'precondition_failed']);
  });

  it('refuses what no note can be', async () => {
    const line = { ...LINE, quantity: '-1' };
    const answers = [
      await create({ accountId: newId(), lines: [LINE] }),
      await create({ lines: [line] }),
      await create({ lines: [{ ...LINE, productId: newId() }] }),
      await create({ invoiceLineIds: [newId()] }),
      await create({ invoiceId: newId() }),
      await create({ lines: [{ ...LINE, invoiceLineId: newId() }] }),
    ];
    expect(answers.map(refusal)).toEqual([
      [422, 'validation_failed'],
      [422, 'credit_note_total_negative'],
      ...Array(4).fill([422, 'validation_failed']),
    ]);
    expect(answers.map(pointersOf)).toEqual([
      ['/accountId'],
      [],
      ['/lines/0/productId'],
      ['/invoiceLineIds'],
      ['/invoiceId'],
      ['/lines/0/invoiceLineId'],
    ]);
  });
});

describe('a credit note of an invoice', () => {
  it('takes all its lines with the taxes they bore', async () => {
    const { id: invoiceId, lines } = await sentInvoice(api.admin, accountId, { lines: TAXED });
    const note = await draft({ invoiceId });
    const invoice = bodyOf<Record<string, unknown>>(await call('GET', `/invoices/${invoiceId}`));
    expect(note).toMatchObject({
      invoiceId,
      currency: 'EUR',
      subtotal: invoice.subtotal,
      taxTotal: invoice.taxTotal,
      total: invoice.total,
      billTo: invoice.billTo,
      lines: lines.map(({ id, total }) => ({ invoiceLineId: id, total })),
    });
    expect(await invoiceNow(invoiceId)).toEqual(invoice);
  });

  it('takes the lines that are named, and is taxed as they were', async () => {
    const { id: invoiceId, lines } = await sentInvoice(api.admin, accountId, { lines: TAXED });
    const food = lines[1]?.id;
    expect(await draft({ invoiceId, invoiceLineIds: [food] })).toMatchObject({ total: '10.70' });
    const part = { ...LINE, quantity: '0.5', unitPrice: '10.00', invoiceLineId: food };
    expect(await draft({ invoiceId, lines: [part] })).toMatchObject({ total: '5.35' });
    const both = await create({ invoiceId, lines: [part], invoiceLineIds: [food] });
    expect([refusal(both), pointersOf(both)]).toEqual([
      [422, 'validation_failed'],
      ['/invoiceLineIds'],
    ]);
    const unknown = await create({ invoiceId, invoiceLineIds: [newId()] });
    expect(pointersOf(unknown)).toEqual(['/invoiceLineIds/0']);
  });

  it('stays with all others within its total, however many are written at once', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const lines = [{ ...LINE, unitPrice: '30.00' }];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ invoiceId, lines })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({
      code: 'credit_exceeds_invoice',
      detail: expect.stringContaining('above the 10.00 EUR of the invoice'),
    });
    const [first] = answers.filter(({ status }) => status === 201).map(bodyOf<NoteBody>);
    const { id = '', lines: own = [] } = first ?? {};
    const more = await operate(id, 'lines', { ...LINE, unitPrice: '10.01' });
    expect(refusal(more)).toEqual([422, 'credit_exceeds_invoice']);
    const line = `/credit-notes/${id}/lines/${own[0]?.id}`;
    const dearer = await call('PATCH', line, { body: { unitPrice: '40.01' } });
    expect(refusal(dearer)).toEqual([422, 'credit_exceeds_invoice']);
    expect((await operate(id, 'void', { reason: 'Twice' })).status).toBe(200);
    expect((await create({ invoiceId, lines })).status).toBe(201);
  });

  it('is of an invoice that is handed out and owed, of the same customer and currency', async () => {
    const { id: draftId } = await newInvoice(api.admin, accountId);
    const gone = await sentInvoice(api.admin, accountId);
    await call('POST', `/invoices/${gone.id}/void`, { body: { reason: 'x' } });
    const foreign = await sentInvoice(api.admin, await newAccount(t, api.company));
    const dollars = await sentInvoice(api.admin, accountId, { currency: 'USD' });
    const included = await sentInvoice(api.admin, accountId, { pricesIncludeTax: true });
    const answers = [
      await create({ invoiceId: draftId }),
      await create({ invoiceId: gone.id }),
      await create({ invoiceId: foreign.id }),
      await create({ invoiceId: dollars.id, currency: 'EUR' }),
      await create({ invoiceId: dollars.id, issueDate: '2026-02-28' }),
      await create({ invoiceId: included.id, pricesIncludeTax: false }),
    ];
    expect(answers.map(refusal)).toEqual([
      [409, 'invoice_status_conflict'],
      [409, 'invoice_status_conflict'],
      [422, 'account_mismatch'],
      [422, 'currency_mismatch'],
      [422, 'validation_failed'],
      [422, 'validation_failed'],
    ]);
    expect(answers.slice(4).flatMap(pointersOf)).toEqual(['/issueDate', '/pricesIncludeTax']);
    const { id } = await draft({ invoiceId: included.id });
    const patches = [{ pricesIncludeTax: false }, { issueDate: '2026-02-01' }];
    for (const body of patches) {
      const answer = await call('PATCH', `/credit-notes/${id}`, { body });
      expect(refusal(answer)).toEqual([422, 'validation_failed']);
    }
  });

  it('is not issued once its invoice is void', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const { id } = await draft({ invoiceId });
    await call('POST', `/invoices/${invoiceId}/void`, { body: { reason: 'x' } });
    expect(refusal(await operate(id, 'issue'))).toEqual([409, 'invoice_status_conflict']);
    expect((await operate(id, 'void', { reason: 'x' })).body).toMatchObject({ status: 'void' });
  });
});

describe('the states of a credit note', () => {
  it('is issued, applied in parts, taken back and voided', async () => {
    const note = await issued();
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
      statuses.push(bodyOf<NoteBody>(await operate(note.id, operation, body)).status);
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
    const { id, lines } = await draft();
    const line = `/credit-notes/${id}/lines/${lines[0]?.id}`;
    const early = [
      await operate(id, 'apply', { invoiceId, amount: '1' }),
      await operate(id, 'unapply', { invoiceId }),
    ];
    expect(early.map(refusal)).toEqual([
      [409, 'credit_note_not_applicable'],
      [409, 'credit_not_applied'],
    ]);
    await operate(id, 'issue');
    await operate(id, 'apply', { invoiceId, amount: '1' });
    const late = [
      await operate(id, 'issue'),
      await operate(id, 'lines', LINE),
      await call('PATCH', line, { body: { quantity: '2' } }),
      await call('DELETE', line),
      await call('PATCH', `/credit-notes/${id}`, { body: { reason: 'x' } }),
      await operate(id, 'void', { reason: 'x' }),
    ];
    expect(late.map(refusal)).toEqual([
      [409, 'credit_note_status_conflict'],
      ...Array(4).fill([409, 'credit_note_not_editable']),
      [409, 'credit_note_not_voidable'],
    ]);
  });

  it('is not issued over nothing, and asks for a reason to be voided', async () => {
    const { id } = await draft({ currency: 'EUR' });
    expect(refusal(await operate(id, 'issue'))).toEqual([422, 'credit_note_empty']);
    await operate(id, 'lines', { ...LINE, unitPrice: '0.00' });
    expect(refusal(await operate(id, 'issue'))).toEqual([422, 'credit_note_empty']);
    expect(refusal(await operate(id, 'void'))).toEqual([422, 'validation_failed']);
  });

  it('keeps money on account as long as its payment stands', async () => {
    const body = { accountId, amount: '5.00', currency: 'EUR', method: 'cash' };
    const paid = await call('POST', '/payments', { body });
    const { creditNote } = bodyOf<{ creditNote: { id: string } }>(paid);
    const voided = await operate(creditNote.id, 'void', { reason: 'x' });
    expect(refusal(voided)).toEqual([409, 'credit_note_holds_payment']);
    const edited = await operate(creditNote.id, 'lines', LINE);
    expect(refusal(edited)).toEqual([409, 'credit_note_not_editable']);
  });
});

describe('several invoices at once', () => {
  it('take credit together, or none of them does', async () => {
    const { id } = await issued();
    const [one, two] = [
      await sentInvoice(api.admin, accountId),
      await sentInvoice(api.admin, accountId),
    ];
    const to = (...amounts: string[]) => ({
      allocations: [one, two].map((invoice, i) => ({ invoiceId: invoice.id, amount: amounts[i] })),
    });
    const above = await operate(id, 'allocations', to('60', '40.01'));
    expect(refusal(above)).toEqual([422, 'credit_exceeds_remaining']);
    expect(await invoiceNow(one.id)).toMatchObject({ creditedAmount: '0.00' });
    const applied = await operate(id, 'allocations', to('60', '40'));
    expect(applied.body).toMatchObject({
      status: 'applied',
      applications: [{ amount: '60.00' }, { amount: '40.00' }],
    });
    expect(await invoiceNow(two.id)).toMatchObject({ creditedAmount: '40.00', balance: '60.00' });
  });

  it('are named once each, and exist', async () => {
    const { id } = await issued();
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const each = { invoiceId, amount: '1' };
    const answers = [
      await operate(id, 'allocations', { allocations: [each, each] }),
      await operate(id, 'allocations', { allocations: [each, { ...each, invoiceId: newId() }] }),
      await operate(id, 'allocations', { allocations: [{ ...each, amount: '0' }] }),
      await operate(id, 'allocations', { allocations: [] }),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => [422, 'validation_failed']));
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
    const { id } = await issued({ invoiceId });
    await operate(id, 'apply', { invoiceId, amount: '29.68' });
    await operate(id, 'unapply', { invoiceId, amount: '9.68' });
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
  it('announces and logs every step', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const { id } = await issued({ invoiceId });
    await operate(id, 'apply', { invoiceId, amount: '10' });
    await operate(id, 'unapply', { invoiceId });
    await operate(id, 'void', { reason: 'x' });
    const of = (table: string, column: string) =>
      t.db.read(api.company, (tx) =>
        tx.rows<{ name: string }>(
          `select ${column} as name from ${table} where record_id::text = $1 order by ${
            table === 'outbox.event' ? 'seq' : 'occurred_at, id'
          }`,
          [id],
        ),
      );
    const steps = ['issued', 'applied', 'unapplied', 'voided'].map((step) => `credit_note.${step}`);
    const events = (await of('outbox.event', 'type')).map(({ name }) => name);
    expect(events).toEqual(['record.created', ...steps]);
    const logged = (await of('audit.entry', 'action')).map(({ name }) => name);
    expect(logged.sort()).toEqual(['credit_note.created', ...steps].sort());
  });

  it('asks for the right to credit notes', async () => {
    const { id } = await draft();
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
