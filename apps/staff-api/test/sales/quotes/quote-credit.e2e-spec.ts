import { newId } from '@quittance/kernel';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { limitCredit } from '../../credit/credit-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { aPlan } from '../sales-support.js';

interface QuoteBody {
  readonly id: string;
  readonly status: string;
  readonly accountId: string;
  readonly creditCheckId: string;
  readonly lines: readonly { readonly id: string }[];
}

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  await api.admin.call('PATCH', '/settings/credit', { body: { ownOverride: true } });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const post = (path: string, body: object = {}) => call('POST', path, { body });
const patch = (id: string, body: object) => call('PATCH', `/quotes/${id}`, { body });
const submit = (id: string) => post(`/quotes/${id}/submit`);
const statusOf = async (id: string) => bodyOf<QuoteBody>(await call('GET', `/quotes/${id}`)).status;

async function customer(creditLimit: string): Promise<string> {
  const id = await newAccount(t, api.company);
  await limitCredit(api.admin, id, creditLimit);
  return id;
}

async function newQuote(accountId: string): Promise<QuoteBody> {
  const line = { description: 'Install', quantity: '1', unitPrice: '100.00', taxRate: '19' };
  return bodyOf<QuoteBody>(await post('/quotes', { accountId, currency: 'EUR', lines: [line] }));
}

const order = ({ id, lines }: QuoteBody, quantity: string) =>
  call('PATCH', `/quotes/${id}/lines/${lines[0]?.id}`, { body: { quantity } });

/** A quote beyond the limit of its customer, with a request to overrule its check. */
async function blocked(accountId: string) {
  const quote = await newQuote(accountId);
  expect(refusal(await submit(quote.id))).toEqual([422, 'credit_check_failed']);
  const { creditCheckId } = bodyOf<QuoteBody>(await call('GET', `/quotes/${quote.id}`));
  const asked = await post(`/credit-checks/${creditCheckId}/override`, { reason: 'Good customer' });
  const approve = () => post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
  return { quote: { ...quote, creditCheckId }, approve };
}

describe('the credit of a quote', () => {
  it('is that of its customer, and not of the one that it was for before', async () => {
    const [rich, poor] = [await customer('1000000.00'), await customer('1.00')];
    const { id } = await newQuote(rich);
    expect((await submit(id)).status).toBe(200);
    expect((await post(`/quotes/${id}/return`, { note: 'Another customer' })).status).toBe(200);
    expect((await patch(id, { accountId: poor })).status).toBe(200);
    expect(refusal(await submit(id))).toEqual([422, 'credit_check_failed']);
  });

  it('is not overruled for another customer than was decided about', async () => {
    const { quote, approve } = await blocked(await customer('1.00'));
    expect((await patch(quote.id, { accountId: await customer('1.00') })).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect(await statusOf(quote.id)).toBe('draft');
    expect(refusal(await submit(quote.id))).toEqual([422, 'credit_check_failed']);
  });

  it('frees nobody of holds once the quote was asked about for another customer', async () => {
    const accountId = await customer('1.00');
    const { quote, approve } = await blocked(accountId);
    expect((await patch(quote.id, { accountId: await customer('1.00') })).status).toBe(200);
    expect(refusal(await submit(quote.id))).toEqual([422, 'credit_check_failed']);
    expect(refusal(await approve())).toEqual([409, 'credit_override_not_requested']);
    expect((await call('GET', `/accounts/${accountId}/credit`)).body).toMatchObject({
      holds: [{ strength: 'soft', reason: 'risk' }],
    });
  });

  it('is overruled though it grew meanwhile, and stays so when it grows again', async () => {
    const { quote, approve } = await blocked(await customer('1.00'));
    const { creditCheckId } = quote;
    expect((await order(quote, '300')).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect(await statusOf(quote.id)).toBe('submitted');
    expect((await post(`/quotes/${quote.id}/return`, { note: 'Again' })).status).toBe(200);
    expect((await order(quote, '600')).status).toBe(200);
    expect((await submit(quote.id)).body).toMatchObject({ status: 'submitted', creditCheckId });
    const asked = { accountId: quote.accountId, document: { type: 'quote', id: quote.id } };
    expect((await post('/credit-checks', asked)).body).toMatchObject({
      id: creditCheckId,
      reused: true,
      coversDocument: false,
      documentAmount: '119.00',
      exposureNow: '0.00',
      overLimitNow: true,
    });
  });

  it('is not overruled while the customer is on hard hold', async () => {
    const accountId = await customer('1.00');
    const { quote, approve } = await blocked(accountId);
    await post('/credit-holds', { accountId, strength: 'hard', reason: 'manual' });
    expect(refusal(await approve())).toEqual([422, 'credit_hold_hard']);
    expect(await statusOf(quote.id)).toBe('draft');
  });

  it('is overruled for what was decided about', async () => {
    const { quote, approve } = await blocked(await customer('1.00'));
    expect((await approve()).status).toBe(200);
    expect(await statusOf(quote.id)).toBe('submitted');
  });
});

describe('the credit of a quote, where growth is asked about anew', () => {
  const grownAnew = async (recheckGrown: boolean) => {
    await call('PATCH', '/settings/credit', { body: { recheckGrown } });
  };
  beforeAll(() => grownAnew(true));
  afterAll(() => grownAnew(false));

  it('is not overruled for more than was decided about', async () => {
    const { quote, approve } = await blocked(await customer('1.00'));
    expect((await order(quote, '300')).status).toBe(200);
    expect((await approve()).status).toBe(200);
    expect(await statusOf(quote.id)).toBe('draft');
    expect(refusal(await submit(quote.id))).toEqual([422, 'credit_check_failed']);
  });

  it('is asked about anew where it came back to grow, and stays where it did not', async () => {
    const { quote, approve } = await blocked(await customer('1.00'));
    expect((await approve()).status).toBe(200);
    const comesBack = async (quantity: string) => {
      expect((await post(`/quotes/${quote.id}/return`, { note: 'Again' })).status).toBe(200);
      expect((await order(quote, quantity)).status).toBe(200);
      return submit(quote.id);
    };
    expect((await comesBack('0.5')).status).toBe(200);
    expect((await comesBack('1')).status).toBe(200);
    expect(refusal(await comesBack('1.01'))).toEqual([422, 'credit_check_failed']);
  });
});

describe('a quote that was returned', () => {
  it('is a draft, which no override submits for whoever writes it', async () => {
    await call('PATCH', '/settings/credit', { body: { recheckGrown: true } });
    const { quote, approve } = await blocked(await customer('1.00'));
    expect((await approve()).status).toBe(200);
    expect((await post(`/quotes/${quote.id}/return`, { note: 'More' })).status).toBe(200);
    expect((await order(quote, '2')).status).toBe(200);
    const document = { type: 'quote', id: quote.id };
    const checked = await post('/credit-checks', { accountId: quote.accountId, document });
    const { id: checkId } = bodyOf<{ id: string }>(checked);
    const asked = await post(`/credit-checks/${checkId}/override`, { reason: 'Twice as much' });
    const decided = await post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
    expect([decided.status, await statusOf(quote.id)]).toEqual([200, 'draft']);
    expect((await submit(quote.id)).body).toMatchObject({
      status: 'submitted',
      creditCheckId: checkId,
    });
    await call('PATCH', '/settings/credit', { body: { recheckGrown: false } });
  });
});

describe('a blocked quote that is given to another customer', () => {
  it('is a draft of theirs, which no override of a check of it submits', async () => {
    const { quote } = await blocked(await customer('1.00'));
    const accountId = await customer('1.00');
    expect(
      (await call('PATCH', `/quotes/${quote.id}`, { body: { accountId } })).body,
    ).toMatchObject({ status: 'draft', creditCheckId: null });
    const document = { type: 'quote', id: quote.id };
    const checked = await post('/credit-checks', { accountId, document });
    const { id: checkId } = bodyOf<{ id: string }>(checked);
    const asked = await post(`/credit-checks/${checkId}/override`, { reason: 'Trusted' });
    const decided = await post(`/credit-overrides/${bodyOf<{ id: string }>(asked).id}/approve`);
    expect([decided.status, await statusOf(quote.id)]).toEqual([200, 'draft']);
  });
});

describe('the credit of what recurs', () => {
  const seats = {
    kind: 'recurring',
    description: 'Seats',
    quantity: '1',
    unitPrice: '100.00',
    frequency: 'monthly',
    taxRate: '19',
  };
  const basis = async (creditBasis: string) => {
    const body = { quoteValidityDays: 30, creditBasis };
    expect((await call('PUT', '/settings/quotes', { body })).status).toBe(200);
  };
  const checked = async (path: string) => {
    const { creditCheckId } = bodyOf<QuoteBody>(await call('GET', path));
    const { body } = await call('GET', `/credit-checks/${creditCheckId}`);
    return (body as { readonly documentAmount: string }).documentAmount;
  };

  it('is asked by its period, or by its term where the company has it so', async () => {
    const { productId } = await aPlan(api.admin);
    const lines = [{ ...seats, productId }];
    const offer = { accountId: await customer('1000.00'), currency: 'EUR', lines };
    const quoted = async (termMonths: number | null) =>
      bodyOf<QuoteBody>(await post('/quotes', { ...offer, termMonths })).id;
    const byPeriod = await quoted(12);
    expect((await submit(byPeriod)).status).toBe(200);
    expect(await checked(`/quotes/${byPeriod}`)).toBe('119.00');
    await basis('tcv');
    const endless = await quoted(null);
    expect((await submit(endless)).status).toBe(200);
    expect(await checked(`/quotes/${endless}`)).toBe('119.00');
    const byTerm = await quoted(12);
    expect(refusal(await submit(byTerm))).toEqual([422, 'credit_check_failed']);
    expect(await checked(`/quotes/${byTerm}`)).toBe('1428.00');
    const document = { type: 'quote', id: byTerm };
    const asked = { accountId: offer.accountId, amount: '119.00', currency: 'EUR', document };
    expect((await post('/credit-checks', asked)).body).toMatchObject({
      errors: [{ pointer: '/amount', code: 'mismatch' }],
    });
    const order = { ...offer, lines: [{ ...lines[0], quantity: undefined, ordered: '1' }] };
    const { id } = bodyOf<QuoteBody>(await post('/sales-orders', { ...order, termMonths: 12 }));
    // The check of the quote has raised a soft hold, under which a person decides.
    expect((await post(`/sales-orders/${id}/confirm`)).body).toMatchObject({
      status: 'pending_approval',
    });
    expect(await checked(`/sales-orders/${id}`)).toBe('1428.00');
    await basis('total');
  });
});

describe('what is agreed to of a quote', () => {
  it('names the files that its customer may see, as they are when it is submitted', async () => {
    const { id } = await newQuote(await customer('1000.00'));
    const attach = (fileName: string, visibility: string) =>
      t.db.write(api.company, (tx) =>
        tx.run(
          `insert into objects.document (company_id, id, object, record_id, file_name, mime_type,
             size, sha256, visibility, state, created_at, updated_at)
           values ($1, $2, 'quote', $3, $4, 'application/pdf', 1, $5, $6, 'stored', $7, $7)`,
          [api.company.companyId, newId(), id, fileName, 'ab'.repeat(32), visibility, tx.ctx.now],
        ),
      );
    await attach('plan.pdf', 'customer');
    await attach('margin.pdf', 'internal');
    expect((await submit(id)).status).toBe(200);
    await attach('later.pdf', 'customer');
    for (const step of ['approve', 'send']) await post(`/quotes/${id}/${step}`);
    expect((await post(`/quotes/${id}/accept`, { name: 'Nora', evidence: 'Paper' })).status).toBe(
      200,
    );
    const { receipt } = bodyOf<{ receipt: string }>(await call('GET', `/quotes/${id}/acceptance`));
    const sha256 = 'ab'.repeat(32);
    expect((JSON.parse(receipt) as { quote: object }).quote).toMatchObject({
      attachments: [{ fileName: 'plan.pdf', sha256 }],
    });
  });

  it('leaves a price that was typed in place of the listed one in the log', async () => {
    const product = { sku: newId(), name: 'Seat' };
    const { id: productId } = bodyOf<QuoteBody>(await post('/products', product));
    const book = { name: newId(), currency: 'EUR', isDefault: true };
    const { id: bookId } = bodyOf<QuoteBody>(await post('/pricebooks', book));
    await post(`/pricebooks/${bookId}/entries`, { productId, unitPrice: '100.00' });
    const lines = [{ productId, quantity: '1', unitPrice: '90.00' }];
    const accountId = await customer('1000.00');
    const quote = bodyOf<QuoteBody>(await post('/quotes', { accountId, currency: 'EUR', lines }));
    await call('PATCH', `/quotes/${quote.id}/lines/${quote.lines[0]?.id}`, {
      body: { quantity: '2' },
    });
    const filter = { field: 'action', op: 'eq', value: 'quote.price_overridden' };
    const query = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const { data } = (await call('GET', `/audit-log?${query}`)).body as { readonly data: object[] };
    expect(data).toEqual([
      expect.objectContaining({
        recordId: quote.id,
        after: { lines: [{ position: 1, listPrice: '100', unitPrice: '90.00' }] },
      }),
    ]);
  });
});

describe('the head of a quote', () => {
  const NOBODYS = '01900000-0000-7000-8000-00000000000f';

  it.each([
    ['a price book that is not there', { priceBookId: NOBODYS }, 'priceBookId'],
    ['an owner who is not there', { ownerId: NOBODYS }, 'ownerId'],
    ['a day at the end of the calendar', { issueDate: '9999-12-31' }, 'issueDate'],
    ['a start at the end of the calendar', { startOn: '9999-12-31', termMonths: 120 }, 'startOn'],
  ])('is refused with %s', async (_, head, member) => {
    const accountId = await customer('1000.00');
    const { id } = await newQuote(accountId);
    const pointed = { status: 422, errors: [expect.objectContaining({ pointer: `/${member}` })] };
    expect((await patch(id, head)).body).toMatchObject(pointed);
    const lines = [{ description: 'Install', quantity: '1', unitPrice: '1.00' }];
    const made = await post('/quotes', { accountId, currency: 'EUR', lines, ...head });
    expect(made.body).toMatchObject(pointed);
  });
});
