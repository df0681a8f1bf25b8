import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { parseInstant, systemCtx } from '@quittance/kernel';
import { ExpireQuotes } from '@quittance/sales/host';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount } from '../../receivables/billing-support.js';

interface QuoteBody {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly revision: number;
  readonly status: string;
  readonly total: string;
  readonly contentHash: string | null;
  readonly supersededById: string | null;
  readonly creditCheckId: string | null;
  readonly lines: readonly { readonly id: string; readonly unitPrice: string | null }[];
}

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

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const post = (path: string, body?: object) => call('POST', path, { body });
const operate = (id: string, operation: string, body?: object) =>
  post(`/quotes/${id}/${operation}`, body);

const LINE = { description: 'Install', quantity: '2', unitPrice: '49.99', taxRate: '19' };

async function newQuote(over: object = {}): Promise<QuoteBody> {
  const made = await post('/quotes', {
    accountId,
    currency: 'EUR',
    lines: [{ ...LINE, discount: { percent: '10' } }],
    ...over,
  });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return bodyOf<QuoteBody>(made);
}

async function sentQuote(over: object = {}): Promise<QuoteBody & { readonly token: string }> {
  const { id } = await newQuote(over);
  for (const operation of ['submit', 'approve']) {
    expect((await operate(id, operation)).status).toBe(200);
  }
  const sent = bodyOf<{ quote: QuoteBody; link: { token: string } }>(await operate(id, 'send'));
  return { ...sent.quote, token: sent.link.token };
}

describe('a quote', () => {
  it.each([
    ['quote_has_no_lines', {}, { lines: [] }],
    ['quote_has_no_lines', {}, { lines: [{ kind: 'section', description: 'Nothing in it' }] }],
    // What is optional and not chosen asks for nothing.
    ['quote_has_no_lines', {}, { lines: [{ ...LINE, optional: true }] }],
    ['validity_passed', { issueDate: '2020-01-01', validUntil: '2020-01-31' }, {}],
  ])('is not submitted: %s', async (code, dates, over) => {
    const quote = await newQuote({ ...dates, ...over });
    expect(refusal(await operate(quote.id, 'submit'))).toEqual([422, code]);
    expect((await call('GET', `/quotes/${quote.id}`)).body).toMatchObject({ status: 'draft' });
  });

  it('example 36: is priced and taxed by the calculation of invoices', async () => {
    const quote = await newQuote();
    expect(quote).toMatchObject({
      status: 'draft',
      number: expect.stringMatching(/^Q-\d{6}$/),
      revision: 1,
      subtotal: '89.98',
      taxTotal: '17.10',
      total: '107.08',
      lines: [{ net: '89.98', tax: '17.10', total: '107.08', priceSource: 'manual' }],
      figures: { oneOff: { gross: '107.08' }, tcv: { gross: '107.08' } },
    });
    expect((await call('GET', `/quotes/${quote.id}`)).body).toEqual(quote);
    const listed = await call('GET', `/quotes?search=${quote.number}`);
    expect(listed.body).toMatchObject({ data: [expect.objectContaining({ id: quote.id })] });
  });

  it('takes a price from the book of its currency, at the tier of its quantity', async () => {
    const { id: productId } = bodyOf<{ id: string }>(
      await post('/products', { sku: 'SEAT', name: 'Seat' }),
    );
    const { id: bookId } = bodyOf<{ id: string }>(
      await post('/pricebooks', { name: 'Standard', currency: 'EUR', isDefault: true }),
    );
    for (const [minQuantity, unitPrice] of [
      ['1', '10.00'],
      ['10', '9.00'],
      ['100', '8.00'],
    ]) {
      const body = { productId, minQuantity, unitPrice };
      expect((await post(`/pricebooks/${bookId}/entries`, body)).status).toBe(201);
    }
    const line = (quantity: string) => ({ productId, quantity, taxRate: '0' });
    const quote = await newQuote({ lines: [line('99'), line('100')] });
    expect(quote).toMatchObject({
      lines: [
        { description: 'Seat', net: '891.00', priceSource: 'default_price_book' },
        { net: '800.00', unitPrice: '8.00', listPrice: '8' },
      ],
    });
    const [first] = quote.lines;
    const more = await call('PATCH', `/quotes/${quote.id}/lines/${first?.id}`, {
      body: { quantity: '100' },
    });
    expect(more.body).toMatchObject({ lines: [{ unitPrice: '8.00', net: '800.00' }, {}] });
    const entries = bodyOf<{ data: { id: string; minQuantity: string }[] }>(
      await call('GET', `/pricebooks/${bookId}/entries`),
    );
    const highest = entries.data.find(({ minQuantity }) => Number(minQuantity) === 100);
    await call('PATCH', `/pricebooks/${bookId}/entries/${highest?.id}`, {
      body: { unitPrice: '7.00' },
    });
    expect((await call('GET', `/quotes/${quote.id}`)).body).toMatchObject({ total: '1600.00' });
    expect((await operate(quote.id, 'reprice')).body).toMatchObject({
      quote: { total: '1400.00' },
      changed: [
        { position: 1, before: '8.00', after: '7.00' },
        { position: 2, before: '8.00', after: '7.00' },
      ],
    });
  });

  it('is kept without a price, and not submitted', async () => {
    const { id: productId } = bodyOf<{ id: string }>(
      await post('/products', { sku: 'NOTHING', name: 'Nothing' }),
    );
    const quote = await newQuote({ lines: [LINE, { productId }] });
    expect(quote.lines[1]?.unitPrice).toBeNull();
    const refused = await operate(quote.id, 'submit');
    expect(refusal(refused)).toEqual([422, 'price_not_found']);
    expect(refused.body).toMatchObject({ errors: [{ pointer: '/lines/1/unitPrice' }] });
  });

  it.each<[string, object, string, string]>([
    [
      'a discount above its line',
      { ...LINE, discount: { amount: '99.99' } },
      'discount_exceeds_line',
      '/lines/0/discount/amount',
    ],
    [
      'a text with a price',
      { kind: 'note', description: 'x', unitPrice: '1' },
      'validation_failed',
      '/lines/0/unitPrice',
    ],
    [
      'what recurs without a frequency',
      { ...LINE, kind: 'recurring' },
      'validation_failed',
      '/lines/0/frequency',
    ],
    [
      'a frequency of what does not',
      { ...LINE, frequency: 'monthly' },
      'validation_failed',
      '/lines/0/frequency',
    ],
    ['no quantity', { ...LINE, quantity: '0' }, 'validation_failed', '/lines/0/quantity'],
    [
      'no description',
      { quantity: '1', unitPrice: '1' },
      'validation_failed',
      '/lines/0/description',
    ],
    [
      'a product there is not',
      { productId: '00000000-0000-7000-8000-000000000000' },
      'reference_not_found',
      '/lines/0/productId',
    ],
    [
      'less than the least',
      { ...LINE, optional: true, minQuantity: '3' },
      'validation_failed',
      '/lines/0/minQuantity',
    ],
  ])('refuses %s', async (_, line, code, pointer) => {
    const refused = await post('/quotes', { accountId, currency: 'EUR', lines: [line] });
    expect(refusal(refused)).toEqual([422, code]);
    expect(refused.body).toMatchObject({ errors: [{ pointer }] });
  });

  it('spreads a discount on all of it, and counts options that are chosen', async () => {
    const quote = await newQuote({
      discount: { percent: '5' },
      lines: [
        { description: 'A', unitPrice: '100.00', taxRate: '19' },
        { description: 'B', unitPrice: '33.33', taxRate: '7' },
        { description: 'C', unitPrice: '50.00', taxRate: '7', optional: true },
      ],
    });
    expect(quote).toMatchObject({
      total: '146.93',
      lines: [{ share: '5.00' }, { share: '1.67' }, { selected: false, total: '50.82' }],
    });
  });

  it('is fixed once it is submitted, and may be given back', async () => {
    const { id } = await newQuote();
    const submitted = bodyOf<QuoteBody>(await operate(id, 'submit'));
    expect(submitted).toMatchObject({ status: 'submitted', approval: [] });
    expect(submitted.contentHash).toMatch(/^[0-9a-f]{64}$/);
    for (const refused of [
      await call('PATCH', `/quotes/${id}`, { body: { title: 'x' } }),
      await post(`/quotes/${id}/lines`, LINE),
      await operate(id, 'reprice'),
    ]) {
      expect(refusal(refused)).toEqual([409, 'quote_locked']);
    }
    const returned = await operate(id, 'return', { note: 'Too cheap' });
    expect(returned.body).toMatchObject({
      status: 'draft',
      returnNote: 'Too cheap',
      lossReason: null,
      contentHash: null,
    });
    expect((await call('PATCH', `/quotes/${id}`, { body: { title: 'x' } })).body).toMatchObject({
      title: 'x',
    });
  });

  it('asks for approval where a rule does, of somebody else', async () => {
    const rules = { mode: 'rules', rules: [{ maxPercent: '15', maxTotal: '1000.00' }] };
    expect((await call('PUT', '/settings/quote-approval', { body: rules })).status).toBe(200);
    const passing = await newQuote();
    expect((await operate(passing.id, 'submit')).body).toMatchObject({ status: 'approved' });
    const large = await newQuote({ lines: [{ ...LINE, unitPrice: '5000' }] });
    expect((await operate(large.id, 'submit')).body).toMatchObject({
      status: 'submitted',
      approval: [{ rule: 1, about: 'total', limit: '1000.00', value: '11900.00' }],
    });
    expect(refusal(await operate(large.id, 'approve'))).toEqual([409, 'own_approval']);
    await call('PUT', '/settings/quote-approval', { body: { mode: 'always', rules: [] } });
  });

  it('is sent by a link, told once, and accepted by whoever staff can show it of', async () => {
    const quote = await sentQuote();
    expect(quote).toMatchObject({ status: 'sent', token: expect.stringMatching(/^[\w-]{64}$/) });
    const again = await operate(quote.id, 'send');
    expect(again.body).toMatchObject({
      link: { token: null, opens: 0 },
      quote: { status: 'sent' },
    });
    const accepted = await operate(quote.id, 'accept', {
      name: 'Bea Buyer',
      poNumber: 'PO-7',
      evidence: 'Letter of 1 March',
    });
    expect(accepted.body).toMatchObject({ status: 'accepted', total: '107.08' });
    const receipt = await call('GET', `/quotes/${quote.id}/acceptance`);
    expect(receipt.body).toMatchObject({
      method: 'staff',
      name: 'Bea Buyer',
      contentHash: quote.contentHash,
      receiptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const twice = await operate(quote.id, 'accept', { name: 'B', evidence: 'x' });
    expect(refusal(twice)).toEqual([409, 'quote_not_open']);
  });

  it('is accepted once, whoever comes at the same time', async () => {
    const { id } = await sentQuote();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => operate(id, 'accept', { name, evidence: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('prices the options that are chosen at the prices that were offered', async () => {
    const option = { ...LINE, optional: true, quantity: '2', minQuantity: '1', maxQuantity: '5' };
    const quote = await sentQuote({ lines: [{ ...LINE, quantity: '1' }, option] });
    const lineId = quote.lines[1]?.id;
    const choose = (quantity: string, id = lineId) =>
      operate(quote.id, 'accept', {
        name: 'B',
        evidence: 'x',
        selections: [{ lineId: id, quantity }],
      });
    expect(refusal(await choose('6'))).toEqual([422, 'selection_invalid']);
    expect(refusal(await choose('1', quote.lines[0]?.id))).toEqual([422, 'selection_invalid']);
    expect((await choose('3')).body).toMatchObject({
      status: 'accepted',
      subtotal: '199.96',
      lines: [{}, { selected: true, quantity: '3', net: '149.97' }],
    });
  });

  it('is rejected with a reason, revised, and the old one is out of the race', async () => {
    const quote = await sentQuote();
    expect(refusal(await operate(quote.id, 'reject', {}))).toEqual([422, 'reason_required']);
    expect((await operate(quote.id, 'reject', { reason: 'Too dear' })).body).toMatchObject({
      status: 'rejected',
      lossReason: 'Too dear',
    });
    const revised = await operate(quote.id, 'revise');
    const next = bodyOf<QuoteBody>(revised);
    expect([revised.status, next]).toEqual([
      201,
      expect.objectContaining({
        number: quote.number,
        revision: 2,
        status: 'draft',
        total: '107.08',
      }),
    ]);
    expect(refusal(await operate(quote.id, 'revise'))).toEqual([409, 'revision_open']);
    const found = (path: string) => call('GET', `/quotes/by-number/${quote.number}${path}`);
    expect((await found('')).body).toMatchObject({ id: next.id });
    expect((await found('?revision=1')).body).toMatchObject({
      id: quote.id,
      supersededById: next.id,
    });
    // A revision that is given up gives the old one its place back.
    expect((await operate(next.id, 'cancel', { reason: 'Not now' })).status).toBe(200);
    expect((await found('?revision=1')).body).toMatchObject({ supersededById: null });
  });

  it('is not submitted beyond the credit of its customer, but by an override', async () => {
    const poor = await newAccount(t, api.company);
    await t.db.write(api.company, async (tx) => {
      await tx.run(
        `update crm.ledger_account set credit_limit = 1000
         where company_id = $1 and account_id = $2`,
        [api.company.companyId, poor],
      );
    });
    const { id } = await newQuote({ accountId: poor });
    expect(refusal(await operate(id, 'submit'))).toEqual([422, 'credit_check_failed']);
    const blocked = bodyOf<QuoteBody>(await call('GET', `/quotes/${id}`));
    expect(blocked).toMatchObject({ status: 'draft', creditCheckId: expect.any(String) });
    const hold = { accountId: poor, strength: 'hard', reason: 'manual' };
    expect((await post('/credit-holds', hold)).status).toBe(201);
    expect(refusal(await operate(id, 'submit'))).toEqual([422, 'credit_hold_hard']);
    const another = await post('/quotes', { accountId: poor, currency: 'EUR', lines: [LINE] });
    expect(refusal(another)).toEqual([422, 'credit_hold_hard']);
  });

  it('expires when its last day is over, and is then accepted by nobody', async () => {
    const { id } = await sentQuote({ issueDate: '2026-03-01', validUntil: '2099-01-31' });
    const at = (day: string) => systemCtx(api.company.companyId, parseInstant(day), 'sweep');
    const sweep = new ExpireQuotes(t.db);
    await sweep.execute(at('2099-01-31T12:00:00Z'));
    expect((await call('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'sent' });
    expect(await sweep.execute(at('2099-02-01T12:00:00Z'))).toBeGreaterThan(0);
    expect((await call('GET', `/quotes/${id}`)).body).toMatchObject({ status: 'expired' });
    expect(await sweep.execute(at('2099-02-01T12:00:00Z'))).toBe(0);
    const late = await operate(id, 'accept', { name: 'B', evidence: 'x' });
    expect(refusal(late)).toEqual([409, 'quote_expired']);
  });

  it('asks for the rights of each operation', async () => {
    const quote = await sentQuote();
    const writer = await memberWith(api, { matrix: { quotes: ['view', 'create', 'update'] } });
    const by = async (path: string, body?: object) =>
      refusal(await writer.call('POST', `/quotes/${quote.id}/${path}`, { body }));
    expect(await by('approve')).toEqual([403, 'permission_denied']);
    expect(await by('reject', { reason: 'x' })).toEqual([403, 'permission_denied']);
    expect(await by('share')).toEqual([403, 'permission_denied']);
    expect(await by('clone', {})).toEqual([403, 'permission_denied']);
    expect(await by('revise')).toEqual([201, undefined]);
    const own = await memberWith(api, {
      matrix: { quotes: ['view', 'update'] },
      scopes: { quotes: 'own' },
    });
    for (const answer of [
      await own.call('GET', `/quotes/${quote.id}`),
      await own.call('POST', `/quotes/${quote.id}/submit`),
      await own.call('GET', `/quotes/by-number/${quote.number}`),
    ]) {
      expect(refusal(answer)).toEqual([404, 'not_found']);
    }
    expect((await own.call('GET', '/quotes')).body).toMatchObject({ total: 0 });
  });

  it('copies itself as a draft of its own', async () => {
    const quote = await sentQuote({ title: 'Offer' });
    const copy = await operate(quote.id, 'clone', { title: 'Another' });
    expect([copy.status, copy.body]).toMatchObject([
      201,
      { status: 'draft', title: 'Another', total: '107.08', revision: 1 },
    ]);
    expect(bodyOf<QuoteBody>(copy).number).not.toBe(quote.number);
  });
});
