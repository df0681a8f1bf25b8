import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  LINE,
  newAccount,
  newInvoice,
  sentInvoice,
  type InvoiceBody,
} from '../receivables/billing-support.js';
import { Notes } from './credit-note-support.js';
import { bodyOf, refusal } from '../access/members.js';
import { FRANCE, Shop, WORK, type TaxedDocument } from '../tax/tax-shop.js';

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
const operate = (id: string, operation: string, body: object = {}) =>
  call('POST', `/invoices/${id}/${operation}`, { body });
const BY_MISTAKE = { reason: 'Written by mistake' };

describe('an invoice with a credit note that was issued', () => {
  it('is not voided on top of it, wherever the credit went', async () => {
    const [one, other] = [
      await sentInvoice(api.admin, accountId),
      await sentInvoice(api.admin, accountId),
    ];
    const note = await notes.issued({ invoiceId: one.id });
    const unused = await operate(one.id, 'void', BY_MISTAKE);
    await notes.operate(note.id, 'apply', { invoiceId: other.id, amount: '100.00' });
    const used = await operate(one.id, 'void', BY_MISTAKE);
    const refused = Array(2).fill([409, 'invoice_has_credit_notes']);
    expect([unused, used].map(refusal)).toEqual(refused);
    expect((unused.body as { detail: string }).detail).toContain(note.number);
    await notes.operate(note.id, 'unapply', { invoiceId: other.id });
    await notes.operate(note.id, 'void', { reason: 'The invoice is void' });
    expect((await operate(one.id, 'void', BY_MISTAKE)).body).toMatchObject({ status: 'void' });
  });

  it('is voided while the note is but a draft, which then cannot be issued', async () => {
    const { id } = await sentInvoice(api.admin, accountId);
    const note = await notes.draft({ invoiceId: id });
    expect((await operate(id, 'void', BY_MISTAKE)).body).toMatchObject({ status: 'void' });
    const issued = await notes.operate(note.id, 'issue');
    expect(refusal(issued)).toEqual([409, 'invoice_status_conflict']);
  });
});

describe('an invoice that is credited line by line', () => {
  it('is credited to the cent, and the proof says where the cent went', async () => {
    const lines = Array.from({ length: 3 }, () => ({ ...LINE, unitPrice: '10.03', taxRate: '19' }));
    const invoice = await sentInvoice(api.admin, accountId, { lines });
    expect(invoice.total).toBe('35.81');
    const written = [];
    for (const { id } of invoice.lines) {
      written.push(await notes.issued({ invoiceId: invoice.id, invoiceLineIds: [id] }));
    }
    expect(written.map(({ total }) => total)).toEqual(['11.94', '11.94', '11.93']);
    const proof = await call('GET', `/credit-notes/${written[2]?.id}/proof`);
    expect(proof.body).toMatchObject({
      agrees: true,
      rounding: { taxes: [{ exactTax: '1.9057', tax: '1.90', moved: [{ amount: '-0.01' }] }] },
    });
  });
});

describe('a line of an invoice', () => {
  const SOLD = [
    { ...LINE, quantity: '3', unitPrice: '33.33', taxRate: '19' },
    { ...LINE, quantity: '2', unitPrice: '10.00', taxRate: '7' },
    { ...LINE, quantity: '-1', unitPrice: '5.00', taxRate: '7' },
  ];
  async function sold() {
    const { id, lines } = await sentInvoice(api.admin, accountId, { lines: SOLD });
    const [a, b, less] = lines.map((line, i) => ({ ...SOLD[i], invoiceLineId: line.id }));
    return { invoiceId: id, one: { ...a, quantity: '1' }, b, less };
  }
  const atQuantity = [422, 'validation_failed', '/quantity'];

  it('is never credited the other way round, which would make room in other notes', async () => {
    const { invoiceId, one, b, less } = await sold();
    for (const other of [
      { ...b, quantity: '-2' },
      { ...less, quantity: '1' },
    ]) {
      const answer = await notes.create({ invoiceId, lines: [one, other] });
      expect(refusedAt(answer)).toEqual([422, 'validation_failed', '/lines/1/quantity']);
    }
    const whole = await notes.draft({ invoiceId, lines: [b, less] });
    const above = await notes.create({ invoiceId, lines: [{ ...b, quantity: '4' }] });
    expect(refusal(above)).toEqual([422, 'credit_exceeds_line']);
    await notes.operate(whole.id, 'void', { reason: 'x' });
    // At 7 % no more was asked than both come to.
    const alone = await notes.create({ invoiceId, lines: [b] });
    expect(refusedAt(alone)).toEqual([422, 'credit_exceeds_tax', '/lines/0/quantity']);
    expect(await notes.issued({ invoiceId, lines: [b, less] })).toMatchObject({ total: '16.05' });
  });

  it('is not credited the other way round by changes of a draft either', async () => {
    const { invoiceId, one, b } = await sold();
    const { id } = await notes.draft({ invoiceId, lines: [one] });
    const path = `/credit-notes/${id}/lines`;
    const added = await call('POST', path, { body: { ...b, quantity: '-2' } });
    expect(refusedAt(added)).toEqual(atQuantity);
    const free = { ...LINE, quantity: '-2', unitPrice: '10.00', taxRate: '7' };
    const unnamed = bodyOf<InvoiceBody>(await call('POST', path, { body: free }));
    const line = `${path}/${unnamed.lines[1]?.id}`;
    const named = { invoiceLineId: b?.invoiceLineId };
    expect(refusedAt(await call('PATCH', line, { body: named }))).toEqual(atQuantity);
    const right = await call('PATCH', line, { body: { ...named, quantity: '1' } });
    expect(right.body).toMatchObject({ total: '50.36' });
    const turned = await call('PATCH', line, { body: { quantity: '-1' } });
    expect(refusedAt(turned)).toEqual(atQuantity);
  });

  it('of less than nothing is credited by less than nothing', async () => {
    const { invoiceId, one, less } = await sold();
    const part = { ...less, unitPrice: '2.00' };
    expect(await notes.issued({ invoiceId, lines: [one, part] })).toMatchObject({ total: '37.52' });
    const above = await notes.create({ invoiceId, lines: [one, less] });
    expect(refusal(above)).toEqual([422, 'credit_exceeds_line']);
  });
});

describe('the tax of an invoice at two rates', () => {
  const SOLD = [
    { ...LINE, unitPrice: '10.00', taxRate: '23' },
    { ...LINE, unitPrice: '1000.00', taxRate: '0' },
  ];
  const beyond = (pointer: string) => [422, 'credit_exceeds_tax', pointer];

  it('is not given back at a rate beyond what was asked for at it', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId, { lines: SOLD });
    const free = { description: 'Rebate', quantity: '1', unitPrice: '800', taxRate: '23' };
    const lines = await notes.create({ invoiceId, lines: [free] });
    expect(refusedAt(lines)).toEqual(beyond('/lines/0/quantity'));
    const charge = { kind: 'charge', reason: 'Rebate', amount: '790', taxRate: '23' };
    const small = { ...free, unitPrice: '10' };
    const charged = await notes.create({ invoiceId, lines: [small], adjustments: [charge] });
    expect(refusedAt(charged)).toEqual(beyond('/adjustments/0/amount'));
    const note = await notes.draft({ invoiceId, lines: [small] });
    expect(note).toMatchObject({ total: '12.30' });
    const path = `/credit-notes/${note.id}/lines/${note.lines[0]?.id}`;
    const more = await call('PATCH', path, { body: { unitPrice: '10.01' } });
    expect(refusedAt(more)).toEqual(beyond('/quantity'));
    const other = await notes.create({ invoiceId, lines: [{ ...small, unitPrice: '0.01' }] });
    expect(refusedAt(other)).toEqual(beyond('/lines/0/quantity'));
  });
});

describe('an invoice that was credited, and is a draft again', () => {
  /** Paid before it was sent, credited, and the money returned. */
  async function creditedDraft(): Promise<{ draft: InvoiceBody; note: InvoiceBody }> {
    const { id } = await newInvoice(api.admin, accountId);
    const paid = await operate(id, 'payments', { amount: '100.00', method: 'cash' });
    const note = await notes.issued({ invoiceId: id });
    const payment = bodyOf<{ id: string }>(paid);
    await call('POST', `/payments/${payment.id}/refund`, { body: { reason: 'Sent back' } });
    const draft = bodyOf<InvoiceBody>(await call('GET', `/invoices/${id}`));
    expect(draft.status).toBe('draft');
    return { draft, note };
  }

  it('keeps the lines that were credited, also when the note is void by now', async () => {
    const { draft, note } = await creditedDraft();
    const line = `/invoices/${draft.id}/lines/${draft.lines[0]?.id}`;
    const change = async () => [
      await call('PATCH', line, { body: { unitPrice: '50.00' } }),
      await call('DELETE', line),
      await operate(draft.id, 'lines', LINE),
      await operate(draft.id, 'recalculate-tax'),
      await call('PATCH', `/invoices/${draft.id}`, { body: { issueDate: '2026-03-02' } }),
    ];
    const refused = Array(5).fill([409, 'invoice_lines_credited']);
    expect((await change()).map(refusal)).toEqual(refused);
    await notes.operate(note.id, 'void', { reason: 'x' });
    expect((await change()).map(refusal)).toEqual(refused);
    const described = await call('PATCH', `/invoices/${draft.id}`, { body: { notes: 'Hello' } });
    expect(described.body).toMatchObject({ notes: 'Hello', total: '100.00' });
  });

  it('is cancelled once the note is void', async () => {
    const { draft, note } = await creditedDraft();
    const early = await operate(draft.id, 'cancel');
    expect(refusal(early)).toEqual([409, 'invoice_has_credit_notes']);
    await notes.operate(note.id, 'void', { reason: 'x' });
    expect((await operate(draft.id, 'cancel')).body).toMatchObject({ status: 'cancelled' });
  });
});

const decided = ({ lines }: TaxedDocument) =>
  lines.map(({ taxCategory, taxReason, tax }) => [taxCategory, taxReason, tax]);
const refusedAt = ({ status, body }: Answer) => {
  const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
  return [status, code, ...errors.map(({ pointer }) => pointer)];
};

describe('an invoice at a ground of its own', () => {
  it('gives its tax to every line of a note, whichever way that is written', async () => {
    const shop = await Shop.open({ t, api });
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const { id, lines } = await shop.sent(accountId, { productId: await shop.product('goods') });
    const [sold] = lines;
    const write = (line: object) => {
      const half = { ...WORK, unitPrice: '10.00', ...line };
      const note = { accountId, invoiceId: id, reason: 'Broken', lines: [half] };
      return shop.ask('POST', '/credit-notes', note);
    };
    const named = { invoiceLineId: sold?.id };
    const kept = [['K', 'intra_community', '0.00']];
    for (const line of [named, { ...named, taxRate: '0' }, {}, { taxRate: '0.0' }]) {
      expect(decided((await write(line)).body as TaxedDocument)).toEqual(kept);
    }
    const other = { taxRate: '19' };
    const at = (pointer: string) => [422, 'validation_failed', pointer];
    expect(refusedAt(await write({ ...named, ...other }))).toEqual(at('/lines/0/taxRate'));
    expect(refusedAt(await write({ ...named, taxCode: 'reduced' }))).toEqual(
      at('/lines/0/taxCode'),
    );
    expect(refusedAt(await write(other))).toEqual(at('/lines/0/taxRate'));
    const note = (await write(named)).body as TaxedDocument;
    const path = `/credit-notes/${note.id}/lines`;
    const line = `${path}/${note.lines[0]?.id}`;
    const ten = { ...WORK, unitPrice: '10.00' };
    for (const body of [
      { ...ten, ...named, ...other },
      { ...ten, ...other },
    ]) {
      expect(refusedAt(await shop.ask('POST', path, body))).toEqual(at('/taxRate'));
    }
    for (const body of [other, { ...other, invoiceLineId: null }]) {
      expect(refusedAt(await shop.ask('PATCH', line, body))).toEqual(at('/taxRate'));
    }
    expect(decided(await shop.must('POST', path, ten))).toEqual([...kept, ...kept]);
    const freed = await shop.must('PATCH', line, { invoiceLineId: null, taxRate: '0' });
    expect(decided(freed)).toEqual([...kept, ...kept]);
  });
});
