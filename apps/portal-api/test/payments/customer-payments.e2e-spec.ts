import { parseLocalDate } from '@quittance/calendar';
import { checkInvariants } from '@quittance/database/host';
import type { InvoiceId } from '@quittance/kernel';
import { openOverdue } from '@quittance/receivables';
import { receivablesInvariants } from '@quittance/receivables/host';
import { Client } from 'pg';
import { CustomerStage, type Made } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let accounts: { A: string; N: string; B: string };
let ada: PortalClient;
let tess: PortalClient;

interface Link {
  readonly checkoutId: string;
  readonly paymentUrl: string;
}

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const A = await acme.account('Acme');
  accounts = { A, N: await acme.account('Acme North', A), B: await acme.account('Rival') };
  ada = await acme.person({ partyId: A, role: 'Admin' });
  tess = await acme.person({ partyId: A, role: 'Admin', accessLevel: 'account_tree' });
});
afterAll(() => stage.close());

const pay = (who: PortalClient, body: object) => who.call('POST', '/payments/checkout', { body });

/** An invoice of so many hundreds of EUR, due on a day. */
const invoice = (hundreds: string, dueDate: string, more: object = {}, account = accounts.A) =>
  acme.invoice(account, {
    issueDate: '2026-01-01',
    dueDate,
    lines: [{ description: 'Work', quantity: hundreds, unitPrice: '100.00', taxRate: '0' }],
    ...more,
  });

async function three(): Promise<[Made, Made, Made]> {
  const first = await invoice('3', '2026-03-01');
  const second = await invoice('5', '2026-02-01');
  return [first, second, await invoice('2', '2026-02-01')];
}

const ids = (...made: Made[]) => made.map(({ id }) => id);

async function partly(body: object): Promise<void> {
  const { status } = await acme.staff.call('PATCH', '/portal-settings', { body });
  expect(status).toBe(200);
}

describe('several invoices in one checkout', () => {
  it('are paid by one payment, what is due first before the rest', async () => {
    const [first, second, third] = await three();
    const answer = await pay(ada, { invoiceIds: ids(first, second, third) });
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        amount: '1000.00',
        invoiceId: second.id,
        allocations: [
          { invoiceId: second.id, amount: '500.00' },
          { invoiceId: third.id, amount: '200.00' },
          { invoiceId: first.id, amount: '300.00' },
        ],
      },
    ]);
    const again = await pay(ada, { invoiceIds: ids(third, second, first) });
    expect(again.body).toMatchObject(answer.body as object);
    const { paymentUrl, checkoutId } = answer.body as Link;
    await acme.payAt(paymentUrl);
    const state = await ada.call('GET', `/payments/checkouts/${checkoutId}?wait=20`);
    expect(state.body).toMatchObject({ state: 'paid' });
    const { paymentId } = state.body as { paymentId: string };
    expect((await ada.call('GET', `/payments/${paymentId}`)).body).toMatchObject({
      status: 'completed',
      invoiceId: null,
      amount: '1000.00',
      onAccountAmount: '0.00',
      allocations: [{ invoiceId: second.id }, { invoiceId: third.id }, { invoiceId: first.id }],
    });
    for (const { id } of [first, second, third]) {
      const { body } = await ada.call('GET', `/invoices/${id}`);
      expect(body).toMatchObject({ status: 'paid', balance: '0.00' });
    }
  });

  it('are refused by the pointer of the one that is beyond reach', async () => {
    const [own, other] = [await invoice('1', '2026-02-01'), await acme.invoice(accounts.B)];
    const { status, body } = await pay(ada, { invoiceIds: ids(own, other) });
    expect([status, body]).toMatchObject([
      422,
      { code: 'reference_not_found', errors: [{ pointer: '/invoiceIds/1' }] },
    ]);
  });

  it('are of one account and one currency', async () => {
    const own = await invoice('1', '2026-02-01');
    const below = await invoice('1', '2026-02-01', {}, accounts.N);
    expect(codeOf(await pay(tess, { invoiceIds: ids(own, below) }))).toBe('422 account_mismatch');
    const usd = await invoice('1', '2026-02-01', { currency: 'USD' });
    expect(codeOf(await pay(ada, { invoiceIds: ids(own, usd) }))).toBe('422 currency_mismatch');
  });

  it('are a hundred at most', async () => {
    const { id } = await invoice('1', '2026-02-01');
    const many = Array.from({ length: 101 }, () => id);
    expect(codeOf(await pay(ada, { invoiceIds: many }))).toBe('422 too_many_invoices');
  });

  it('leave out what is in dispute', async () => {
    const disputed = await invoice('10', '2026-02-01');
    const body = { reason: 'wrong_price', amount: '200.00' };
    await ada.call('POST', `/invoices/${disputed.id}/dispute`, { body });
    const answer = await pay(ada, { invoiceIds: ids(disputed) });
    expect(answer.body).toMatchObject({ amount: '800.00' });
  });

  it('are paid at the bare address as well', async () => {
    const { id } = await invoice('1', '2026-02-01');
    const body = { invoiceId: id };
    const bare = await ada.callAt('POST', '/payments/checkout', { body });
    expect([bare.status, bare.body]).toMatchObject([201, { invoiceId: id, amount: '100.00' }]);
    expect((await pay(ada, body)).body).toMatchObject(bare.body as object);
  });

  it('are not told to somebody who reaches some of them only', async () => {
    const own = await invoice('1', '2026-02-01');
    const { body } = await pay(ada, { invoiceIds: ids(own, await invoice('1', '2026-02-01')) });
    const bo = await acme.person({ partyId: accounts.A, role: 'Admin', accessLevel: 'own' });
    const path = `/payments/checkouts/${(body as Link).checkoutId}`;
    expect(codeOf(await bo.call('GET', path))).toBe('404 not_found');
  });
});

describe('a part', () => {
  afterAll(() => partly({ partialPayments: 'off', minimumPartial: null }));

  it('is taken where the company takes parts, and not below its least', async () => {
    const [first, second, third] = await three();
    const invoiceIds = ids(first, second, third);
    const refused = await pay(ada, { invoiceIds, amount: '600.00' });
    expect(codeOf(refused)).toBe('422 partial_payment_not_allowed');
    await partly({ partialPayments: 'on', minimumPartial: '50' });
    expect(codeOf(await pay(ada, { invoiceIds, amount: '49.99' }))).toBe(
      '422 payment_below_minimum',
    );
    const part = await pay(ada, { invoiceIds, amount: '600.00' });
    expect(part.body).toMatchObject({
      amount: '600.00',
      allocations: [
        { invoiceId: second.id, amount: '500.00' },
        { invoiceId: third.id, amount: '100.00' },
      ],
    });
    const allocations = [
      { invoiceId: first.id, amount: '300.01' },
      { invoiceId: second.id, amount: '1.00' },
    ];
    const above = await pay(ada, { invoiceIds, allocations });
    expect([codeOf(above), above.body]).toMatchObject([
      '422 payment_exceeds_balance',
      { errors: [{ pointer: '/allocations/0/amount' }] },
    ]);
  });
});

/** The invariants of payments that a damage violates; it is undone. */
async function amissWhen(damage: string): Promise<string[]> {
  const owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query(damage);
    const payments = receivablesInvariants.filter(({ id }) => /^I[45]/.test(id));
    const checked = await checkInvariants(async (text) => (await owner.query(text)).rows, payments);
    return checked.flatMap(({ id, violations }) => (violations.length > 0 ? [id] : []));
  } finally {
    await owner.end();
  }
}

describe('what somebody says to have paid', () => {
  const record = (who: PortalClient, body: object) =>
    who.call('POST', '/payments/record', { body });

  it('over several invoices waits beside each, and settles them once it is there', async () => {
    const [first, second] = await three();
    const body = {
      amount: '600.00',
      method: 'bank_transfer',
      paidOn: '2026-01-02',
      reference: 'REF-1',
      allocations: [
        { invoiceId: second.id, amount: '500.00' },
        { invoiceId: first.id, amount: '50.00' },
      ],
    };
    const byGateway = await record(ada, { ...body, method: 'gateway' });
    expect([codeOf(byGateway), byGateway.body]).toMatchObject([
      '422 validation_failed',
      { errors: [{ pointer: '/method' }] },
    ]);
    const stated = await record(ada, body);
    expect([stated.status, stated.body]).toMatchObject([
      201,
      {
        status: 'pending',
        invoiceId: null,
        stated: [
          { invoiceId: second.id, amount: '500.00' },
          { invoiceId: first.id, amount: '50.00' },
        ],
      },
    ]);
    expect(codeOf(await record(ada, body))).toBe('409 payment_already_recorded');
    // The other way round it is the same money, however its reference is written.
    const { id: third } = await invoice('1', '2026-02-01');
    const money = { amount: '13.00', method: 'cash', paidOn: '2026-01-05' };
    const one = { ...money, reference: 'W', allocations: [{ invoiceId: third, amount: '13.00' }] };
    expect((await record(ada, one)).status).toBe(201);
    const again = { body: { ...money, reference: ' w ' } };
    expect(codeOf(await ada.call('POST', `/invoices/${third}/payments`, again))).toBe(
      '409 payment_already_recorded',
    );
    const shown = await ada.call('GET', `/invoices/${first.id}`);
    expect(shown.body).toMatchObject({ balance: '300.00', pendingAmount: '50.00' });
    const { body: list } = await ada.call('GET', '/invoices?pageSize=200');
    const { data } = list as { data: (Made & { pendingAmount: string })[] };
    expect(data.find(({ id }) => id === second.id)).toMatchObject({ pendingAmount: '500.00' });
    const day = parseLocalDate('2026-12-31');
    const overdue = await stage.t.db.read(acme.people.ctx, (tx) =>
      openOverdue.read(tx, day, { id: second.id as InvoiceId }),
    );
    // Dunning leaves alone what is covered by it.
    expect(overdue).toMatchObject([{ balance: 50_000n, pending: 50_000n }]);
    const { id } = stated.body as Made;
    const damaged = await amissWhen(
      `update receivables.stated_allocation set amount = 99999 where payment_id = '${id}'`,
    );
    expect(damaged).toEqual(['I4c']);
    const cleared = await acme.staff.call('POST', `/payments/${id}/clear`, { body: {} });
    expect(cleared.body).toMatchObject({ appliedAmount: '550.00', onAccountAmount: '50.00' });
    expect((await ada.call('GET', `/invoices/${second.id}`)).body).toMatchObject({
      status: 'paid',
      pendingAmount: '0.00',
    });
  });

  it('names invoices in reach, and no more of them than was paid', async () => {
    const own = await invoice('1', '2026-02-01');
    const other = await acme.invoice(accounts.B);
    const said = (invoiceId: string, amount: string) => ({
      amount: '100.00',
      method: 'cash',
      paidOn: '2026-01-02',
      allocations: [{ invoiceId, amount }],
    });
    const beyond = await record(ada, said(other.id, '100.00'));
    expect(beyond.body).toMatchObject({
      code: 'reference_not_found',
      errors: [{ pointer: '/allocations/0/invoiceId' }],
    });
    expect(codeOf(await record(ada, said(own.id, '100.01')))).toBe(
      '422 allocations_exceed_payment',
    );
  });
});

describe('files for the books', () => {
  let paid: Made;
  let payment: Made;
  let blind: PortalClient;

  beforeAll(async () => {
    blind = await acme.person({ partyId: accounts.A, role: 'Admin', without: ['seePricing'] });
    paid = await acme.invoice(accounts.A);
    const body = { amount: '1190.00', method: 'cash' };
    payment = await acme.made(`/invoices/${paid.id}/payments`, body);
  });

  it('have the receipt of a payment whose money is there, and of no other', async () => {
    const receipt = await ada.call('GET', `/payments/${payment.id}/receipt`);
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    expect(String(receipt.body)).toMatch(/^%PDF-/);
    const open = await acme.invoice(accounts.A);
    const body = { amount: '1.00', method: 'cash', paidOn: '2026-01-02' };
    const stated = await ada.call('POST', `/invoices/${open.id}/payments`, { body });
    const none = await ada.call('GET', `/payments/${(stated.body as Made).id}/receipt`);
    expect(codeOf(none)).toBe('409 payment_not_completed');
    expect(codeOf(await blind.call('GET', `/payments/${payment.id}/receipt`))).toBe(
      '403 prices_not_permitted',
    );
  });

  it('have an invoice as electronic invoice, once nothing is missing in it', async () => {
    const eInvoice = (who: PortalClient, id: string) =>
      who.call('GET', `/invoices/${id}/e-invoice?format=cii`);
    const lacking = await eInvoice(ada, paid.id);
    expect(codeOf(lacking)).toBe('422 e_invoice_not_possible');
    expect(codeOf(await eInvoice(blind, paid.id))).toBe('403 prices_not_permitted');
    const address = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
    const taxRegistrations = [{ country: 'DE', number: 'DE136695976' }];
    const body = { address, taxRegistrations };
    const company = await acme.staff.call('PATCH', '/company', { body });
    const named = await acme.staff.call('PATCH', `/accounts/${accounts.A}`, {
      body: { billingAddress: address },
    });
    expect([company.status, named.status]).toEqual([200, 200]);
    const whole = await acme.invoice(accounts.A);
    const file = await eInvoice(ada, whole.id);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(String(file.body)).toContain(whole.number);
  });

  it('have several invoices in one file', async () => {
    const other = await acme.invoice(accounts.A);
    const bundle = (who: PortalClient, ...invoiceIds: string[]) =>
      who.call('POST', '/invoices/pdf-bundle', { body: { invoiceIds } });
    const file = await bundle(ada, paid.id, other.id);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(String(file.body).match(/INV-\d+\.pdf/g)).toHaveLength(4);
    expect(String(file.body).match(/%PDF-/g)).toHaveLength(2);
    const beyond = await bundle(ada, paid.id, (await acme.invoice(accounts.B)).id);
    expect(beyond.body).toMatchObject({
      code: 'reference_not_found',
      errors: [{ pointer: '/invoiceIds/1' }],
    });
    expect(codeOf(await bundle(blind, paid.id))).toBe('403 prices_not_permitted');
    expect(codeOf(await bundle(ada, ...Array.from({ length: 51 }, () => paid.id)))).toMatch(/^4/);
  });

  it('have the statement as rows, each currency from the balance of the day before', async () => {
    const path = '/statement?format=csv&from=2026-03-01&to=2026-12-31';
    const { headers, body } = await ada.call('GET', path);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, opening] = String(body).split('\n');
    expect(head).toBe('currency,date,kind,number,documentId,amount,balance');
    expect(opening).toMatch(/^EUR,2026-02-28,opening_balance,,,,-?\d+\.\d\d$/);
    const whole = await ada.call('GET', path.replace('csv', 'json'));
    const { currencies } = whole.body as { currencies: { openingBalance: string }[] };
    expect(opening?.endsWith(`,${currencies[0]?.openingBalance}`)).toBe(true);
  });
});
