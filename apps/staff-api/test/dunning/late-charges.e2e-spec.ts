import { ChargeLate, OpenDunningRuns } from '@quittance/dunning/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../access/members.js';
import type { InvoiceBody } from '../receivables/billing-support.js';
import { MAIL, pursuitBy, type Pursuit } from './dunning-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let p: Pursuit;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t, MAIL);
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  admin = await api.newAdmin();
  p = pursuitBy(t, admin);
});
afterAll(async () => {
  // No dispatcher runs here.
  await expectInvariants(t, ['I15b']);
  await api.close();
  await t.close();
});

interface Made {
  readonly count: number;
  readonly invoices: readonly { readonly invoiceId: string; readonly total: string }[];
}

const TERMS = {
  active: true,
  annualRate: '9.12',
  graceDays: 0,
  appliesFrom: '2026-01-01',
  amounts: [{ currency: 'EUR', fee: '40.00', minimum: null }],
};

const put = (body: object) => admin.call('PUT', '/dunning/late-terms', { body });
const charge = async (body = {}) =>
  bodyOf<Made>(await admin.call('POST', '/dunning/late-charges', { body }));
const preview = async () =>
  bodyOf<{ count: number; bills: readonly { total: string; charges: readonly object[] }[] }>(
    await admin.call('GET', '/dunning/late-charges/preview'),
  );
const invoiceOf = async (id: string | undefined) =>
  bodyOf<InvoiceBody & { lines: readonly object[] }>(await admin.call('GET', `/invoices/${id}`));

it('costs nothing until it is switched on, and terms that make no sense are refused', async () => {
  await p.overdue();
  t.clock.set('2026-04-01T09:00:00.000Z');
  expect(await charge()).toEqual({ count: 0, next: null, invoices: [], skipped: [] });
  for (const wrong of [
    { annualRate: '0' },
    { annualRate: '100.000001' },
    { amounts: [{ currency: 'EUR', fee: '0.00', minimum: null }] },
    { amounts: [TERMS.amounts[0], TERMS.amounts[0]] },
  ]) {
    expect(refusal(await put({ ...TERMS, ...wrong }))).toEqual([422, 'validation_failed']);
  }
});

it('asks for what the days cost, as the preview says, and never twice', async () => {
  const accountId = await p.account();
  const [first, second] = [await p.overdue(accountId), await p.overdue(accountId)];
  expect((await put(TERMS)).status).toBe(200);
  t.clock.set('2026-04-01T09:00:00.000Z');
  const ahead = await preview();
  expect(ahead).toMatchObject({ count: 1, bills: [{ charges: [{}, {}, {}, {}] }] });
  const [one, other] = await Promise.all([charge(), charge()]);
  expect(one.count + other.count).toBe(1);
  const [made] = [...one.invoices, ...other.invoices];
  expect(made?.total).toBe(ahead.bills[0]?.total);
  const bill = await invoiceOf(made?.invoiceId);
  const line = { taxCategory: 'O', tax: '0.00', quantity: '1' };
  expect(bill).toMatchObject({ status: 'sent', taxTotal: '0.00', total: made?.total });
  expect(bill.lines).toMatchObject([line, line, line, line]);
  expect(await charge()).toMatchObject({ count: 0 });
  // It bears none itself; the days of the others go on, and their fee is asked for once.
  t.clock.set('2026-06-30T09:00:00.000Z');
  const [next] = (await preview()).bills;
  expect(next?.charges).toMatchObject([
    { kind: 'interest', invoiceId: first.id, from: '2026-04-01', to: '2026-06-29' },
    { kind: 'interest', invoiceId: second.id, from: '2026-04-01', to: '2026-06-29' },
  ]);
});

it('asks for none of the time in which it was off, nor before its day comes round', async () => {
  t.clock.set('2026-07-10T09:00:00.000Z');
  const saved = async (body: object) => bodyOf<Record<string, unknown>>(await put(body));
  const { appliesFrom: _, ...terms } = { ...TERMS, askOnDay: 1 };
  await saved({ ...TERMS, askOnDay: 1 });
  expect(await saved(terms)).toMatchObject({ appliesFrom: '2026-01-01' });
  expect(await saved({ ...terms, active: false })).toMatchObject({ appliesFrom: '2026-01-01' });
  t.clock.set('2026-09-20T09:00:00.000Z');
  expect(await saved(terms)).toMatchObject({
    appliesFrom: '2026-09-20',
    lastAskedOn: '2026-09-20',
  });
  expect(await preview()).toMatchObject({ count: 0 });
  await saved({ ...terms, active: false, appliesFrom: '2026-12-01' });
  expect(await saved(terms)).toMatchObject({ appliesFrom: '2026-12-01' });
});

it('asks for the days behind another rate by what was said of them', async () => {
  const late = await p.overdue();
  await put({ ...TERMS, amounts: [] });
  t.clock.set('2026-07-01T09:00:00.000Z');
  const changed = { ...TERMS, amounts: [], annualRate: '18.24' };
  expect(refusal(await put({ ...changed, holdsFrom: '2026-07-02' }))).toEqual([
    422,
    'validation_failed',
  ]);
  expect(bodyOf(await put(changed))).toMatchObject({
    annualRate: '18.24',
    saidOn: '2026-07-01',
    earlier: [{ annualRate: '9.12', graceDays: 0, until: '2026-07-01' }],
  });
  // What was said today is corrected; the rate holds from the day on from which the law has it.
  const lawful = { ...changed, annualRate: '10.12', holdsFrom: '2026-06-15' };
  expect(bodyOf(await put(lawful))).toMatchObject({
    earlier: [{ annualRate: '9.12', until: '2026-06-15' }],
  });
  t.clock.set('2026-07-11T09:00:00.000Z');
  const [bill] = (await preview()).bills;
  expect(bill?.charges).toMatchObject([
    { kind: 'interest', invoiceId: late.id, to: '2026-06-14', annualRate: '9.12' },
    { from: '2026-06-15', to: '2026-07-10', annualRate: '10.12' },
  ]);
  const [made] = (await charge()).invoices;
  expect(made?.total).toBe(bill?.total);
  expect((await invoiceOf(made?.invoiceId)).lines).toHaveLength(2);
  expect(await charge()).toMatchObject({ count: 0 });
});

it('leaves alone what is disputed, paused or written off', async () => {
  await put({ ...TERMS, amounts: [] });
  const [disputed, paused, off] = [await p.overdue(), await p.overdue(), await p.overdue()];
  p.daysPass(9);
  await admin.call('POST', `/invoices/${disputed.id}/dispute`, { body: { reason: 'Broken' } });
  const pause = { invoiceId: paused.id, reason: 'in talks' };
  await admin.call('POST', '/dunning/pauses', { body: pause });
  const reason = { body: { reason: 'Insolvent' } };
  expect((await admin.call('POST', `/invoices/${off.id}/write-off`, reason)).body).toMatchObject({
    status: 'written_off',
    balance: '0.00',
  });
  t.clock.set('2026-04-01T09:00:00.000Z');
  const { bills } = await preview();
  const named = bills.flatMap(({ charges }) => charges as { invoiceId: string; to: string }[]);
  expect(named.map(({ invoiceId }) => invoiceId)).not.toContain(off.id);
  // What was over by the day on which they were left alone is all that they cost.
  expect(named.filter(({ invoiceId }) => invoiceId === disputed.id)).toHaveLength(1);
  const again = await admin.call('POST', `/invoices/${off.id}/undo-write-off`, reason);
  expect(again.body).toMatchObject({ status: 'overdue', writtenOffAmount: '0.00' });
});

it('says what the account says, and waits for what its e-invoice profile demands', async () => {
  const accountId = await p.account();
  const told = {
    eInvoiceProfile: 'xrechnung',
    language: 'de',
    billingAddress: { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
  };
  const changed = await admin.call('PATCH', `/accounts/${accountId}`, { body: told });
  const { ledgerAccountId } = bodyOf<{ ledgerAccountId: string }>(changed);
  const terms = { paymentTerms: 'Ohne Abzug', creditDays: 10 };
  await admin.call('PATCH', `/ledger-accounts/${ledgerAccountId}`, { body: terms });
  const seller = {
    legalName: 'Beispiel GmbH',
    address: { line1: 'Hauptstr. 2', city: 'Köln', postalCode: '50667', country: 'DE' },
    registrationNumber: 'HRB 12345',
    bankAccount: { iban: 'DE02120300000000202051' },
    contact: { name: 'Erika Muster', phone: '+49 221 1234', email: 'ar@beispiel.example' },
  };
  await admin.call('PATCH', '/company', { body: seller });
  const reference = { body: { buyerReference: '991-1-06' } };
  const late = await p.overdue(accountId, reference.body);
  await put({ ...TERMS, amounts: [] });
  t.clock.set('2026-04-01T09:00:00.000Z');
  const faults = [{ rule: 'BR-DE-15', pointer: '/buyerReference' }];
  const waits = { count: 0, skipped: [{ accountId, accountName: 'Acme <GmbH>', faults }] };
  expect(await preview()).toMatchObject({ ...waits, bills: [] });
  expect(await charge()).toMatchObject({ ...waits, invoices: [] });
  await admin.call('PATCH', `/accounts/${accountId}`, reference);
  const made = await charge();
  expect(made).toMatchObject({ count: 1, skipped: [] });
  const bill = await invoiceOf(made.invoices[0]?.invoiceId);
  expect(bill).toMatchObject({
    status: 'sent',
    eInvoiceProfile: 'xrechnung',
    ...reference.body,
    paymentTerms: 'Ohne Abzug',
    dueDate: '2026-04-11',
    lines: [{ description: expect.stringMatching(`^Verzugszinsen.*${late.number}`) }],
  });
  const check = await admin.call('GET', `/invoices/${made.invoices[0]?.invoiceId}/e-invoice-check`);
  expect(check.body).toMatchObject({ profile: 'xrechnung', possible: true });
});

it('asks customers in their order, behind the one that is named', async () => {
  const [first, second] = [await p.account(), await p.account()].sort();
  for (const accountId of [first, second]) await p.overdue(accountId);
  await put(TERMS);
  t.clock.set('2026-04-01T09:00:00.000Z');
  const ahead = await admin.call('GET', `/dunning/late-charges/preview?after=${first}`);
  expect(ahead.body).toMatchObject({ count: 1, next: null, bills: [{ accountId: second }] });
  const rest = { count: 1, next: null, invoices: [{ accountId: second }] };
  expect(await charge({ after: first })).toMatchObject(rest);
  expect(await charge({ after: second })).toMatchObject({ count: 0 });
  expect(await charge()).toMatchObject({ count: 1, invoices: [{ accountId: first }] });
  const both = { body: { accountIds: [second], after: first } };
  const refused = await admin.call('POST', '/dunning/late-charges', both);
  expect(refusal(refused)).toEqual([422, 'validation_failed']);
});

it('asks by itself once on the chosen day of the month, or as soon as it can', async () => {
  await p.overdue();
  const byItself = () => {
    return api.app.get(ChargeLate, { strict: false }).byItself(t.ctx(admin.companyId));
  };
  const asking = () => api.app.get(OpenDunningRuns, { strict: false }).companiesAskingLate();
  for (const askOnDay of [0, 29]) {
    expect((await put({ ...TERMS, askOnDay })).status).toBe(422);
  }
  expect((await put({ ...TERMS, askOnDay: 1 })).body).toMatchObject({ lastAskedOn: '2026-03-02' });
  expect(await asking()).toContain(admin.companyId);
  expect(await byItself()).toBeNull();
  t.clock.set('2026-04-03T01:00:00.000Z');
  expect(await byItself()).toMatchObject({ count: 1, next: null });
  // However late it comes, everybody is asked for the days before the chosen one.
  const [bill] = (await preview()).bills;
  expect(bill?.charges).toMatchObject([{ from: '2026-04-01', to: '2026-04-02' }]);
  expect(await byItself()).toBeNull();
  t.clock.set('2026-04-30T01:00:00.000Z');
  expect(await byItself()).toBeNull();
  t.clock.set('2026-05-01T01:00:00.000Z');
  expect(await byItself()).toMatchObject({ count: 1 });
  expect((await put(TERMS)).body).toMatchObject({ askOnDay: null });
  expect(await asking()).not.toContain(admin.companyId);
});

describe('a step that asks for a fee', () => {
  const FEE = { percent: null, amounts: [{ currency: 'EUR', amount: '5.00' }], taxCode: null };
  const ladder = (fee: object | null, action = 'reminder') => [
    { daysAfterDue: 3, action, fee },
    { daysAfterDue: 10, action: 'warning', fee: null },
  ];
  const lastLetter = async () => {
    const { data } = bodyOf<{ data: { id: string }[] }>(await admin.call('GET', '/emails'));
    return bodyOf<{ text: string; html: string; attachments: object[] }>(
      await admin.call('GET', `/emails/${data[0]?.id}`),
    );
  };
  const feesOf = async (id: string) =>
    bodyOf<{ fees: { invoiceId: string; amount: string; attemptId: string }[] }>(
      await admin.call('GET', `/invoices/${id}/dunning`),
    ).fees;

  it('asks once, with the step, by an invoice of its own that the letter tells of', async () => {
    await p.scheduled(ladder(FEE));
    const late = await p.overdue();
    expect(await p.dryRun()).toMatchObject({ plan: [{ step: 1, fee: '5.00' }] });
    expect(await feesOf(late.id)).toEqual([]);
    await Promise.all([p.run(), p.run()]);
    const [fee, ...more] = await feesOf(late.id);
    expect(more).toEqual([]);
    expect(await invoiceOf(fee?.invoiceId)).toMatchObject({
      status: 'sent',
      total: '5.00',
      lines: [{ description: `Late payment fee for ${late.number}`, taxCategory: 'O' }],
    });
    const { number } = await invoiceOf(fee?.invoiceId);
    const { text, html, attachments } = await lastLetter();
    for (const part of [text, html]) {
      const said = besidesIds(part).replaceAll(/<[^>]*>/g, ' ');
      expect(said).toMatch(/an invoice of its own:.{1,40}5\.00/);
      expect(said).toContain(`(${late.number}) – Invoice ${number}`);
      expect(said).toMatch(/Total to pay\W+105\.00/);
    }
    expect(attachments).toContainEqual(
      expect.objectContaining({ kind: 'invoice-pdf', recordId: fee?.invoiceId }),
    );
    // The fee is dunned like any invoice, and costs no fee itself.
    t.clock.set('2026-06-01T09:00:00.000Z');
    await p.run();
    expect(await feesOf(late.id)).toHaveLength(1);
    expect(await feesOf(fee?.invoiceId ?? '')).toEqual([]);
    expect((await p.standing({ id: fee?.invoiceId ?? '' } as never)).attempts).toHaveLength(1);
  });

  it('asks by an invoice for each letter where a customer gets several', async () => {
    await p.scheduled(ladder(FEE), { consolidate: false });
    const accountId = await p.account();
    const late = [await p.overdue(accountId), await p.overdue(accountId)];
    await p.run();
    const asking = await Promise.all(late.map(async ({ id }) => (await feesOf(id))[0]?.invoiceId));
    expect(new Set(asking).size).toBe(2);
    for (const id of asking) expect(await invoiceOf(id)).toMatchObject({ total: '5.00' });
  });

  it('asks a part of what nobody objects to, taxed by its code', async () => {
    await admin.call('PATCH', '/company', { body: GERMAN });
    await admin.call('POST', '/tax/seed', { body: { countries: ['DE'] } });
    await p.scheduled(ladder({ percent: '10', amounts: [], taxCode: 'standard' }, 'warning'));
    const late = await p.overdue();
    await admin.call('POST', `/invoices/${late.id}/dispute`, {
      body: { reason: 'Two are broken', amount: '40.00' },
    });
    await p.run();
    const [fee] = await feesOf(late.id);
    expect(fee).toMatchObject({ amount: '7.90' });
    expect(await invoiceOf(fee?.invoiceId)).toMatchObject({
      status: 'sent',
      subtotal: '7.90',
      taxTotal: '1.50',
    });
  });

  it.each([
    ['nothing could be sent', () => p.account(null), {}],
    ['it was never sent', () => p.account(), { draft: true }],
    ['it is in another currency', () => p.account(), { currency: 'USD' }],
  ])('asks for nothing where %s', async (_, account, said) => {
    const { draft = false, ...body } = said as { readonly draft?: boolean };
    await p.scheduled(ladder(FEE));
    const accountId = await account();
    const dates = { issueDate: '2026-01-01', dueDate: '2026-01-31' };
    const late = draft
      ? bodyOf<InvoiceBody>(
          await admin.call('POST', '/invoices', { body: { accountId, ...dates, lines: [LINE] } }),
        )
      : await p.overdue(accountId, body);
    await p.run();
    expect(await feesOf(late.id)).toEqual([]);
  });

  it('says that its code was taken away, and the letter leaves all the same', async () => {
    const body = { code: 'fleeting', name: 'Fleeting' };
    const code = bodyOf<{ id: string }>(await admin.call('POST', '/tax/codes', { body }));
    await p.scheduled(ladder({ ...FEE, taxCode: 'fleeting' }));
    await admin.call('DELETE', `/tax/codes/${code.id}`);
    const late = await p.overdue();
    await p.run();
    expect(await feesOf(late.id)).toEqual([]);
    expect((await p.standing(late)).attempts).toMatchObject([
      { result: 'sent', reason: 'fee_tax_code_unknown' },
    ]);
  });

  it.each([
    ['says nothing', { amounts: [] }, 'percent', 'required'],
    ['names a code that is not there', { taxCode: 'none' }, 'taxCode', 'tax_code_unknown'],
    [
      'is more than a line can bear',
      { amounts: [{ currency: 'EUR', amount: '1000000000000' }] },
      'amounts/0/amount',
      'max',
    ],
  ])('is refused where it %s', async (_, said, member, code) => {
    expect((await p.put({ steps: ladder({ ...FEE, ...said }) })).body).toMatchObject({
      errors: [{ pointer: `/steps/0/fee/${member}`, code }],
    });
  });
});

const GERMAN = {
  address: { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
  taxRegistrations: [{ country: 'DE', number: 'DE136695976' }],
};
const LINE = { description: 'Seats', quantity: '1', unitPrice: '100.00', taxRate: '0' };
