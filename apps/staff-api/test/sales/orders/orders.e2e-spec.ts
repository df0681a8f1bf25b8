import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { defineField } from '../../objects/objects-support.js';
import { newAccount } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, SERVICE, type OrderBody } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const lineOf = ({ lines }: OrderBody, at = 0): string => lines[at]?.id ?? '';
const some = (order: OrderBody, quantity: string, at = 0) => ({
  lines: [{ lineId: lineOf(order, at), quantity }],
});

describe('an order', () => {
  it('is written as a draft, priced by the calculation of quotes and invoices', async () => {
    const order = await desk.write(accountId, [{ ...GOODS, discount: { percent: '10' } }, SERVICE]);
    expect(order).toMatchObject({
      status: 'draft',
      paymentStatus: 'unpaid',
      fulfilment: 'none',
      number: expect.stringMatching(/^SO-\d{6}$/),
      subtotal: '280.00',
      taxTotal: '53.20',
      total: '333.20',
      value: '333.20',
      invoicedTotal: '0.00',
      lines: [
        { ordered: '10', open: '10', invoiceable: '0', net: '180.00', invoicing: 'on_delivery' },
        { ordered: '1', open: '0', invoiceable: '1', net: '100.00', invoicing: 'on_order' },
      ],
    });
    expect(await desk.read(order.id)).toEqual(order);
    const byNumber = await desk.call('GET', `/sales-orders/by-number/${order.number}`);
    expect(byNumber.body).toEqual(order);
    const listed = await desk.call('GET', `/sales-orders?search=${order.number}`);
    expect(listed.body).toMatchObject({ data: [expect.objectContaining({ id: order.id })] });
  });

  it('changes, line by line, until it binds', async () => {
    const order = await desk.write(accountId, [GOODS]);
    const at = `/sales-orders/${order.id}`;
    const added = await desk.call('POST', `${at}/lines`, { body: SERVICE });
    expect(added).toMatchObject({ status: 201, body: { total: '357.00' } });
    const lineId = lineOf(bodyOf<OrderBody>(added), 1);
    const changed = await desk.call('PATCH', `${at}/lines/${lineId}`, { body: { ordered: '2' } });
    expect(changed.body).toMatchObject({ total: '476.00', value: '476.00' });
    const removed = await desk.call('DELETE', `${at}/lines/${lineId}`);
    expect(removed.body).toMatchObject({ total: '238.00', lines: [{}] });
    const discounted = await desk.call('PATCH', at, { body: { discount: { percent: '50' } } });
    expect(discounted.body).toMatchObject({ total: '119.00', value: '119.00' });
    await desk.done(order.id, 'confirm');
    const late = await desk.call('POST', `${at}/lines`, { body: SERVICE });
    expect(refusal(late)).toEqual([409, 'order_not_draft']);
    const priced = await desk.call('PATCH', at, { body: { discount: null } });
    expect(refusal(priced)).toEqual([409, 'order_not_draft']);
    const said = await desk.call('PATCH', at, { body: { poNumber: 'PO-7' } });
    expect(said).toMatchObject({ status: 200, body: { poNumber: 'PO-7', total: '119.00' } });
  });

  it('is changed by nobody who has seen an older version', async () => {
    const { id } = await desk.write(accountId, [GOODS]);
    const patch = (version: string) =>
      desk.call('PATCH', `/sales-orders/${id}`, {
        body: { title: 'Chairs' },
        headers: { 'if-match': version },
      });
    expect((await patch('"1"')).status).toBe(200);
    expect(refusal(await patch('"1"'))).toEqual([412, 'precondition_failed']);
  });

  it('takes stages that fit its way of invoicing', async () => {
    const stages = [
      { name: 'Begin', percent: '40' },
      { name: 'End', percent: '60' },
    ];
    const staged = { ...SERVICE, invoicing: 'percent', stages };
    expect(await desk.write(accountId, [staged])).toMatchObject({ lines: [{ stages }] });
    const short = { ...staged, stages: [{ name: 'Begin', percent: '40' }] };
    const body = { accountId, currency: 'EUR', lines: [short] };
    expect(await desk.call('POST', '/sales-orders', { body })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lines/0/stages', code: 'sum' }] },
    });
    const other = { ...body, lines: [{ ...SERVICE, stages }] };
    expect(await desk.call('POST', '/sales-orders', { body: other })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lines/0/stages', code: 'not_taken' }] },
    });
  });

  it('is copied as a draft of which nothing has happened', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    await desk.done(order.id, 'ship', some(order, '4'));
    const copy = await desk.call('POST', `/sales-orders/${order.id}/clone`, { body: {} });
    expect(copy).toMatchObject({
      status: 201,
      body: { status: 'draft', value: '238.00', lines: [{ ordered: '10', shipped: '0' }] },
    });
  });

  it('needs a line and a price before it is placed', async () => {
    const empty = await desk.write(accountId, []);
    expect(refusal(await desk.operate(empty.id, 'place'))).toEqual([422, 'order_has_no_lines']);
    const { unitPrice: _, ...unpriced } = SERVICE;
    const order = await desk.write(accountId, [unpriced]);
    expect(refusal(await desk.operate(order.id, 'confirm'))).toEqual([422, 'price_not_found']);
    expect(await desk.read(order.id)).toMatchObject({ status: 'draft' });
  });

  it('is done by who may change orders, and by nobody else', async () => {
    const order = await desk.write(accountId, [GOODS]);
    const seeing = await memberWith(api, { matrix: { 'sales-orders': ['view'] } });
    expect((await seeing.call('GET', `/sales-orders/${order.id}`)).status).toBe(200);
    const placed = await seeing.call('POST', `/sales-orders/${order.id}/place`);
    expect(refusal(placed)).toEqual([403, 'permission_denied']);
    const blind = await memberWith(api, { matrix: { quotes: ['view'] } });
    const read = await blind.call('GET', `/sales-orders/${order.id}`);
    expect(refusal(read)).toEqual([403, 'permission_denied']);
  });
});

describe('goods', () => {
  it('leave in parts, and are shipped when nothing is open', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    await desk.done(order.id, 'start-production');
    const sent = { ...some(order, '4'), carrier: 'DHL', trackingNumber: 'T-1' };
    expect(await desk.done(order.id, 'ship', sent)).toMatchObject({
      status: 'in_production',
      fulfilment: 'partial',
      carrier: 'DHL',
      trackingNumber: 'T-1',
      lines: [{ shipped: '4', open: '6', invoiceable: '4' }],
    });
    expect(await desk.done(order.id, 'ship')).toMatchObject({
      status: 'shipped',
      fulfilment: 'full',
      lines: [{ shipped: '10', open: '0' }],
    });
    const shipments = await desk.call('GET', `/sales-orders/${order.id}/shipments`);
    expect(shipments.body).toMatchObject({
      data: [
        { number: 2, lines: [{ lineId: lineOf(order), quantity: '6' }] },
        { number: 1, lines: [{ quantity: '4' }], carrier: 'DHL' },
      ],
    });
    expect(await desk.done(order.id, 'deliver')).toMatchObject({ status: 'delivered' });
    expect(refusal(await desk.operate(order.id, 'close'))).toEqual([409, 'order_not_invoiced']);
    const closed = await desk.done(order.id, 'close', { reason: 'A gift' });
    expect(closed).toMatchObject({ status: 'closed', reason: 'A gift' });
  });

  it('example 50: leave above what was ordered as far as the line tolerates', async () => {
    const line = { ...GOODS, ordered: '100', overDeliveryPercent: '5' };
    const order = await desk.confirmed(accountId, [line]);
    const more = await desk.operate(order.id, 'ship', some(order, '105.000001'));
    expect(more).toMatchObject({
      status: 422,
      body: { code: 'over_delivery', errors: [{ pointer: '/lines/0/quantity' }] },
    });
    expect(await desk.done(order.id, 'ship', some(order, '105'))).toMatchObject({
      status: 'shipped',
      lines: [{ shipped: '105', open: '0', invoiceable: '100' }],
    });
  });

  it('that are no more than ordered are not shipped twice at once', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const answers = await Promise.all([
      desk.operate(order.id, 'ship', some(order, '6')),
      desk.operate(order.id, 'ship', some(order, '6')),
    ]);
    const refused = answers.find(({ status }) => status !== 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(refused?.body).toMatchObject({
      code: 'over_delivery',
      errors: [{ message: expect.stringContaining('4') }],
    });
    expect(await desk.read(order.id)).toMatchObject({ lines: [{ shipped: '6', open: '4' }] });
  });

  it('come back as far as they had left', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    await desk.done(order.id, 'ship', some(order, '7'));
    const back = (quantity: string) => ({ ...some(order, quantity), reason: 'Broken' });
    expect(await desk.done(order.id, 'return', { ...back('2'), restock: true })).toMatchObject({
      status: 'confirmed',
      lines: [{ returned: '2', invoiceable: '5', open: '3' }],
    });
    expect(refusal(await desk.operate(order.id, 'return', back('5.000001')))).toEqual([
      422,
      'return_exceeds_shipped',
    ]);
    const returns = await desk.call('GET', `/sales-orders/${order.id}/returns`);
    expect(returns.body).toMatchObject({ data: [{ number: 1, restock: true, reason: 'Broken' }] });
  });

  it('are the only thing that is shipped', async () => {
    const order = await desk.confirmed(accountId, [GOODS, SERVICE]);
    const service = await desk.operate(order.id, 'ship', some(order, '1', 1));
    expect(refusal(service)).toEqual([422, 'line_not_shippable']);
    const twice = { lines: [...some(order, '1').lines, ...some(order, '1').lines] };
    expect(await desk.operate(order.id, 'ship', twice)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lines/1/lineId', code: 'unique' }] },
    });
    expect((await desk.operate(order.id, 'ship', some(order, '0'))).status).toBe(422);
    const early = await desk.operate(order.id, 'deliver');
    expect(refusal(early)).toEqual([409, 'order_not_shipped']);
  });

  it('services are delivered without being shipped', async () => {
    const order = await desk.confirmed(accountId, [SERVICE]);
    expect(refusal(await desk.operate(order.id, 'ship'))).toEqual([422, 'validation_failed']);
    expect(await desk.done(order.id, 'deliver')).toMatchObject({
      status: 'delivered',
      fulfilment: 'full',
    });
  });
});

describe('an order that is given up', () => {
  it('is cancelled as long as nothing has left', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const cancelled = await desk.done(order.id, 'cancel', { reason: 'Changed their mind' });
    expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'Changed their mind' });
    const again = await desk.operate(order.id, 'cancel', { reason: 'Again' });
    expect(refusal(again)).toEqual([409, 'order_not_pending']);
    const other = await desk.confirmed(accountId, [GOODS]);
    await desk.done(other.id, 'ship', some(other, '1'));
    const late = await desk.operate(other.id, 'cancel', { reason: 'Too late' });
    expect(refusal(late)).toEqual([409, 'order_has_shipments']);
  });

  it('example 51: is closed short of what never left', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    await desk.done(order.id, 'ship', some(order, '6'));
    const short = await desk.done(order.id, 'close-short', { reason: 'Sold out' });
    expect(short).toMatchObject({
      status: 'delivered',
      total: '238.00',
      value: '142.80',
      fulfilment: 'full',
      amendment: 1,
      lines: [{ ordered: '10', cancelled: '4', shipped: '6', open: '0', invoiceable: '6' }],
    });
    const amendments = await desk.call('GET', `/sales-orders/${order.id}/amendments`);
    expect(amendments.body).toMatchObject({
      data: [
        {
          number: 1,
          kind: 'closed_short',
          reason: 'Sold out',
          before: { lines: [{ cancelled: '0' }] },
          after: { lines: [{ cancelled: '4' }] },
        },
      ],
    });
  });

  it('is closed where nothing ever left, and goes on where something is open', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    const part = { ...some(order, '3'), reason: 'Fewer' };
    expect(await desk.done(order.id, 'close-short', part)).toMatchObject({
      status: 'confirmed',
      value: '166.60',
      lines: [{ open: '7' }],
    });
    const much = { ...some(order, '8'), reason: 'All' };
    expect((await desk.operate(order.id, 'close-short', much)).status).toBe(422);
    expect(await desk.done(order.id, 'close-short', { reason: 'All' })).toMatchObject({
      status: 'closed',
      value: '0.00',
      paymentStatus: 'paid',
      reason: 'All',
    });
  });
});

describe('an amendment', () => {
  it('raises, lowers and adds lines, with what was before and is behind it', async () => {
    const order = await desk.confirmed(accountId, [GOODS]);
    await desk.done(order.id, 'ship');
    const raise = {
      lines: [
        { lineId: lineOf(order), ordered: '12' },
        { ...SERVICE, unitPrice: '50.00' },
      ],
      reason: 'More',
    };
    expect(await desk.done(order.id, 'amend', raise)).toMatchObject({
      status: 'confirmed',
      amendment: 1,
      subtotal: '290.00',
      total: '345.10',
      value: '345.10',
      figures: { oneOff: { net: '290.00' }, tcv: { net: '290.00' } },
      lines: [
        { ordered: '12', open: '2' },
        { position: 2, net: '50.00' },
      ],
    });
    const lower = { lines: [{ lineId: lineOf(order), ordered: '10' }], reason: 'Fewer' };
    expect(await desk.done(order.id, 'amend', lower)).toMatchObject({
      status: 'shipped',
      amendment: 2,
      value: '297.50',
    });
    const below = { lines: [{ lineId: lineOf(order), ordered: '9' }], reason: 'Fewer' };
    expect(refusal(await desk.operate(order.id, 'amend', below))).toEqual([422, 'below_fulfilled']);
    const amendments = await desk.call('GET', `/sales-orders/${order.id}/amendments`);
    expect(amendments.body).toMatchObject({
      data: [
        { number: 2, after: { lines: [{ ordered: '10' }] } },
        { number: 1, kind: 'amended', before: { lines: [{ ordered: '10' }] }, reason: 'More' },
      ],
    });
  });

  it('gives a line another price as long as nothing of it is invoiced', async () => {
    const order = await desk.confirmed(accountId, [GOODS], { discount: { percent: '10' } });
    expect(order).toMatchObject({ subtotal: '180.00' });
    const cheaper = { lines: [{ lineId: lineOf(order), unitPrice: '18.00' }], reason: 'A promise' };
    expect(await desk.done(order.id, 'amend', cheaper)).toMatchObject({
      subtotal: '162.00',
      lines: [{ unitPrice: '18.00', priceSource: 'manual', share: '18.00' }],
    });
    const other = { lines: [{ lineId: lineOf(order), description: 'Table' }], reason: 'Other' };
    expect(await desk.operate(order.id, 'amend', other)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/lines/0/description', code: 'not_taken' }] },
    });
  });
});

describe('an order is a record like others', () => {
  it('with fields of the company’s own, which are listed and copied', async () => {
    await defineField(api.admin, 'sales-order', { name: 'lane__c', type: 'text' });
    const order = await desk.write(accountId, [GOODS], { lane__c: 'North' });
    expect(order).toMatchObject({ lane__c: 'North' });
    const shipped = await desk.done(order.id, 'confirm');
    expect(shipped).toMatchObject({ lane__c: 'North' });
    const patch = { body: { lane__c: 'South' } };
    const changed = await desk.call('PATCH', `/sales-orders/${order.id}`, patch);
    expect(changed.body).toMatchObject({ lane__c: 'South', status: 'confirmed' });
    const filter = JSON.stringify({ field: 'lane__c', op: 'eq', value: 'South' });
    const found = await desk.call('GET', `/sales-orders?filter=${encodeURIComponent(filter)}`);
    expect(found.body).toMatchObject({ data: [{ id: order.id, lane__c: 'South' }] });
    const copy = await desk.call('POST', `/sales-orders/${order.id}/clone`, { body: {} });
    expect(copy.body).toMatchObject({ lane__c: 'South', status: 'draft' });
  });

  it('with a timeline of what happened, and a list that is downloaded', async () => {
    const { id } = await desk.confirmed(accountId, [GOODS]);
    const timeline = await desk.call('GET', `/sales-orders/${id}/timeline`);
    expect(timeline.status).toBe(200);
    expect(JSON.stringify(timeline.body)).toContain('order.confirmed');
    const csv = await desk.call('GET', '/sales-orders', { headers: { accept: 'text/csv' } });
    expect(csv.status).toBe(200);
  });

  it('that the rules of the company are asked about', async () => {
    const rule = {
      object: 'sales-order',
      name: 'Has a PO number',
      formula: 'NOT(ISBLANK(poNumber))',
      message: 'Ask for a PO number.',
      field: 'poNumber',
    };
    const made = await desk.call('POST', '/customization/validation-rules', { body: rule });
    expect([made.status, made.body]).toEqual([201, expect.anything()]);
    const body = { accountId, currency: 'EUR', lines: [GOODS] };
    expect(await desk.call('POST', '/sales-orders', { body })).toMatchObject({
      status: 422,
      body: { errors: [{ message: 'Ask for a PO number.' }] },
    });
    const named = { body: { ...body, poNumber: 'PO-1' } };
    expect((await desk.call('POST', '/sales-orders', named)).status).toBe(201);
  });
});
