import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import {
  LINE,
  newAccount,
  newInvoice,
  pointersOf,
  sentInvoice,
  type InvoiceBody,
} from '../receivables/billing-support.js';
import { Notes, TAXED } from './credit-note-support.js';
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

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const invoiceNow = async (id: string) => (await call('GET', `/invoices/${id}`)).body;

describe('writing a credit note', () => {
  it('prices it like an invoice and numbers it as a draft', async () => {
    const answer = await notes.create({
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
    const { id, number } = bodyOf<InvoiceBody>(answer);
    expect((await call('GET', `/credit-notes/${id}`)).body).toEqual(answer.body);
    expect((await call('GET', `/credit-notes/by-number/${number}`)).body).toEqual(answer.body);
  });

  it('is priced again as long as it is a draft', async () => {
    const { id, version, lines } = await notes.draft();
    const added = await notes.operate(id, 'lines', TAXED[1]);
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
      await notes.create({ accountId: newId(), lines: [LINE] }),
      await notes.create({ lines: [line] }),
      await notes.create({ lines: [{ ...LINE, productId: newId() }] }),
      await notes.create({ invoiceLineIds: [newId()] }),
      await notes.create({ invoiceId: newId() }),
      await notes.create({ lines: [{ ...LINE, invoiceLineId: newId() }] }),
    ];
    expect(answers.map(refusal)).toEqual([
      [422, 'reference_not_found'],
      [422, 'credit_note_total_negative'],
      [422, 'reference_not_found'],
      [422, 'validation_failed'],
      [422, 'reference_not_found'],
      [422, 'reference_not_found'],
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
    const note = await notes.draft({ invoiceId });
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
    const whole = await notes.draft({ invoiceId, invoiceLineIds: [food] });
    expect(whole).toMatchObject({ total: '10.70' });
    await notes.operate(whole.id, 'void', { reason: 'Mistake' });
    const part = { ...LINE, quantity: '0.5', unitPrice: '10.00', invoiceLineId: food };
    expect(await notes.draft({ invoiceId, lines: [part] })).toMatchObject({ total: '5.35' });
    const both = await notes.create({ invoiceId, lines: [part], invoiceLineIds: [food] });
    expect([refusal(both), pointersOf(both)]).toEqual([
      [422, 'validation_failed'],
      ['/invoiceLineIds'],
    ]);
    const unknown = await notes.create({ invoiceId, invoiceLineIds: [newId()] });
    expect(pointersOf(unknown)).toEqual(['/invoiceLineIds/0']);
  });

  it('stays with all others within its total, however many are written at once', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const lines = [{ ...LINE, unitPrice: '30.00' }];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => notes.create({ invoiceId, lines })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({
      code: 'credit_exceeds_invoice',
      detail: expect.stringContaining('above the 10.00 EUR of the invoice'),
    });
    const [first] = answers.filter(({ status }) => status === 201).map(bodyOf<InvoiceBody>);
    const { id = '', lines: own = [] } = first ?? {};
    const more = await notes.operate(id, 'lines', { ...LINE, unitPrice: '10.01' });
    expect(refusal(more)).toEqual([422, 'credit_exceeds_invoice']);
    const line = `/credit-notes/${id}/lines/${own[0]?.id}`;
    const dearer = await call('PATCH', line, { body: { unitPrice: '40.01' } });
    expect(refusal(dearer)).toEqual([422, 'credit_exceeds_invoice']);
    expect((await notes.operate(id, 'void', { reason: 'Twice' })).status).toBe(200);
    expect((await notes.create({ invoiceId, lines })).status).toBe(201);
  });

  it('is of an invoice that is sent and owed, of the same customer and currency', async () => {
    const { id: draftId } = await newInvoice(api.admin, accountId);
    const gone = await sentInvoice(api.admin, accountId);
    await call('POST', `/invoices/${gone.id}/void`, { body: { reason: 'x' } });
    const foreign = await sentInvoice(api.admin, await newAccount(t, api.company));
    const dollars = await sentInvoice(api.admin, accountId, { currency: 'USD' });
    const included = await sentInvoice(api.admin, accountId, { pricesIncludeTax: true });
    const answers = [
      await notes.create({ invoiceId: draftId }),
      await notes.create({ invoiceId: gone.id }),
      await notes.create({ invoiceId: foreign.id }),
      await notes.create({ invoiceId: dollars.id, currency: 'EUR' }),
      await notes.create({ invoiceId: dollars.id, issueDate: '2026-02-28' }),
      await notes.create({ invoiceId: included.id, pricesIncludeTax: false }),
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
    const { id } = await notes.draft({ invoiceId: included.id });
    const patches = [{ pricesIncludeTax: false }, { issueDate: '2026-02-01' }];
    for (const body of patches) {
      const answer = await call('PATCH', `/credit-notes/${id}`, { body });
      expect(refusal(answer)).toEqual([422, 'validation_failed']);
    }
  });

  it('is not issued once its invoice is void', async () => {
    const { id: invoiceId } = await sentInvoice(api.admin, accountId);
    const { id } = await notes.draft({ invoiceId });
    await call('POST', `/invoices/${invoiceId}/void`, { body: { reason: 'x' } });
    expect(refusal(await notes.operate(id, 'issue'))).toEqual([409, 'invoice_status_conflict']);
    expect((await notes.operate(id, 'void', { reason: 'x' })).body).toMatchObject({
      status: 'void',
    });
  });
});

describe('a line that corrects one of an invoice and says no price', () => {
  type Whole = InvoiceBody & { readonly lines: readonly Readonly<Record<string, unknown>>[] };
  const less = { description: 'Paint', unitPrice: '10.00', quantity: '4', taxRate: '7' };
  const lines = [
    {
      ...TAXED[0],
      discount: { percent: '10' },
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
    },
    { ...less, discount: { amount: '5.00' } },
  ];
  const pointersTo = (answer: { readonly body: unknown }) =>
    (answer.body as { errors: { pointer: string; code: string }[] }).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );

  it('has its price, discount, tax and words', async () => {
    const invoice = (await sentInvoice(api.admin, accountId, { lines })) as Whole;
    const [install, paint] = invoice.lines.map(({ id }) => ({ invoiceLineId: id }));
    const note = (await notes.draft({
      invoiceId: invoice.id,
      lines: [{ ...install, quantity: '1' }],
    })) as Whole;
    const told = {
      description: 'Install',
      unitPrice: '49.99',
      discount: { percent: '10' },
      net: '44.99',
      taxRate: '19',
      tax: '8.55',
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
    };
    expect(note.lines).toMatchObject([told]);
    const path = `/credit-notes/${note.id}/lines`;
    const part = await call('POST', path, { body: { ...paint, quantity: '1' } });
    expect([part.status, pointersTo(part)]).toEqual([422, ['/unitPrice required']]);
    const rest = await call('POST', path, { body: { ...paint, quantity: '4' } });
    expect((rest.body as Whole).lines[1]).toMatchObject({
      description: 'Paint',
      discount: { amount: '5.00' },
      net: '35.00',
      tax: '2.45',
    });
  });

  it('says price and words itself where it corrects none', async () => {
    const bare = await notes.create({ currency: 'EUR', lines: [{ quantity: '1' }] });
    expect([bare.status, pointersTo(bare)]).toEqual([422, ['/lines/0/description required']]);
    const named = { description: 'Work', quantity: '1' };
    const unpriced = await notes.create({ currency: 'EUR', lines: [named] });
    expect(pointersTo(unpriced)).toEqual(['/lines/0/unitPrice required']);
  });
});
