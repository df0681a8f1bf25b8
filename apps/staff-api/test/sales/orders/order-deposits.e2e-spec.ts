import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { comesToWait } from '../../../../../test/support/waiting.js';
import { bodyOf, refusal } from '../../access/members.js';
import { newAccount, newInvoice } from '../../receivables/billing-support.js';
import { GOODS, orderDesk, orderMoneyDesk, WORK, type OrderedInvoice } from './order-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let desk: ReturnType<typeof orderDesk>;
let money: ReturnType<typeof orderMoneyDesk>;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  desk = orderDesk(api.admin);
  money = orderMoneyDesk(api.admin);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

/** A deposit of 357.00 of which 100.00 is paid, and what its last note is used for. */
async function partlyPaid(order: Parameters<typeof money.deposited>[0]) {
  const deposit = await money.deposited(order, { amount: '357.00' });
  await money.post(`/invoices/${deposit.id}/send`);
  await money.paid(deposit, '100.00');
  const note = async () => {
    const found = await money.call('GET', '/credit-notes?sort=-number&pageSize=1');
    const [last] = bodyOf<{ data: { id: string; status: string }[] }>(found).data;
    if (!last) throw new Error('There is no credit note');
    return last;
  };
  const unapply = async (invoiceId: string, amount?: string) => {
    const path = `/credit-notes/${(await note()).id}/unapply`;
    expect((await money.post(path, { invoiceId, amount })).status).toBe(200);
  };
  const owed = async () => (await money.invoiceOf(deposit)).balance;
  return { deposit, note, unapply, owed };
}

describe('a deposit', () => {
  it('is exact, and deducted from the invoice with its very tax (example 44)', async () => {
    const said = { buyerReference: 'KST-7', poNumber: 'PO-44' };
    const order = await desk.confirmed(accountId, [WORK], said);
    const deposit = await money.deposited(order, { percent: '30' });
    expect(deposit).toMatchObject({
      ...said,
      total: '357.00',
      subtotal: '300.00',
      taxTotal: '57.00',
    });
    const profile = { eInvoiceProfile: 'en16931' };
    const patched = await money.call('PATCH', `/invoices/${deposit.id}`, { body: profile });
    expect(patched.status).toBe(200);
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '357.00');
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'partially_paid' });
    const final = await money.invoiced(order);
    expect(final).toMatchObject({ total: '1190.00', creditedAmount: '357.00', balance: '833.00' });
    const notes = await money.call('GET', '/credit-notes?sort=-number&pageSize=1');
    const [note] = bodyOf<{ data: { id: string }[] }>(notes).data;
    const shown = await money.call('GET', `/credit-notes/${note?.id}`);
    expect(shown.body).toMatchObject({ ...said, ...profile, invoiceId: deposit.id });
    const sent = await money.post(`/invoices/${final.id}/send`);
    expect(sent).toMatchObject({ status: 200, body: { status: 'partially_paid' } });
    expect(refusal(await money.post(`/invoices/${final.id}/send`))).toEqual([
      409,
      'invoice_status_conflict',
    ]);
    await money.paid(final, '833.00');
    expect(await desk.read(order.id)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('of 100.00 is 100.00, spread over the rates of the order (examples 45 and 46)', async () => {
    const order = await desk.confirmed(accountId, [
      WORK,
      { ...WORK, unitPrice: '500.00', taxRate: '7' },
    ]);
    const deposit = await money.deposited(order, { amount: '100.00' });
    expect(deposit).toMatchObject({
      total: '100.00',
      lines: [
        { total: '68.99', net: '57.97', tax: '11.02' },
        { total: '31.01', net: '28.98', tax: '2.03' },
      ],
    });
    const dutch = await desk.confirmed(accountId, [{ ...WORK, taxRate: '21' }]);
    expect(await money.deposited(dutch, { amount: '100.00' })).toMatchObject({
      total: '100.00',
      subtotal: '82.64',
      taxTotal: '17.36',
    });
  });

  it('keeps its order with whom and in what it is paid, and says what is paid', async () => {
    const { id } = await desk.write(accountId, [WORK]);
    const order = await desk.done(id, 'place');
    const deposit = await money.deposited(order, { amount: '500.00' });
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '500.00');
    const change = (body: object) => money.call('PATCH', `/sales-orders/${id}`, { body });
    for (const other of [{ accountId: await newAccount(t, api.company) }, { currency: 'USD' }]) {
      expect(refusal(await change(other))).toEqual([409, 'order_invoiced']);
    }
    const told = await change({ terms: 'In parts' });
    expect(told).toMatchObject({ status: 200, body: { paymentStatus: 'partially_paid' } });
    const line = { ...WORK, description: 'More' };
    const more = await money.call('POST', `/sales-orders/${id}/lines`, { body: line });
    expect(more).toMatchObject({ status: 201, body: { paymentStatus: 'partially_paid' } });
  });

  it('that is paid in part settles itself first (example 47)', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await money.deposited(order, { percent: '30' });
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '100.00');
    const final = await money.invoiced(order);
    expect(final).toMatchObject({ total: '1190.00', balance: '1090.00' });
    expect(await money.invoiceOf(deposit)).toMatchObject({ status: 'paid', balance: '0.00' });
  });

  it.each([
    ['invoiced', '1090.00', '0.00'],
    ['cancelled', null, '100.00'],
  ])(
    'of which the rest was written off is credit for what was paid alone, %s',
    async (_, balance, left) => {
      const order = await desk.confirmed(accountId, [WORK]);
      const deposit = await money.deposited(order, { percent: '30' });
      await money.post(`/invoices/${deposit.id}/send`);
      await money.paid(deposit, '100.00');
      const off = await money.post(`/invoices/${deposit.id}/write-off`, { reason: 'Bankrupt' });
      expect(off.body).toMatchObject({ status: 'written_off', writtenOffAmount: '257.00' });
      if (balance) expect(await money.invoiced(order)).toMatchObject({ total: '1190.00', balance });
      else await money.post(`/sales-orders/${order.id}/cancel`, { reason: 'Bankrupt' });
      expect(await money.invoiceOf(deposit)).toMatchObject({
        status: 'paid',
        writtenOffAmount: '0.00',
        creditedAmount: '257.00',
      });
      const notes = await money.call('GET', '/credit-notes?sort=-number&pageSize=1');
      const [note] = bodyOf<{ data: object[] }>(notes).data;
      expect(note).toMatchObject({ total: '357.00', remaining: left });
    },
  );

  it('is deducted as far as it fits, or by what the invoice is of the order', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const deposit = await money.deposited(order, { percent: '30' });
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '357.00');
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    const half = await money.invoiced(order, { lines, deduct: 'proportional' });
    expect(half).toMatchObject({ total: '595.00', balance: '416.50' });
    expect(await money.invoiced(order, { deduct: 'proportional' })).toMatchObject({
      balance: '416.50',
    });
  });

  it('nobody was sent is cancelled, and all of them stay within the order', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await money.deposited(order, { amount: '190.00' });
    const above = await money.post(`/sales-orders/${order.id}/deposit`, { amount: '1000.01' });
    expect(refusal(above)).toEqual([422, 'deposit_exceeds_order']);
    expect(refusal(await money.post(`/sales-orders/${order.id}/deposit`))).toEqual([
      422,
      'validation_failed',
    ]);
    expect(await money.invoiced(order)).toMatchObject({ balance: '1190.00' });
    expect(await money.invoiceOf(deposit)).toMatchObject({ status: 'cancelled' });
  });

  it('is deducted again once the invoice it was deducted from is void', async () => {
    const own = await newAccount(t, api.company);
    const order = await desk.confirmed(own, [WORK]);
    const deposit = await money.deposited(order, { percent: '30' });
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '357.00');
    const first = await money.invoiced(order);
    await money.post(`/invoices/${first.id}/send`);
    const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: deposit.id });
    const notes = () => money.call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
    const [note] = bodyOf<{ data: { id: string }[] }>(await notes()).data;
    const back = { invoiceId: first.id, amount: '357.00' };
    expect((await money.post(`/credit-notes/${note?.id}/unapply`, back)).status).toBe(200);
    expect((await money.post(`/invoices/${first.id}/void`, { reason: 'Wrong' })).status).toBe(200);
    // It waits for the order, also where credit goes to whatever is sent.
    await money.call('PATCH', '/company', { body: { autoApplyCredit: true } });
    const other = await newInvoice(api.admin, own);
    const sent = await money.post(`/invoices/${other.id}/send`);
    expect(sent.body).toMatchObject({ creditedAmount: '0.00' });
    await money.call('PATCH', '/company', { body: { autoApplyCredit: false } });
    const above = await money.post(`/sales-orders/${order.id}/deposit`, { amount: '833.01' });
    expect(refusal(above)).toEqual([422, 'deposit_exceeds_order']);
    const again = await money.invoiced(order);
    expect(again).toMatchObject({ total: '1190.00', creditedAmount: '357.00', balance: '833.00' });
    expect((await notes()).body).toMatchObject({
      data: [{ total: '357.00', remaining: '0.00' }],
    });
  });

  it.each(['100.00', null])(
    'that was given up for an invoice is owed again without it (%s of it paid)',
    async (paid) => {
      const order = await desk.confirmed(accountId, [WORK]);
      const deposit = await money.deposited(order, { percent: '30' });
      await money.post(`/invoices/${deposit.id}/send`);
      if (paid) await money.paid(deposit, paid);
      const before = await money.invoiceOf(deposit);
      const last = async () => {
        const found = await money.call('GET', '/credit-notes?sort=-number&pageSize=1');
        return bodyOf<{ data: { id: string; status: string }[] }>(found).data[0];
      };
      for (const move of ['cancel', 'void']) {
        const final = await money.invoiced(order);
        expect(await money.invoiceOf(deposit)).toMatchObject({ status: 'paid', balance: '0.00' });
        const note = await last();
        const body = { invoiceId: final.id };
        if (paid) await money.post(`/credit-notes/${note?.id}/unapply`, body);
        if (move === 'void') await money.post(`/invoices/${final.id}/send`);
        const why = move === 'void' ? { reason: 'Too early' } : {};
        const given = await money.post(`/invoices/${final.id}/${move}`, why);
        expect(given.status).toBe(200);
        const { status, balance } = before;
        expect(await money.invoiceOf(deposit)).toMatchObject({ status, balance });
        expect(await last()).toMatchObject({ id: note?.id, status: 'void' });
      }
      expect(await money.invoiced(order)).toMatchObject({ total: '1190.00' });
    },
  );

  it('that is free again is owed again without the invoice that takes it now', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const { deposit, note, unapply, owed } = await partlyPaid(order);
    const first = await money.invoiced(order);
    for (const { id } of [first, deposit]) await unapply(id);
    await money.post(`/invoices/${first.id}/cancel`);
    for (const move of ['cancel', 'void']) {
      const next = await money.invoiced(order);
      expect(await owed()).toBe('0.00');
      const { id } = await note();
      await unapply(next.id);
      if (move === 'void') await money.post(`/invoices/${next.id}/send`);
      const why = move === 'void' ? { reason: 'Too early' } : {};
      expect((await money.post(`/invoices/${next.id}/${move}`, why)).status).toBe(200);
      expect(await owed()).toBe('257.00');
      expect(await note()).toMatchObject({ id, status: 'void' });
    }
  });

  it('that two invoices take is owed again by the part of each', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const { note, unapply, deposit, owed } = await partlyPaid(order);
    const half = { lines: [{ lineId: order.lines[0]?.id, quantity: '1' }] };
    const first = await money.invoiced(order, half);
    await unapply(deposit.id, '150.00');
    for (const part of ['150.00', '170.00']) {
      const second = await money.invoiced(order, half);
      expect(second).toMatchObject({ balance: '595.00' });
      expect(await owed()).toBe('0.00');
      if (part === '170.00') await unapply(deposit.id, '170.00');
      await money.post(`/invoices/${second.id}/cancel`);
      expect(await owed()).toBe(part);
    }
    await unapply(first.id);
    await money.post(`/invoices/${first.id}/cancel`);
    expect(await owed()).toBe('257.00');
    expect(await note()).toMatchObject({ status: 'void' });
  });

  it('that is free in part is deducted with a note for the rest of it alone', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const deposit = await money.deposited(order, { amount: '1000.00' });
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '1000.00');
    const half = { lines: [{ lineId: order.lines[0]?.id, quantity: '1' }] };
    const first = await money.invoiced(order, half);
    expect(first).toMatchObject({ total: '595.00', balance: '0.00' });
    const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: deposit.id });
    const notes = async () => {
      const answer = await money.call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
      return bodyOf<{ data: { id: string; total: string; remaining: string }[] }>(answer).data;
    };
    const [note] = await notes();
    await money.post(`/credit-notes/${note?.id}/unapply`, {
      invoiceId: first.id,
      amount: '595.00',
    });
    await money.post(`/invoices/${first.id}/void`, { reason: 'Wrong' });
    expect(await money.invoiced(order)).toMatchObject({ total: '1190.00', balance: '190.00' });
    const totals = (await notes()).map(({ total, remaining }) => [total, remaining]).sort();
    expect(totals).toEqual([
      ['405.00', '0.00'],
      ['595.00', '0.00'],
    ]);
  });

  it('of an order that is cancelled stays on account', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await money.deposited(order, { percent: '30' });
    await money.post(`/invoices/${deposit.id}/send`);
    await money.paid(deposit, '357.00');
    await desk.done(order.id, 'cancel', { reason: 'Changed their mind' });
    const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: deposit.id });
    const notes = await money.call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
    expect(notes.body).toMatchObject({ data: [{ total: '357.00', remaining: '357.00' }] });
  });

  it('is asked for what is not invoiced yet, and not beside it', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    await money.invoiced(order, { lines });
    const above = await money.post(`/sales-orders/${order.id}/deposit`, { amount: '595.01' });
    expect(refusal(above)).toEqual([422, 'deposit_exceeds_order']);
    expect(await money.deposited(order, { amount: '595.00' })).toMatchObject({ total: '595.00' });
  });

  it('stays what was deducted, also when its payment goes back', async () => {
    const order = await desk.confirmed(accountId, [{ ...WORK, ordered: '2', unitPrice: '500.00' }]);
    const deposit = await money.deposited(order, { percent: '30' });
    await money.paid(deposit, '357.00');
    const lines = [{ lineId: order.lines[0]?.id, quantity: '1' }];
    expect(await money.invoiced(order, { lines })).toMatchObject({ balance: '238.00' });
    const payments = await money.call('GET', `/invoices/${deposit.id}/payments`);
    const [payment] = bodyOf<{ data: { id: string }[] }>(payments).data;
    const refunded = await money.post(`/payments/${payment?.id}/refund`, { reason: 'Bounced' });
    expect(refunded.status).toBe(200);
    expect(await money.invoiced(order)).toMatchObject({ balance: '595.00' });
    expect(await money.invoiceOf(deposit)).toMatchObject({ status: 'draft', balance: '357.00' });
  });

  it('is waited for by the invoice of its order while somebody pays it', async () => {
    const order = await desk.confirmed(accountId, [WORK]);
    const deposit = await money.deposited(order, { percent: '30' });
    const work: Promise<OrderedInvoice>[] = [];
    await t.db.write(api.company, async (tx) => {
      const paying = `select id from receivables.invoice where company_id = $1 and id = $2
        for no key update`;
      await tx.run(paying, [api.company.companyId, deposit.id]);
      const final = money.invoiced(order);
      expect(await comesToWait(t, final)).toBe(true);
      work.push(final);
    });
    expect(await Promise.all(work)).toMatchObject([{ total: '1190.00' }]);
  });

  it('above what the order became stays on account', async () => {
    const onAccount = async ({ id }: OrderedInvoice) => {
      const filter = JSON.stringify({ field: 'invoiceId', op: 'eq', value: id });
      const found = await money.call('GET', `/credit-notes?filter=${encodeURIComponent(filter)}`);
      return bodyOf<{ data: { remaining: string }[] }>(found).data.map((each) => each.remaining);
    };
    const paidAhead = async () => {
      const order = await desk.confirmed(accountId, [{ ...GOODS, taxRate: '0' }]);
      const deposit = await money.deposited(order, { percent: '100' });
      await money.post(`/invoices/${deposit.id}/send`);
      await money.paid(deposit, '200.00');
      return { order, deposit, lineId: order.lines[0]?.id };
    };
    const short = await paidAhead();
    const five = { lines: [{ lineId: short.lineId, quantity: '5' }] };
    await desk.done(short.order.id, 'ship', five);
    expect(await money.invoiced(short.order)).toMatchObject({ balance: '0.00' });
    await desk.done(short.order.id, 'close-short', { reason: 'Sold out' });
    expect((await onAccount(short.deposit)).sort()).toEqual(['0.00', '100.00']);
    const less = await paidAhead();
    const amended = { lines: [{ lineId: less.lineId, ordered: '3' }], reason: 'Fewer' };
    await desk.done(less.order.id, 'amend', amended);
    await desk.done(less.order.id, 'ship');
    expect(await money.invoiced(less.order)).toMatchObject({ total: '60.00', balance: '0.00' });
    expect(await onAccount(less.deposit)).toEqual(['140.00']);
  });
});
