import type { EcSalesLine, TaxReportRow } from '@quittance/reporting/host';
import fc from 'fast-check';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { runs } from '../../../../test/support/tier.js';
import { bodyOf, memberWith } from '../access/members.js';
import { FRANCE, NORWAY, SELLER, Shop } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
let shop: Shop;
beforeAll(async () => {
  t = await testDatabase();
  t.clock.set('2026-03-15T09:00:00.000Z');
  api = await startStaffApi(t);
  shop = await Shop.open({ t, api }, ['DE', 'FR']);
  const [germany] = SELLER.taxRegistrations;
  const ofUnion = { ...germany, scheme: 'oss_union', validFrom: '2026-01-01' };
  await shop.must('PATCH', '/company', { taxRegistrations: [germany, ofUnion] });
});
afterAll(async () => {
  // No dispatcher runs here.
  await expectInvariants(t, ['I15b']);
  await api.close();
  await t.close();
});

const MARCH = 'from=2026-03-01&to=2026-03-31';
const APRIL = 'from=2026-04-01&to=2026-04-30';
const taxes = (period: string) => shop.must<TaxReportRow[]>('GET', `/reports/tax?${period}`);
const short = (lines: readonly TaxReportRow[]) =>
  lines.map(({ scheme, country, category, reason, rate, net, tax }) =>
    [scheme, country, category, reason, Number(rate), net, tax].join(' '),
  );

/** What the heads of documents come to, which the report does not read. */
async function ofHeads(day: string): Promise<{ net: number; tax: number }> {
  interface Head {
    readonly issueDate: string;
    readonly subtotal: string;
    readonly taxTotal: string;
    readonly status: string;
  }
  const all = async (path: string) =>
    (await shop.must<{ data: Head[] }>('GET', path)).data.filter(
      ({ issueDate, status }) => issueDate.startsWith(day) && status !== 'draft',
    );
  const sum = (heads: readonly Head[], of: 'subtotal' | 'taxTotal') =>
    heads.reduce((cents, head) => cents + Math.round(Number(head[of]) * 100), 0);
  const [invoices, notes] = [await all('/invoices'), await all('/credit-notes')];
  return {
    net: sum(invoices, 'subtotal') - sum(notes, 'subtotal'),
    tax: sum(invoices, 'taxTotal') - sum(notes, 'taxTotal'),
  };
}

const cents = (lines: readonly TaxReportRow[], of: 'net' | 'tax') =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[of]) * 100), 0);

it('sums up by registration, category and ground what documents say', async () => {
  const goods = { productId: await shop.product('goods') };
  const consumer = await shop.customer(FRANCE);
  const business = await shop.customer(FRANCE, 'FR40303265045');
  await shop.must('PATCH', `/accounts/${consumer}`, { buyerKind: 'consumer' });
  const home = await shop.customer({
    line1: 'Weg 1',
    city: 'Bonn',
    postalCode: '53111',
    country: 'DE',
  });
  const sold = await shop.sent(home, {}, { quantity: '3', unitPrice: '33.33' });
  await shop.sent(consumer, goods);
  await shop.sent(business, goods);
  await shop.sent(business, {});
  await shop.sent(await shop.customer(NORWAY), goods);
  await shop.draft(home, { unitPrice: '777.00' });
  const wrong = await shop.sent(home, { unitPrice: '50.00' });

  const march = await taxes(MARCH);
  expect(short(march)).toEqual([
    'normal DE S taxed 19 249.99 47.50',
    'normal DE AE reverse_charge 0 100.00 0.00',
    'normal DE G export 0 100.00 0.00',
    'normal DE K intra_community 0 100.00 0.00',
    'oss_union FR S one_stop_shop 20 100.00 20.00',
  ]);
  expect(march.every(({ registration }) => registration === 'DE136695976')).toBe(true);
  const heads = await ofHeads('2026-03');
  expect([cents(march, 'net'), cents(march, 'tax')]).toEqual([heads.net, heads.tax]);
  expect(short(await shop.must('GET', `/reports/one-stop-shop?${MARCH}`))).toEqual([
    'oss_union FR S one_stop_shop 20 100.00 20.00',
  ]);
  const sales = await shop.must<EcSalesLine[]>('GET', `/reports/ec-sales-list?${MARCH}`);
  expect(sales.map(({ country, buyerId, kind, net }) => [country, buyerId, kind, net])).toEqual([
    ['FR', 'FR40303265045', 'goods', '100.00'],
    ['FR', 'FR40303265045', 'services', '100.00'],
  ]);

  // What is taken back counts when it is, and March stays what it was.
  t.clock.set('2026-04-10T09:00:00.000Z');
  await shop.must('POST', `/invoices/${wrong.id}/void`, { reason: 'Never ordered' });
  const note = await shop.must('POST', '/credit-notes', {
    accountId: home,
    currency: 'EUR',
    invoiceId: sold.id,
    issueDate: '2026-04-10',
    reason: 'Kind',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '100.00' }],
  });
  await shop.must('POST', `/credit-notes/${note.id}/issue`);
  expect(await taxes(MARCH)).toEqual(march);
  expect(short(await taxes(APRIL))).toEqual(['normal DE S taxed 19 -150.00 -28.50']);
});

it('is a file for whoever may export, and tells nobody of accounts they do not reach', async () => {
  const headers = { accept: 'text/csv' };
  const file = await shop.client.call('GET', `/reports/tax?${MARCH}`, { headers });
  expect(file.status).toBe(200);
  // A member of the company of the shop, who looks after an account of their own.
  const company = { companyId: shop.client.companyId } as TestStaffApi['company'];
  const within: TestStaffApi = { ...api, admin: shop.client, company };
  within.client = api.client.bind(api);
  const member = (scope: 'all' | 'own') =>
    memberWith(within, { matrix: { reports: ['view'], tax: ['view'] }, scopes: { tax: scope } });
  const told = async (by: StaffClient, path: string) =>
    bodyOf<unknown[]>(await by.call('GET', `/reports/${path}?${MARCH}`)).length;
  const [all, own] = [await member('all'), await member('own')];
  expect(await told(all, 'tax')).toBe(5);
  expect([await told(own, 'tax'), await told(own, 'ec-sales-list')]).toEqual([0, 0]);
  expect((await all.call('GET', `/reports/tax?${MARCH}`, { headers })).status).toBe(403);
});

it('tells of a draft that was paid what it told, also when that is given back', async () => {
  const period = (month: string) => taxes(`from=2026-${month}-01&to=2026-${month}-28`);
  t.clock.set('2026-08-10T09:00:00.000Z');
  const home = await shop.customer({
    line1: 'Weg 1',
    city: 'Bonn',
    postalCode: '53111',
    country: 'DE',
  });
  const draft = await shop.draft(home, { unitPrice: '100.00' });
  const dates = { issueDate: '2026-08-10', dueDate: '2026-09-30' };
  await shop.must('PATCH', `/invoices/${draft.id}`, dates);
  const money = { amount: '119.00', method: 'cash' };
  const payment = await shop.must('POST', `/invoices/${draft.id}/payments`, money);
  const august = await period('08');
  expect(short(august)).toEqual(['normal DE S taxed 19 100.00 19.00']);
  t.clock.set('2026-09-10T09:00:00.000Z');
  const refund = { amount: '119.00', reason: 'Off' };
  await shop.must('POST', `/payments/${payment.id}/refund`, refund);
  const back = ['normal DE S taxed 19 -100.00 -19.00'];
  expect([await period('08'), short(await period('09'))]).toEqual([august, back]);
  await shop.must('PATCH', `/invoices/${draft.id}`, { issueDate: '2026-09-10' });
  expect([await period('08'), short(await period('09'))]).toEqual([august, back]);
});

it('tells once of a draft in dispute whose money went back', async () => {
  const period = async (of: string) => short(await taxes(`from=${of}-01&to=${of}-28`));
  t.clock.set('2026-10-10T09:00:00.000Z');
  const place = { line1: 'Weg 1', city: 'Bonn', postalCode: '53111', country: 'DE' };
  const draft = await shop.draft(await shop.customer(place), { unitPrice: '100.00' });
  const dates = { issueDate: '2026-10-10', dueDate: '2026-11-28' };
  await shop.must('PATCH', `/invoices/${draft.id}`, dates);
  const money = { amount: '50.00', method: 'cash' };
  const payment = await shop.must('POST', `/invoices/${draft.id}/payments`, money);
  await shop.must('POST', `/invoices/${draft.id}/dispute`, { reason: 'Not as agreed' });
  const once = ['normal DE S taxed 19 100.00 19.00'];
  expect(await period('2026-10')).toEqual(once);
  t.clock.set('2026-11-10T09:00:00.000Z');
  await shop.must('POST', `/payments/${payment.id}/refund`, { amount: '50.00', reason: 'Off' });
  expect(await shop.must('GET', `/invoices/${draft.id}`)).toMatchObject({ status: 'disputed' });
  expect(await period('2026-10')).toEqual(once);
  expect(await period('2026-11')).toEqual(['normal DE S taxed 19 -100.00 -19.00']);
});

/** A line as its document answers it, from which the reports are worked out once more. */
interface ToldLine {
  readonly id: string;
  readonly net: string;
  readonly tax: string;
  readonly taxRate: string;
  readonly taxCategory: string;
  readonly taxReason: string;
}
interface ToldDocument {
  readonly id: string;
  readonly lines: readonly ToldLine[];
}

const VAT_ID = 'FR40303265045';
const KINDS: Readonly<Record<string, string>> = {
  intra_community: 'goods',
  reverse_charge: 'services',
  triangulation: 'triangulation',
};
const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/** Sums by what they are of, in cents, of whatever is told several times. */
function summed(parts: readonly (readonly [string, ...number[]])[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const [key, ...amounts] of parts) {
    sums[key] = amounts.map((amount, i) => (sums[key]?.[i] ?? 0) + amount);
  }
  return sums;
}

/** What all reports of a month are to say, by the lines that counted in it. */
function expectedOf(counted: readonly (ToldLine & { readonly sign: 1 | -1 })[]) {
  const of = counted.map(({ sign, ...line }) => {
    const shop = line.taxReason === 'one_stop_shop';
    const { taxCategory, taxReason, taxRate } = line;
    const key = [shop ? 'oss_union FR' : 'normal DE', taxCategory, taxReason, Number(taxRate)];
    const kind = KINDS[taxReason];
    const net = sign * centsOf(line.net);
    return { shop, key: key.join(' '), kind, net, tax: sign * centsOf(line.tax) };
  });
  const taxed = (lines: typeof of) =>
    summed(lines.map(({ key, net, tax }) => [key, net, net, tax] as const));
  return {
    taxes: taxed(of),
    shop: taxed(of.filter(({ shop: is }) => is)),
    sales: summed(of.flatMap(({ kind, net }) => (kind ? [[`${VAT_ID} ${kind}`, net]] : []))),
  };
}

async function reported(month: string) {
  const [from, to] = [`${month}-01`, `${month}-28`];
  const told = (lines: readonly TaxReportRow[]) =>
    summed(
      lines.map(({ scheme, country, category, reason, rate, net, base, tax }) => [
        [scheme, country, category, reason, Number(rate)].join(' '),
        ...[net, base, tax].map(centsOf),
      ]),
    );
  const read = <T>(path: string) => shop.must<T[]>('GET', `/reports/${path}?from=${from}&to=${to}`);
  const sales = await read<EcSalesLine>('ec-sales-list');
  return {
    taxes: told(await read<TaxReportRow>('tax')),
    shop: told(await read<TaxReportRow>('one-stop-shop')),
    sales: summed(sales.map(({ buyerId, kind, net }) => [`${buyerId} ${kind}`, centsOf(net)])),
  };
}

it('every report comes to what the lines of its documents come to, whatever they are', async () => {
  const consumer = await shop.customer(FRANCE);
  await shop.must('PATCH', `/accounts/${consumer}`, { buyerKind: 'consumer' });
  const [bonn, berlin] = ['53111', '10115'].map((postalCode) => ({ postalCode, country: 'DE' }));
  const buyers = {
    home: await shop.customer({ line1: 'Weg 1', city: 'Bonn', ...bonn }),
    other: await shop.customer({ line1: 'Weg 2', city: 'Berlin', ...berlin }),
    consumer,
    business: await shop.customer(FRANCE, VAT_ID),
    abroad: await shop.customer(NORWAY),
  };
  await shop.must('POST', '/tax/codes', { code: 'stay', name: 'Stay', kind: 'immovable' });
  const { data } = await shop.must<{ data: { id: string; code: string }[] }>(
    'GET',
    '/tax/jurisdictions',
  );
  const jurisdictionId = data.find(({ code }) => code === 'DE')?.id;
  const rate = { taxCode: 'stay', kind: 'vat', rate: '7', validFrom: '2020-01-01' };
  await shop.must('POST', '/tax/rates', { ...rate, jurisdictionId });
  const room = { taxCode: 'stay', supplyAddress: { country: 'DE' } };
  const products = {
    goods: await shop.product('goods'),
    service: await shop.product('service'),
    room: await shop.product('service', room),
  };
  const line = fc.record({
    product: fc.constantFrom('goods' as const, 'service' as const, 'room' as const),
    quantity: fc.integer({ min: 1, max: 30 }).map(String),
    unitPrice: fc.integer({ min: 200, max: 99_999 }).map((n) => (n / 100).toFixed(2)),
    percent: fc.integer({ min: 1, max: 50 }).map(String),
  });
  const anyDocument = fc.record({
    buyer: fc.constantFrom(...(Object.keys(buyers) as (keyof typeof buyers)[])),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    pricesIncludeTax: fc.boolean(),
    allowance: fc.boolean(),
    fate: fc.constantFrom('kept', 'void', 'credited'),
  });
  let at = 0;
  const nextMonth = () => {
    at += 1;
    const month = `${2026 + Math.ceil(at / 12)}-${String(((at - 1) % 12) + 1).padStart(2, '0')}`;
    t.clock.set(`${month}-10T09:00:00.000Z`);
    return month;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anyDocument, { minLength: 3, maxLength: 5 }), async (documents) => {
      const month = nextMonth();
      const dates = { issueDate: `${month}-10`, dueDate: `${month}-20`, currency: 'EUR' };
      const sent: ToldDocument[] = [];
      for (const { buyer, lines, pricesIncludeTax, allowance } of documents) {
        // What is taken off the whole is taxed as its lines are, where they are taxed alike.
        const alike = allowance
          ? lines.map((each) => ({ ...each, product: lines[0]?.product ?? 'goods' }))
          : lines;
        const { id } = await shop.must('POST', '/invoices', {
          accountId: buyers[buyer],
          ...dates,
          pricesIncludeTax,
          ...(allowance && { adjustments: [{ kind: 'allowance', reason: 'Kind', percent: '7' }] }),
          lines: alike.map(({ product, percent, quantity, unitPrice }) => {
            const said = { description: 'Sold', quantity, unitPrice, discount: { percent } };
            return { ...said, productId: products[product] };
          }),
        });
        sent.push(await shop.must<ToldDocument>('POST', `/invoices/${id}/send`));
      }
      const counted = sent
        .flatMap(({ lines }) => lines)
        .map((each) => ({ ...each, sign: 1 as const }));
      expect(await reported(month)).toEqual(expectedOf(counted));

      const later = nextMonth();
      const back: ToldLine[] = [];
      for (const [i, { fate, buyer }] of documents.entries()) {
        const { id, lines } = sent[i] as ToldDocument;
        if (fate === 'void') {
          await shop.must('POST', `/invoices/${id}/void`, { reason: 'Never ordered' });
          back.push(...lines);
        }
        if (fate !== 'credited') continue;
        const note = await shop.must('POST', '/credit-notes', {
          accountId: buyers[buyer],
          currency: 'EUR',
          invoiceId: id,
          issueDate: `${later}-10`,
          reason: 'Kind',
          lines: [{ invoiceLineId: lines[0]?.id, quantity: '1', unitPrice: '0.50' }],
        });
        back.push(
          ...(await shop.must<ToldDocument>('POST', `/credit-notes/${note.id}/issue`)).lines,
        );
      }
      const taken = back.map((each) => ({ ...each, sign: -1 as const }));
      expect(await reported(later)).toEqual(expectedOf(taken));
      // A period stays what it was.
      expect(await reported(month)).toEqual(expectedOf(counted));
    }),
    { numRuns: runs(1, 8) },
  );
});
