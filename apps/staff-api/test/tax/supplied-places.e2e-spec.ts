import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  startStaffApi,
  type Answer,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { activeSchedule, billingRun } from '../receivables/schedule-support.js';
import { FRANCE, NORWAY, Shop, WORK, type TaxedDocument } from './tax-shop.js';

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const refusal = ({ status, body }: Answer): unknown[] => {
  const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
  return [status, code, ...errors.map(({ pointer }) => pointer)];
};
const netsOf = ({ lines }: TaxedDocument) => lines.map(({ net }) => net);
const decided = ({ lines }: TaxedDocument) =>
  lines.map(({ taxCategory, taxReason, tax }) => [taxCategory, taxReason, tax]);

describe('where a line is supplied', () => {
  let shop: Shop;
  let hotel: string;
  let goods: string;
  beforeAll(async () => {
    shop = await Shop.open({ t, api });
    await shop.must('POST', '/tax/codes', { code: 'stay', name: 'Stay', kind: 'immovable' });
    hotel = await shop.product('service', { taxCode: 'stay' });
    goods = await shop.product('goods');
  });
  const HERE = { country: 'DE', region: null, postalCode: null };
  const stay = () => ({
    ...WORK,
    productId: hotel,
    taxCode: 'stay',
    taxRate: '7',
    placeOf: { country: 'DE' },
  });
  interface Placed extends TaxedDocument {
    readonly lines: readonly (TaxedDocument['lines'][number] & { readonly placeOf: unknown })[];
  }
  interface Warned {
    readonly lines: readonly { readonly taxWarnings: readonly { readonly code: string }[] }[];
  }
  const places = ({ lines }: Placed) => lines.map(({ placeOf }) => placeOf);

  it('is said by the line, and stays with it from the order to the credit note', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const head = { accountId, currency: 'EUR' };
    const { quantity: _, ...ordered } = stay();
    const sold = { ...head, lines: [{ ...ordered, ordered: '1' }] };
    const order = await shop.must<Placed>('POST', '/sales-orders', sold);
    expect([places(order), decided(order)]).toEqual([[HERE], [['S', 'line_rate', '7.00']]]);
    await shop.must('POST', `/sales-orders/${order.id}/confirm`);
    const invoice = await shop.must<Placed>('POST', `/sales-orders/${order.id}/invoice`);
    expect([places(invoice), decided(invoice)]).toEqual([[HERE], [['S', 'line_rate', '7.00']]]);
    await shop.must('POST', `/invoices/${invoice.id}/send`);
    const body = { accountId, invoiceId: invoice.id, reason: 'Not stayed' };
    expect(places(await shop.must<Placed>('POST', '/credit-notes', body))).toEqual([HERE]);
    for (const placeOf of [{ region: 'BY' }, { country: null }, {}]) {
      const lines = [{ ...stay(), placeOf }];
      const refused = await shop.ask('POST', '/invoices', { ...head, lines });
      expect(refusal(refused)).toEqual([400, 'malformed_request', '/lines/0/placeOf/country']);
    }
  });

  it.each(['/invoices', '/quotes', '/sales-orders', '/credit-notes'])(
    'parts what an allowance of %s takes off lines of one code',
    async (path) => {
      const accountId = await shop.customer(FRANCE, 'FR40303265045');
      const { quantity, placeOf, ...line } = stay();
      const counted = path === '/sales-orders' ? { ordered: quantity } : { quantity };
      const lines = [
        { ...line, ...counted, placeOf },
        { ...line, ...counted },
      ];
      const tenth = { kind: 'allowance', reason: 'Loyal', percent: '10' };
      const adjustments = [{ ...tenth, taxCode: 'stay', taxRate: '7' }];
      const head = { accountId, currency: 'EUR', reason: 'Too loud', adjustments };
      const { reason: _, ...plain } = head;
      const body = path === '/credit-notes' ? head : plain;
      const made = await shop.must<Placed>('POST', path, { ...body, lines });
      const [here, there, ...taken] = decided(made);
      expect([here?.slice(0, 2), there?.[0]]).toEqual([['S', 'line_rate'], 'AE']);
      expect(taken).toEqual([
        ['S', 'line_rate', '-0.70'],
        ['AE', there?.[1], '0.00'],
      ]);
      expect(places(made)).toEqual([HERE, null, HERE, null]);
    },
  );

  it('is one tax for goods and services that are taxed alike, of a whole order', async () => {
    const service = await shop.product('service');
    const line = { description: 'Sold', ordered: '1', invoicing: 'on_order' };
    const lines = [
      { ...line, productId: goods, unitPrice: '200.00' },
      { ...line, productId: service, unitPrice: '100.00' },
    ];
    const adjustments = [{ kind: 'allowance', reason: 'Loyal', amount: '10.00' }];
    const told = async (accountId: string) => {
      const head = { accountId, currency: 'EUR' };
      const order = await shop.must<Placed>('POST', '/sales-orders', {
        ...head,
        lines,
        adjustments,
      });
      const path = `/sales-orders/${order.id}`;
      await shop.must('POST', `${path}/confirm`);
      const deposit = await shop.must<Placed>('POST', `${path}/deposit`, { percent: '10' });
      const lineId = order.lines[0]?.id;
      const first = { lines: [{ lineId, quantity: '1' }] };
      const parts = [
        await shop.must<Placed>('POST', `${path}/invoice`, first),
        await shop.must<Placed>('POST', `${path}/invoice`),
      ];
      for (const { id, total } of parts) {
        await shop.must('POST', `/invoices/${id}/send`);
        const note = { accountId, invoiceId: id, reason: 'Returned' };
        expect((await shop.must('POST', '/credit-notes', note)).total).toBe(total);
      }
      return {
        nets: netsOf(order),
        deposited: decided(deposit).map(([category]) => category),
        invoiced: parts.map(netsOf),
      };
    };
    const berlin = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
    expect(await told(await shop.customer(berlin))).toEqual({
      nets: ['200.00', '100.00', '-10.00'],
      deposited: ['S'],
      invoiced: [
        ['200.00', '-6.67'],
        ['100.00', '-3.33'],
      ],
    });
    expect(await told(await shop.customer(FRANCE, 'FR40303265045'))).toEqual({
      nets: ['200.00', '100.00', '-6.67', '-3.33'],
      deposited: ['K', 'AE'],
      invoiced: [
        ['200.00', '-6.67'],
        ['100.00', '-3.33'],
      ],
    });
  });

  it('is said by the line of a schedule, and of no other product', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const lines = [{ ...stay(), description: 'Room of the month' }];
    const schedule = await activeSchedule(shop.client, accountId, { lines });
    const { lines: scheduled } = await shop.must<Placed>(
      'GET',
      `/billing-schedules/${schedule.id}`,
    );
    expect(scheduled.map(({ placeOf }) => placeOf)).toEqual([HERE]);
    await billingRun(t, shop.client, { asOf: '2026-02-01', scheduleIds: [schedule.id] });
    const where = `filter=${JSON.stringify({ field: 'scheduleId', op: 'eq', value: schedule.id })}`;
    const { data } = await shop.must<{ data: { id: string }[] }>('GET', `/invoices?${where}`);
    const path = `/invoices/${data[0]?.id}`;
    const invoice = await shop.must<Placed>('GET', path);
    expect([places(invoice), decided(invoice)]).toEqual([[HERE], [['S', 'line_rate', '7.00']]]);
    const line = `${path}/lines/${invoice.lines[0]?.id}`;
    const same = await shop.must<Placed>('PATCH', line, { productId: hotel, quantity: '2' });
    expect(places(same)).toEqual([HERE]);
    expect(places(await shop.must<Placed>('PATCH', line, { productId: goods }))).toEqual([null]);
  });

  it('is that of its product where it says nothing, and nowhere where it says so', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const supplyAddress = { line1: 'Am See 1', postalCode: '82319', country: 'DE' };
    const villa = await shop.product('service', { taxCode: 'stay', supplyAddress });
    const THERE = { ...HERE, postalCode: '82319' };
    const head = { accountId, currency: 'EUR' };
    const { placeOf: _, ...line } = { ...stay(), productId: villa };
    const invoice = await shop.must<Placed>('POST', '/invoices', { ...head, lines: [line] });
    expect([places(invoice), decided(invoice)]).toEqual([[THERE], [['S', 'line_rate', '7.00']]]);
    await shop.must('PATCH', `/products/${villa}`, { supplyAddress: { postalCode: null } });
    const { quantity, ...rest } = line;
    for (const [path, more] of [
      ['/invoices', {}],
      ['/quotes', {}],
      ['/sales-orders', {}],
      ['/credit-notes', { reason: 'Loyal' }],
      ['/billing-schedules', { frequency: 'monthly', startDate: '2026-01-01' }],
    ] as const) {
      const counted = path === '/sales-orders' ? { ordered: quantity } : { quantity };
      const lines = [
        { ...rest, ...counted },
        { ...rest, ...counted, placeOf: null },
      ];
      const made = await shop.must<Placed>('POST', path, { ...head, ...more, lines });
      expect([path, places(made)]).toEqual([path, [HERE, null]]);
      if (path.startsWith('/billing')) continue;
      const own = `${path}/${made.id}/lines/${made.lines[0]?.id}`;
      const other = await shop.must<Placed>('PATCH', own, { productId: goods });
      expect([path, places(other)]).toEqual([path, [null, null]]);
      const back = await shop.must<Placed>('PATCH', own, { productId: villa });
      expect([path, places(back)]).toEqual([path, [HERE, null]]);
    }
    const path = `/invoices/${invoice.id}/lines/${invoice.lines[0]?.id}`;
    expect(places(await shop.must<Placed>('PATCH', path, { quantity: '2' }))).toEqual([THERE]);
    const refused = await shop.ask('PATCH', `/products/${villa}`, {
      supplyAddress: { country: null },
    });
    expect(refusal(refused)).toEqual([422, 'validation_failed', '/supplyAddress/country']);
  });

  it('is for goods where they are delivered, until the invoice is sent', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const invoice = await shop.draft(accountId, { productId: goods });
    expect(decided(invoice)).toEqual([['K', 'intra_community', '0.00']]);
    const path = `/invoices/${invoice.id}`;
    const warned = async () =>
      (await shop.must<Warned>('GET', path)).lines[0]?.taxWarnings.map(({ code }) => code);
    expect(await warned()).toEqual(['id_not_checked_online']);
    const to = (deliveryAddress: object | null) => shop.ask('PATCH', path, { deliveryAddress });
    const exported = (await to(NORWAY)).body as TaxedDocument;
    expect(decided(exported)).toEqual([['G', 'export', '0.00']]);
    expect(await warned()).toEqual([]);
    await shop.must('POST', `${path}/send`);
    expect((await to({ ...NORWAY, line1: 'Kai 2' })).status).toBe(200);
    const refused = [409, 'invoice_not_editable', '/deliveryAddress'];
    expect(refusal(await to(null))).toEqual(refused);
    expect(refusal(await to({ line1: 'Kai 3' }))).toEqual(refused);
  });

  it('is for goods of the territory of tax, which a postal code may leave', async () => {
    const accountId = await shop.customer(FRANCE, 'FR40303265045');
    const draft = await shop.draft(accountId, { productId: goods });
    const path = `/invoices/${draft.id}`;
    const to = (postalCode: string, line1 = 'Am Hafen 1') =>
      shop.ask('PATCH', path, { deliveryAddress: { line1, postalCode, country: 'DE' } });
    expect((await to('27498')).status).toBe(200);
    await shop.must('POST', `${path}/send`);
    expect((await to('27498', 'Am Hafen 2')).status).toBe(200);
    const answer = await to('10115');
    expect(refusal(answer)).toEqual([409, 'invoice_not_editable', '/deliveryAddress']);
  });

  it('is declared for imports up to a limit in euros, by the company’s rate', async () => {
    const importer = await Shop.open({ t, api }, ['FR']);
    const place = { line1: 'Road 1', city: 'Shenzhen', postalCode: '518000', country: 'CN' };
    const registration = { country: 'FR', number: 'IM2500000001', scheme: 'ioss' };
    await importer.must('PATCH', '/company', { address: place, taxRegistrations: [registration] });
    const [accountId, productId] = [
      await importer.customer(FRANCE),
      await importer.product('goods'),
    ];
    const invoiced = (unitPrice: string) => {
      const lines = [{ ...WORK, productId, unitPrice }];
      return importer.must('POST', '/invoices', { accountId, currency: 'USD', lines });
    };
    const draft = await invoiced('160.00');
    expect(draft.lines).toMatchObject([
      { taxReason: 'import_value_unknown', taxWarnings: [{ code: 'import_value_unknown' }] },
    ]);
    const refused = await importer.ask('POST', `/invoices/${draft.id}/send`, {});
    expect(refusal(refused)).toEqual([409, 'tax_undetermined', '/lines/0']);
    const rate = { base: 'USD', quote: 'EUR', rate: '0.9', day: '2026-01-01' };
    await importer.must('POST', '/exchange-rates', rate);
    const again = await importer.must('POST', `/invoices/${draft.id}/recalculate-tax`);
    expect(decided(again)).toEqual([['S', 'import_one_stop_shop', '32.00']]);
    expect((await invoiced('170.00')).lines).toMatchObject([
      { taxReason: 'not_registered', taxWarnings: [{ code: 'import_limit_exceeded' }] },
    ]);
    const sold = { ...WORK, productId, unitPrice: '170.00' };
    const option = { ...sold, optional: true };
    const head = { accountId, currency: 'USD' };
    const quote = await importer.must('POST', '/quotes', { ...head, lines: [sold, option] });
    const { quantity: ordered, ...rest } = sold;
    const orderLines = [{ ...rest, ordered }];
    const order = await importer.must('POST', '/sales-orders', { ...head, lines: orderLines });
    const warned = { taxWarnings: [{ code: 'import_limit_exceeded' }] };
    // One that is not chosen is warned of as well.
    expect([quote.lines, order.lines]).toMatchObject([[warned, warned], [warned]]);
    const asked = { currency: 'USD', shipTo: FRANCE };
    const lines = [{ amount: '170.00', supply: 'goods' }];
    const told = await importer.must('POST', '/tax/calculate?explain=true', { ...asked, lines });
    expect(told.lines).toMatchObject([{ warnings: [{ code: 'import_limit_exceeded' }] }]);
    // The deposit of what is agreed is priced with the acceptance, which begins no second time.
    const autoConvert = 'on_deposit_paid';
    const paidAhead = { ...head, lines: [sold], deposit: { percent: '30' }, autoConvert };
    const offer = await importer.must('POST', '/quotes', paidAhead);
    for (const step of ['submit', 'approve', 'send']) {
      await importer.must('POST', `/quotes/${offer.id}/${step}`);
    }
    const said = { name: 'Bo Buyer', evidence: 'A letter' };
    await importer.must('POST', `/quotes/${offer.id}/accept`, said);
    const { data } = (await importer.ask('GET', '/invoices?sort=-number&pageSize=1')).body as {
      data: object[];
    };
    expect(data).toMatchObject([{ currency: 'USD', total: '51.00' }]);
  });
});

it('is printed on an Indian invoice as it was taxed', async () => {
  const shop = await Shop.plain({ t, api });
  const pune = { line1: 'Marg 1', city: 'Pune', region: 'MH', postalCode: '411001', country: 'IN' };
  const number = '27AAPFU0939F1ZV';
  const taxRegistrations = [{ country: 'IN', region: 'MH', number }];
  await shop.must('PATCH', '/company', { address: pune, taxRegistrations });
  await shop.must('POST', '/tax/seed', { countries: ['IN'] });
  const accountId = await shop.customer(pune);
  const goods = { ...WORK, productId: await shop.product('goods'), taxCode: 'gst-18' };
  const toKarnataka = { deliveryAddress: { ...pune, region: 'KA', postalCode: '560001' } };
  const printed = async (line: object, over: object = {}) => {
    const head = { accountId, currency: 'INR', issueDate: '2026-03-01', dueDate: '2026-03-31' };
    const { id } = await shop.must('POST', '/invoices', { ...head, lines: [line], ...over });
    const text = pdfText(await shop.file(`/invoices/${id}/pdf`)).join(' ');
    return [/Place of supply\W*(\w+ \(\d+\))/.exec(text)?.[1], text.includes('IGST 18')];
  };
  expect(await printed(goods)).toEqual(['Maharashtra (27)', false]);
  expect(await printed(goods, toKarnataka)).toEqual(['Karnataka (29)', true]);
  // Without a product only the code tells that it is goods.
  const codes = await shop.must<{ data: { id: string; code: string }[] }>('GET', '/tax/codes');
  const { id } = codes.data.find((each) => each.code === 'gst-18') ?? { id: '' };
  await shop.must('PATCH', `/tax/codes/${id}`, { kind: 'goods' });
  const coded = { ...WORK, taxCode: 'gst-18' };
  expect(await printed(coded, toKarnataka)).toEqual(['Karnataka (29)', true]);
  await shop.must('PATCH', `/tax/codes/${id}`, { kind: 'event' });
  expect(await printed(coded, toKarnataka)).toEqual(['Maharashtra (27)', false]);
  const held = { ...coded, placeOf: { country: 'IN', region: 'KA' } };
  expect(await printed(held)).toEqual(['Karnataka (29)', true]);
});
