import type { Json } from '../../objects/objects-support';
import { call } from '../sales-support';
import { billedOn } from '../subscription-support';
import { BooksByHand, minor, type Subscribed } from './books-by-hand';

let books: BooksByHand;
BooksByHand.forEach((opened) => {
  books = opened;
});

const after = async () => [await books.chargedInAll(), await books.waiting()];

describe('a line that a change takes off', () => {
  const isBack = ({ net }: Json) => minor(net) < 0n;
  const linePath = ({ id, lines }: Json, is = isBack) =>
    `/invoices/${String(id)}/lines/${String((lines as Json[]).find(is)?.id)}`;

  /** 93.00, of which somebody took 62.00 off, then 155.00 from the sixth: -78.00 and 130.00. */
  async function raised(): Promise<Subscribed> {
    const one = await books.billedDraft(3);
    const { id } = await books.newest();
    const adjustments = [{ kind: 'allowance', amount: '62', reason: 'Less' }];
    expect(
      (await call(books.admin, 'PATCH', `/invoices/${String(id)}`, { adjustments })).status,
    ).toBe(200);
    expect(await books.changed(one, 6, 5)).toBe('52.00');
    return one;
  }

  test.each([
    [{ unitPrice: '120' }, '/unitPrice'],
    [{ quantity: '-1.5' }, '/quantity'],
    [{ unitPrice: '240', discount: { percent: '50' } }, '/unitPrice', '/discount'],
  ])('takes off no more by hand (%j)', async (body, ...pointers) => {
    const one = await raised();
    const draft = await books.newest();
    const answer = await call(books.admin, 'PATCH', linePath(draft), body);
    const errors = pointers.map((pointer) => ({ pointer, code: 'subscription' }));
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed', body: { errors } });
    expect(await books.newest()).toMatchObject({ version: draft.version, subtotal: '52.00' });
    await books.changed(one, 11, 1);
    expect(await books.endedOn(one, '2026-12-12')).toBe(0n);
    expect(await books.waiting()).toEqual(new Map());
  });

  test('nor by another that names days; one without is known as what it is', async () => {
    const one = await raised();
    const draft = await books.newest();
    const lines = `/invoices/${String(draft.id)}/lines`;
    const less = { description: 'Less', quantity: '-1', unitPrice: '42' };
    const days = { periodStart: '2026-12-06', periodEnd: '2026-12-31' };
    const errors = [{ pointer: '/periodStart', code: 'subscription' }];
    const refused = { status: 422, code: 'validation_failed', body: { errors } };
    expect(await call(books.admin, 'POST', lines, { ...less, ...days })).toMatchObject(refused);
    expect((await call(books.admin, 'POST', lines, less)).status).toBe(201);
    const isOwn = ({ description }: Json) => description === 'Less';
    const own = linePath(await books.newest(), isOwn);
    expect(await call(books.admin, 'PATCH', own, days)).toMatchObject(refused);
    await books.changed(one, 11, 1);
    expect(await after()).toEqual([0n, new Map()]);
  });

  test('is free on an invoice that merely names a subscription', async () => {
    const { id } = await books.billed(3);
    const back = { description: 'Back', quantity: '-1', unitPrice: '1' };
    const days = { periodStart: '2026-12-06', periodEnd: '2026-12-31' };
    const lines = [
      { description: 'Work', quantity: '1', unitPrice: '50' },
      { ...back, ...days },
    ];
    const { accountId } = await books.newest();
    const said = { accountId, subscriptionId: id, currency: 'EUR', lines };
    const made = await call(books.admin, 'POST', '/invoices', said);
    expect(made.status).toBe(201);
    const path = linePath(made.body as Json);
    expect((await call(books.admin, 'PATCH', path, { unitPrice: '2' })).status).toBe(200);
  });

  test('takes off no more while a fall of it waits, so that nothing waits for ever', async () => {
    const one = await raised();
    await books.changed(one, 11, 1, { billing: 'next_invoice' });
    const path = linePath(await books.newest());
    expect((await call(books.admin, 'PATCH', path, { unitPrice: '120' })).status).toBe(422);
    expect(await books.endedOn(one, '2026-12-12', 'none')).toBe(0n);
    await billedOn(books, '2026-12-13');
    expect(await after()).toEqual([0n, new Map()]);
  });

  test('is made smaller, and as large again as it was', async () => {
    const one = await raised();
    const path = linePath(await books.newest());
    for (const [discount, status, subtotal] of [
      [{ percent: '10' }, 200, '59.80'],
      [{ percent: '50' }, 200, '91.00'],
      [null, 200, '52.00'],
    ] as const) {
      expect((await call(books.admin, 'PATCH', path, { discount })).status).toBe(status);
      expect((await books.newest()).subtotal).toBe(subtotal);
    }
    expect((await call(books.admin, 'PATCH', path, { unitPrice: '78.01' })).status).toBe(422);
    // Neither by way of one that takes off nothing, or asks.
    for (const quantity of ['0', '1']) {
      expect((await call(books.admin, 'PATCH', path, { quantity })).status).toBe(200);
      const most = { quantity: '-1', unitPrice: '78.01' };
      expect((await call(books.admin, 'PATCH', path, most)).status).toBe(422);
    }
    expect((await call(books.admin, 'PATCH', path, { quantity: '-1' })).status).toBe(200);
    await books.changed(one, 11, 1);
    expect(await after()).toEqual([0n, new Map()]);
  });

  test('asks so much more where it is made smaller, whatever comes back later', async () => {
    const one = await raised();
    const path = linePath(await books.newest());
    expect((await call(books.admin, 'PATCH', path, { unitPrice: '70' })).status).toBe(200);
    await books.changed(one, 11, 1);
    expect(await after()).toEqual([800n, new Map()]);
  });
});
