import {
  WatchDistanceSales,
  type DistanceSalesCount,
  type DistanceSalesMonth,
} from '@quittance/reporting/host';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { bodyOf, memberWith } from '../access/members.js';
import { FRANCE, NORWAY, SELLER, Shop, vatOf, WORK, type TaxedDocument } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  // No dispatcher runs here, and the clock is moved on.
  await expectInvariants(t, ['I15b']);
  await api.close();
  await t.close();
});

interface Explained {
  readonly lines: readonly (Record<string, unknown> & {
    readonly steps?: readonly { readonly rule: string; readonly answered: boolean }[];
  })[];
}

describe('the place of a line', () => {
  it('stays a draft where the address names no state, and is taxed once it does', async () => {
    const texas = { line1: '1 Main St', city: 'Austin', postalCode: '78701', country: 'US' };
    const states = await Shop.plain({ t, api });
    await states.must('PATCH', '/company', { address: { ...texas, region: 'TX' } });
    await states.must('POST', '/tax/seed', { countries: ['US'] });
    const { id, lines } = await states.draft(await states.customer(texas), {}, { taxRate: '8' });
    expect(lines).toMatchObject([
      { taxCategory: null, taxReason: 'place_unknown', tax: '0.00' },
      { taxCategory: 'S', taxReason: 'line_rate', tax: '8.00' },
    ]);
    const refused = await states.ask('POST', `/invoices/${id}/send`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'tax_undetermined', errors: [{ pointer: '/lines/0', code: 'place_unknown' }] },
    });
    expect((await states.ask('GET', '/tax/undetermined-lines')).body).toMatchObject({
      data: [{ invoiceId: id, country: 'US', reason: 'place_unknown' }],
    });
    const placed = await states.customer({ ...texas, region: 'tx' });
    expect(await states.sent(placed, {})).toMatchObject({ status: 'sent', taxTotal: '6.25' });
  });

  it('is outside the Union in parts of its member states, or under a neighbour’s tax', async () => {
    const shop = await Shop.open({ t, api }, ['DE', 'ES', 'FR', 'GB']);
    const registered = ['DE', 'FR', 'GB'].map((country) => ({ country, number: `No. ${country}` }));
    await shop.must('PATCH', '/company', { taxRegistrations: registered });
    const line1 = 'Calle 1';
    const sold = async (place: object) => {
      const accountId = await shop.customer({ line1, ...place });
      const productId = await shop.product('goods');
      const { lines } = await shop.sent(accountId, { productId }, {});
      return lines.map(({ taxCategory, taxReason, tax }) => [taxCategory, taxReason, tax]);
    };
    const abroad = [
      ['G', 'export', '0.00'],
      ['O', 'service_abroad', '0.00'],
    ];
    expect(await sold({ city: 'Arucas', postalCode: '35400', country: 'ES' })).toEqual(abroad);
    expect(await sold({ city: 'Vaduz', postalCode: '9490', country: 'LI' })).toEqual(abroad);
    const taxed = ['S', 'taxed', '20.00'];
    expect(await sold({ city: 'Monaco', postalCode: '98000', country: 'MC' })).toEqual([
      taxed,
      // General services to whoever has no number are supplied at home.
      ['S', 'taxed', '19.00'],
    ]);
    expect(await sold({ city: 'Douglas', postalCode: 'IM1 1AA', country: 'IM' })).toEqual([
      taxed,
      taxed,
    ]);
  });
});

describe('where a company is registered', () => {
  it('decides what it charges, rule by rule, and what rates of other places are', async () => {
    const shop = await Shop.open({ t, api }, ['DE', 'FR']);
    const sale = {
      currency: 'EUR',
      date: '2026-11-02',
      shipTo: FRANCE,
      customer: { buyerKind: 'consumer' },
      lines: [{ amount: '100.00', supply: 'goods' }],
    };
    const priced = async () =>
      (await shop.must<Explained>('POST', '/tax/calculate?explain=true', sale)).lines[0];
    const below = await priced();
    expect(below).toMatchObject({ category: 'S', reason: 'taxed', tax: '19.00' });
    expect(below?.steps?.at(-1)).toEqual({ rule: 'taxed_at_home', answered: true });
    expect(below?.['warnings']).toMatchObject([{ code: 'distance_sales_unset' }]);

    const germany = SELLER.taxRegistrations[0];
    const shopOfTheUnion = { ...germany, scheme: 'oss_union', validFrom: '2026-01-01' };
    const register = (...taxRegistrations: unknown[]) =>
      shop.must('PATCH', '/company', { taxRegistrations });
    await register(germany, shopOfTheUnion);
    expect(await priced()).toMatchObject({ reason: 'one_stop_shop', tax: '20.00' });
    await register(germany, { country: 'FR', number: 'FR40303265045' });
    expect(await priced()).toMatchObject({ reason: 'taxed', tax: '20.00' });
    await register({ ...germany, scheme: 'small_business' });
    expect(await priced()).toMatchObject({ category: 'E', reason: 'small_business', tax: '0.00' });
    const told = await shop.must<{ taxOptions: unknown }>('PATCH', '/company', {
      taxOptions: { smallBusinessExports: 'export' },
    });
    expect(told.taxOptions).toEqual({
      buyerOwes: [],
      sourcing: [],
      intermediaries: [],
      triangulation: 'reverse_charge',
      smallBusinessExports: 'export',
    });
    const abroad = { ...sale, shipTo: NORWAY };
    const exported = await shop.must<Explained>('POST', '/tax/calculate?explain=true', abroad);
    expect(exported.lines).toMatchObject([{ category: 'G', reason: 'export', tax: '0.00' }]);
    expect(exported.lines[0]?.steps?.at(-1)).toEqual({
      rule: 'small_business',
      answered: true,
      option: 'smallBusinessExports: export',
    });
  });

  it('is that of an intermediary in India, as long as the company has the law so', async () => {
    const shop = await Shop.plain({ t, api });
    const letter = { undertakingFrom: '2026-01-01', undertakingTo: '2026-12-31' };
    await shop.must('PATCH', '/company', {
      address: { line1: 'Marg 1', city: 'Pune', region: 'MH', postalCode: '411001', country: 'IN' },
      taxRegistrations: [{ country: 'IN', region: 'MH', number: '27AAPFU0939F1ZV', ...letter }],
    });
    await shop.must('POST', '/tax/seed', { countries: ['IN'] });
    const codes = await shop.must<{ data: { id: string; code: string }[] }>('GET', '/tax/codes');
    const code = codes.data.find((each) => each.code === 'gst-18');
    await shop.must('PATCH', `/tax/codes/${code?.id}`, { kind: 'intermediary' });
    const asked = {
      currency: 'INR',
      date: '2026-11-02',
      shipTo: NORWAY,
      lines: [{ amount: '100.00', quantity: '1', taxCode: 'gst-18' }],
    };
    const priced = () => shop.must<Explained>('POST', '/tax/calculate?explain=true', asked);
    expect((await priced()).lines).toMatchObject([{ category: 'S', tax: '18.00' }]);
    const intermediaries = [{ at: 'recipient', validFrom: '2026-11-01' }];
    await shop.must('PATCH', '/company', { taxOptions: { intermediaries } });
    const [line] = (await priced()).lines;
    expect(line).toMatchObject({ category: 'G', reason: 'export', tax: '0.00' });
    expect(line?.steps?.at(-1)).toMatchObject({ option: 'intermediaries: recipient' });
  });

  it('is asked of no account that says what it is', async () => {
    const shop = await Shop.open({ t, api }, ['DE']);
    const accountId = await shop.customer(NORWAY);
    const service = { description: 'Advice', quantity: '1', unitPrice: '100.00' };
    const first = await shop.draft(accountId, service);
    expect(first.lines).toMatchObject([{ taxCategory: 'O', taxReason: 'service_abroad' }]);
    await shop.must('PATCH', `/accounts/${accountId}`, { buyerKind: 'consumer' });
    const second = await shop.draft(accountId, service);
    expect(second.lines).toMatchObject([{ taxCategory: 'S', taxReason: 'taxed', tax: '19.00' }]);
    // What was said stays with the document.
    await shop.must('PATCH', `/accounts/${accountId}`, { buyerKind: null });
    const again = await shop.must('POST', `/invoices/${second.id}/recalculate-tax`);
    expect(again.lines).toMatchObject([{ taxCategory: 'S', taxReason: 'taxed', tax: '19.00' }]);
  });

  it('is refused where it makes no sense', async () => {
    const shop = await Shop.open({ t, api }, []);
    const number = 'DE136695976';
    const taxRegistrations = [
      { country: 'DE', number, scheme: 'composition' },
      { country: 'DE', number, validFrom: '2026-02-01', validTo: '2026-01-01' },
      { country: 'DE', number, undertakingFrom: '2026-01-01' },
    ];
    const distanceSales = [
      { year: 2026, status: 'below' },
      { year: 2026, status: 'opted' },
    ];
    const taxOptions = { sourcing: [{ state: 'BC', by: 'origin' }] };
    const said = { taxRegistrations, distanceSales, taxOptions };
    const answer = await shop.ask('PATCH', '/company', said);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: [
          { pointer: '/taxRegistrations/0/scheme' },
          { pointer: '/taxRegistrations/1/validTo' },
          { pointer: '/taxRegistrations/2/undertakingFrom' },
          { pointer: '/distanceSales/1/year' },
          { pointer: '/taxOptions/sourcing/0/state' },
        ],
      },
    });
  });
});

describe('a certificate of a customer', () => {
  it('frees by its kind on every document, and of what is credited without it', async () => {
    const shop = await Shop.open({ t, api });
    await shop.must('PATCH', '/company', { documentLanguage: 'de' });
    const decided = ({ lines }: TaxedDocument) =>
      lines.map(({ taxCategory, taxReason, tax }) => [taxCategory, taxReason, tax]);
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const held = { accountId, certificate: 'AA-4711', validFrom: '2026-01-01' };
    expect(await shop.ask('POST', '/tax/exemptions', { ...held, kind: 'royal' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/kind' }] },
    });
    const made = await shop.must<{ id: string; kind: string }>('POST', '/tax/exemptions', held);
    expect(made.kind).toBe('other');
    const path = `/tax/exemptions/${made.id}`;
    expect(await shop.must('PATCH', path, { kind: 'resale' })).toMatchObject({ kind: 'resale' });
    const asked = () =>
      shop.must('POST', '/tax/calculate?explain=true', {
        currency: 'EUR',
        customer: { accountId },
        shipTo: { country: 'DE' },
        lines: [{ amount: '1.00', taxCode: 'standard' }],
      });
    const warnings = [{ code: 'certificate_not_applied' }];
    expect(await asked()).toMatchObject({ lines: [{ reason: 'taxed', warnings }] });
    await shop.must('PATCH', path, { kind: 'diplomatic' });
    const steps = expect.arrayContaining([{ rule: 'article_151', answered: true }]) as unknown;
    expect(await asked()).toMatchObject({
      lines: [{ category: 'E', reason: 'exempt_diplomatic', warnings: [], steps }],
    });
    const productId = await shop.product('goods');
    const invoice = await shop.sent(accountId, { productId });
    expect(decided(invoice)).toEqual([['E', 'exempt_diplomatic', '0.00']]);
    const reason =
      'Steuerfreier Umsatz (Art. 151(1)(a) der Richtlinie 2006/112/EG). ' +
      'Bescheinigung Nr. AA-4711.';
    const said = { category: 'E', percent: '0', code: 'VATEX-EU-151-1A', reason, sellerId: true };
    expect(await vatOf(shop, `/invoices/${invoice.id}`)).toEqual(said);
    const paper = pdfText(await shop.file(`/invoices/${invoice.id}/pdf`));
    expect(paper.join(' ').replaceAll(/\s+/g, ' ')).toContain(reason);
    await shop.ask('DELETE', path);
    const note = await shop.must('POST', '/credit-notes', {
      accountId,
      invoiceId: invoice.id,
      reason: 'Broken',
      lines: [{ ...WORK, invoiceLineId: invoice.lines[0]?.id }],
    });
    await shop.must('POST', `/credit-notes/${note.id}/issue`);
    expect(decided(note)).toEqual([['E', 'exempt_diplomatic', '0.00']]);
    expect(await vatOf(shop, `/credit-notes/${note.id}`, 'CreditNote')).toEqual(said);
    const [declared] = await shop.must<object[]>(
      'GET',
      '/reports/tax?from=2026-03-01&to=2026-03-31',
    );
    const sums = { jurisdiction: 'DE', documents: 2, net: '0.00', tax: '0.00' };
    expect(declared).toMatchObject({ category: 'E', reason: 'exempt_diplomatic', ...sums });
  });
});

it('counts a year of distance sales, and names the document that crossed the limit', async () => {
  t.clock.set('2034-11-10T09:00:00.000Z');
  const own = await Shop.open({ t, api }, ['DE', 'FR']);
  const consumer = await own.customer(FRANCE);
  await own.must('PATCH', `/accounts/${consumer}`, { buyerKind: 'consumer' });
  const german = { line1: 'Weg 1', city: 'Bonn', postalCode: '53111', country: 'DE' };
  const canary = { line1: 'Calle 1', city: 'Las Palmas', postalCode: '35001', country: 'ES' };
  const home = await own.customer(german);
  const [goods, service] = [await own.product('goods'), await own.product('service')];
  await own.must('POST', '/tax/codes', { code: 'app', name: 'App', kind: 'digital' });
  const app = { productId: service, taxCode: 'app', taxRate: '19' };
  const sell = async (on: string, accountId: string, net: string, more: object = {}) => {
    const { head = {}, ...line } = { productId: goods, ...more } as { head?: object };
    const lines = [{ description: 'Sold', quantity: '1', unitPrice: net, ...line }];
    const dates = { issueDate: on, dueDate: '2035-12-31', currency: 'EUR' };
    const { id } = await own.must('POST', '/invoices', { accountId, ...dates, ...head, lines });
    return own.must('POST', `/invoices/${id}/send`);
  };
  const credit = async (on: string, of: TaxedDocument, net: string) => {
    const lines = [{ invoiceLineId: of.lines[0]?.id, quantity: '1', unitPrice: net }];
    const head = { accountId: consumer, currency: 'EUR', invoiceId: of.id, reason: 'Kind' };
    const note = await own.must('POST', '/credit-notes', { ...head, issueDate: on, lines });
    await own.must('POST', `/credit-notes/${note.id}/issue`);
  };
  const told = async () =>
    (await own.must<DistanceSalesCount[]>('GET', '/reports/distance-sales')).map((each) =>
      [each.year, each.net, each.left, each.standing, each.crossedOn, each.disagreement].join(' '),
    );

  const earlier = await sell('2034-11-10', consumer, '9000.00');
  expect((await told())[0]).toBe('2034 9000.00 1000.00 near  ');
  t.clock.set('2035-06-10T09:00:00.000Z');
  await own.must('PATCH', '/company', { distanceSales: [{ year: 2035, status: 'below' }] });
  await credit('2035-01-10', earlier, '1500.00');
  const sold = await sell('2035-02-10', consumer, '4000.00');
  // A dollar is half a euro in February, and a quarter of one later.
  const dollars = { base: 'USD', quote: 'EUR' };
  await own.must('POST', '/exchange-rates', { ...dollars, rate: '0.5', day: '2035-02-20' });
  await own.must('POST', '/exchange-rates', { ...dollars, rate: '0.25', day: '2035-03-01' });
  await sell('2035-02-11', consumer, '6000.00', { ...app, head: { currency: 'USD' } });
  await sell('2035-02-12', home, '1000.00', { head: { deliveryAddress: FRANCE } });
  // None of these is a distance sale.
  await sell('2035-02-13', consumer, '5000.00', { productId: service });
  await sell('2035-02-13', consumer, '5000.00', { head: { deliveryAddress: german } });
  await sell('2035-02-13', await own.customer(FRANCE, 'FR40303265045'), '5000.00');
  await sell('2035-02-13', await own.customer(FRANCE, 'DE136695976'), '5000.00');
  await sell('2035-02-13', await own.customer(canary), '5000.00');
  const wrong = await sell('2035-02-14', consumer, '5000.00');
  await own.must('POST', `/invoices/${wrong.id}/void`, { reason: 'Never ordered' });
  await own.draft(consumer, { productId: goods, unitPrice: '5000.00' });
  await credit('2035-03-10', sold, '500.00');
  expect(await told()).toEqual(['2035 7500.00 2500.00 below  ', '2034 7500.00 2500.00 below  ']);

  await sell('2035-04-01', consumer, '2500.00');
  const last = await sell('2035-04-02', consumer, '0.01');
  await sell('2035-04-03', consumer, '100.00');
  await credit('2035-05-10', sold, '2000.00');
  const [year] = await own.must<DistanceSalesCount[]>('GET', '/reports/distance-sales');
  expect(year).toMatchObject({
    net: '8100.01',
    taxedAtHome: '8100.01',
    standing: 'exceeded',
    crossedOn: '2035-04-02',
    crossedBy: 'invoice',
    crossedById: last.id,
    crossedByNumber: last.number,
    disagreement: 'counted_exceeded',
  });
  const months = await own.must<DistanceSalesMonth[]>('GET', '/reports/distance-sales-by-month');
  expect(months.map(({ month, memberState, net }) => `${month} ${memberState} ${net}`)).toEqual([
    '2034-11 FR 9000.00',
    '2034-12 FR -1500.00',
    '2035-02 FR 8000.00',
    '2035-03 FR -500.00',
    '2035-04 FR 2600.01',
    '2035-05 FR -2000.00',
  ]);

  // The whole is told to whoever reaches all, and a document to whoever may look at it.
  const within: TestStaffApi = {
    ...api,
    admin: own.client,
    company: { companyId: own.client.companyId } as TestStaffApi['company'],
  };
  within.client = api.client.bind(api);
  const seenBy = async (scope: 'all' | 'own') => {
    const asked = { matrix: { reports: ['view'], tax: ['view'] }, scopes: { tax: scope } };
    const by = await memberWith(within, asked as never);
    const [first] = bodyOf<DistanceSalesCount[]>(await by.call('GET', '/reports/distance-sales'));
    return [first?.net, first?.standing, first?.crossedOn, first?.crossedByNumber];
  };
  expect(await seenBy('all')).toEqual(['8100.01', 'exceeded', '2035-04-02', null]);
  expect(await seenBy('own')).toEqual(['0.00', null, null, null]);
});

it('has the count say that a year is beyond, so that a registration is required', async () => {
  t.clock.set('2036-06-10T09:00:00.000Z');
  const own = await Shop.open({ t, api }, ['DE', 'FR']);
  const watch = () => api.app.get(WatchDistanceSales).execute(t.ctx(own.client.companyId));
  const consumer = await own.customer(FRANCE);
  await own.must('PATCH', `/accounts/${consumer}`, { buyerKind: 'consumer' });
  const productId = await own.product('goods');
  const sell = async (unitPrice: string) => {
    const lines = [{ ...WORK, productId, unitPrice }];
    const dates = { issueDate: '2036-06-01', dueDate: '2036-12-31', currency: 'EUR' };
    const { id } = await own.must('POST', '/invoices', { accountId: consumer, ...dates, lines });
    return own.ask('POST', `/invoices/${id}/send`, {});
  };
  const set = () => own.must<Record<string, unknown>>('GET', '/company');
  const sent = bodyOf<{ id: string }>(await sell('10000.01'));

  // By hand nothing is set: goods are still taxed at home.
  await watch();
  expect(await set()).toMatchObject({ distanceSalesSetBy: 'hand', distanceSales: [] });
  expect((await sell('1.00')).status).toBe(200);

  await own.must('PATCH', '/company', { distanceSalesSetBy: 'count' });
  await watch();
  expect(await set()).toMatchObject({
    distanceSalesSetBy: 'count',
    distanceSales: [{ year: 2036, status: 'exceeded' }],
  });
  expect(await sell('1.00')).toMatchObject({
    status: 409,
    body: { code: 'tax_undetermined', errors: [{ code: 'registration_required' }] },
  });
  const [year] = await own.must<DistanceSalesCount[]>('GET', '/reports/distance-sales');
  expect(year).toMatchObject({ setting: 'exceeded', disagreement: null });

  const type = { field: 'type', op: 'eq', value: 'distance_sales.threshold_exceeded' };
  const filter = encodeURIComponent(JSON.stringify(type));
  const events = await own.must<{ data: object[] }>('GET', `/events?filter=${filter}`);
  expect(events.data).toMatchObject([
    {
      object: 'distance-sales',
      data: { year: 2036, limit: '10000.00', crossedBy: 'invoice', crossedById: sent.id },
    },
  ]);
});
