import { type Json, type Made } from '../../objects/objects-support';
import { BooksByHand, minor, type Subscribed } from './books-by-hand';
import { invoicesOf, ranOn } from '../subscription-support';

let books: BooksByHand;
const host = BooksByHand.forEach((opened) => {
  books = opened;
});

describe('what another invoice bears, which was made ahead of its period', () => {
  const ITS_DAY = { issueDate: '2027-01-01' };

  const LATER = { billing: 'next_invoice' };

  async function billedAhead(): Promise<Json> {
    await ranOn(books, '2026-12-02', { asOf: '2027-01-01', allowFuture: true });
    await books.send();
    return books.newest();
  }

  /** From one to more on the second, which January bears. */
  async function joined(
    quantity = 9,
    billing: object = LATER,
  ): Promise<{ one: Subscribed; january: Json; rise: Json }> {
    const one = await books.billed(1);
    await books.changed(one, 2, quantity, billing);
    const { id, status } = await books.newest();
    if (status === 'draft') await books.post(`/invoices/${String(id)}/cancel`);
    const january = await billedAhead();
    const asked = `${30 * quantity}.00`;
    const line = (january.lines as Json[]).find(({ net }) => net === asked);
    return { one, january, rise: { ...january, lines: [line] } };
  }

  async function fallen(one: Subscribed): Promise<bigint> {
    await books.changed(one, 3, 1);
    return books.chargedInAll();
  }

  // Of a day at 1.00, one at 9.00 and 29 and 31 at 1.00.
  test('comes back by a fall', async () => {
    const { one } = await joined();
    expect(await fallen(one)).toBe(7000n);
  });

  test('comes back but for a cent that was credited without a line', async () => {
    const { one, january } = await joined();
    await books.credited(january, '0.01', false, ITS_DAY);
    expect(await fallen(one)).toBe(6999n);
  });

  test('does not come back again where all of it was credited', async () => {
    const { one, january } = await joined();
    await books.credited(january, '519', false, ITS_DAY);
    // What it took off of December is of what it asked for that.
    expect(await fallen(one)).toBe(100n);
  });

  test('does not come back again where its line was credited', async () => {
    const { one, rise } = await joined();
    await books.credited(rise, '270', true, ITS_DAY);
    expect(await fallen(one)).toBe(100n + 3100n);
  });

  test.each([
    [9, '519'],
    [3, '150'],
  ])(
    'does not come back of what was asked anew, a rise to %s of which %s are credited',
    async (...rise) => {
      const [quantity, amount] = rise;
      const { one, january } = await joined(quantity);
      await books.credited(january, amount, false, ITS_DAY);
      await books.changed(one, 3, 1);
      const left = await books.endedOn(one, '2026-12-04');
      expect(left >= 0n && left <= 1100n).toBe(true);
    },
  );

  test('comes back as if there had been one note alone, where another is voided', async () => {
    const { one, rise } = await joined(3);
    await books.credited(rise, '30', true, ITS_DAY);
    const other = (await books.credited(rise, '30', true, ITS_DAY)) as Made;
    await books.changed(one, 3, 1);
    expect(await books.endedOn(one, '2026-12-07')).toBe(0n);
    await books.takenBack(other);
    expect(await books.chargedInAll()).toBe(0n);
  });

  test.each([
    ['waits', LATER],
    ['was on a draft that is cancelled', {}],
  ])('is credited by nobody while a fall of it waits, where it %s', async (_, billing) => {
    const { one, january, rise } = await joined(9, billing);
    await books.changed(one, 3, 1, LATER);
    expect(await books.credited(rise, '240', true, ITS_DAY)).toBeNull();
    expect(await books.chargedInAll()).toBe(7000n);
    // Of December's own invoice January has taken off but a day.
    const [december] = await invoicesOf(books.admin);
    expect(december?.id).not.toBe(january.id);
    expect(await books.credited(december as Json, '1.01')).toBeNull();
    expect(await books.credited(december as Json, '1')).not.toBeNull();
  });

  test.each([0, 1])('is known of each of two items of a product (%i)', async (place) => {
    const one = await books.billed(1, 1);
    const items = one.items.map((item) => ({ ...item, quantity: '9' }));
    books.t.clock.set('2026-12-02T12:00:00Z');
    const change = (all: object) =>
      books.post(`/subscriptions/${one.id}/change`, { items: all, effective: 'now', ...LATER });
    await change(items.map(({ itemId, planId, quantity }) => ({ itemId, planId, quantity })));
    const january = await billedAhead();
    const lines = (january.lines as Json[]).filter(({ net }) => net === '270.00');
    await books.credited({ ...january, lines: [lines[place]] }, '270', true, ITS_DAY);
    books.t.clock.set('2026-12-03T12:00:00Z');
    await change(
      items.map(({ itemId, planId }, i) => ({ itemId, planId, quantity: i === place ? '1' : '9' })),
    );
    expect(await books.chargedInAll()).toBe(55_000n + 3200n);
  });

  test('of a rise that was undone on its day holds back but what was credited', async () => {
    const { one } = await joined();
    await books.changed(one, 2, 1);
    expect(await books.chargedInAll()).toBe(6200n);
    const january = (await invoicesOf(books.admin))[1] as Json;
    await books.credited(january, '0.01', false, ITS_DAY);
    expect(await books.endedOn(one, '2026-12-03')).toBe(200n);
  });
});

describe('a rise that asks for two periods, and is credited without a line', () => {
  async function bothBilled(): Promise<Subscribed> {
    const one = await books.billed(1);
    await ranOn(books, '2026-12-02', { asOf: '2027-01-01', allowFuture: true });
    await books.send();
    return one;
  }

  // 31.00 each and 47.00 of the rise, less 78.00: of what is left no more than 31.00 comes back.
  test('comes back for the later as far as neither note has it', async () => {
    const one = await bothBilled();
    const [december] = await invoicesOf(books.admin);
    await books.credited(december as unknown as Json, '31', false);
    await books.changed(one, 16, 2);
    await books.send();
    await books.credited(await books.newest(), '47', false);
    expect(await books.endedOn(one, '2027-01-02')).toBe(0n);
  });

  test.each(['1', '20'])('costs no more than without a note of %s', async (note) => {
    const charged: bigint[] = [];
    for (const net of ['0', note]) {
      await host.reopen();
      const one = await bothBilled();
      await books.changed(one, 16, 2);
      await books.send();
      if (net !== '0') await books.credited(await books.newest(), net, false);
      await books.changed(one, 24, 3, { proration: 'full' });
      await books.send();
      charged.push(await books.endedOn(one, '2027-01-12', 'full'));
    }
    const [free = 0n, kept = 0n] = charged;
    expect(kept <= free && kept >= free - minor(note)).toBe(true);
  });
});
