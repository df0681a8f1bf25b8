import { made, type Json, type Made } from '../../objects/objects-support';
import { BooksByHand } from './books-by-hand';
import { aPlan, aSubscription } from '../sales-support';
import { billedOn, ranOn } from '../subscription-support';

let books: BooksByHand;
const host = BooksByHand.forEach((opened) => {
  books = opened;
});

/** The invoice of December, with those of its lines only that are told. */
async function december(...lines: readonly number[]): Promise<Json> {
  const invoice = await books.newest();
  return { ...invoice, lines: lines.map((i) => (invoice.lines as Json[])[i]) };
}

describe('an invoice of several items that somebody has credited by hand', () => {
  // Of 124.00 are 29.00 and 42.00 for days behind: 53.00 are owed, less the note that stays.
  test.each([
    ['62.41', '34.89', 0n],
    ['30', '50', 2300n],
  ])('gives back what notes without a line leave (%s, voided: %s)', async (stays, goes, left) => {
    const one = await books.billed(2, 2);
    const invoice = await december(0);
    await books.credited(invoice, stays, false);
    const other = (await books.credited(invoice, goes, false)) as Made;
    await books.changedTo(one, 3, [undefined, 1]);
    await books.changedTo(one, 11, [0]);
    await books.takenBack(other);
    expect(await books.chargedInAll()).toBe(left);
  });

  test('gives of a line no more back than a note of it leaves, beside one without', async () => {
    const one = await books.billed(1, 1);
    await books.credited(await december(1), '9.90');
    const other = (await books.credited(await december(0), '24.97', false)) as Made;
    await books.changedTo(one, 2, [undefined, 0]);
    // Of the line are 21.10 left, of the invoice 27.13.
    expect(await books.chargedInAll()).toBe(2713n - 2110n);
    expect(await books.endedOn(one, '2026-12-03')).toBe(0n);
    await books.takenBack(other);
    expect(await books.chargedInAll()).toBe(200n);
  });
});

describe('what somebody has credited by hand', () => {
  const LATER = { billing: 'next_invoice' };

  /** Two notes on the line of a single item, of which the second is voided behind changes. */
  async function voided(quantity: number, stays: string, goes: string, steps: readonly Step[]) {
    const one = await books.billed(quantity);
    await books.credited(await december(0), stays);
    const other = (await books.credited(await december(0), goes)) as Made;
    for (const [day, to, billing] of steps) {
      await books.changed(one, day, to, billing);
      await books.send();
    }
    await books.takenBack(other);
    return books.chargedInAll();
  }

  type Step = readonly [day: number, quantity: number, billing?: object];

  // Of 4 pieces for two days, one for three, four for two and two for 24 are 67.00, less 81.18, but
  // that what the rise of the sixth asks is asked of nobody's note.
  test('holds nothing back by a note that is voided, where a rise came between', async () => {
    const waits: Step[] = [
      [3, 1, LATER],
      [6, 4, LATER],
      [8, 2],
    ];
    expect(await voided(4, '81.18', '42.82', waits)).toBe(3000n);
    await host.reopen();
    const asked: Step[] = [
      [1, 6],
      [7, 1],
      [13, 3],
    ];
    expect(await voided(4, '113.80', '10.20', asked)).toBe(3800n);
  });

  test('leaves nothing below nothing where a line has been given back already', async () => {
    const one = await books.billed(1, 2);
    const line = await december(0);
    await books.changedTo(one, 1, [0], LATER);
    expect(await books.credited(line, '9.57')).not.toBeNull();
    expect(await books.endedOn(one, '2026-12-02')).toBe(0n);
  });

  test('counts for changes behind it alone, where another is voided', async () => {
    const one = await books.billed(1, 1);
    await books.changedTo(one, 11, [0], LATER);
    await books.credited(await december(0), '31');
    const other = (await books.credited(await december(1), '10')) as Made;
    await books.endedOn(one, '2026-12-12');
    await books.takenBack(other);
    expect(await books.chargedInAll()).toBe(0n);
  });

  test('does not come back by a credit in full', async () => {
    const one = await books.billed(3);
    await books.changed(one, 16, 2);
    await books.credited(await december(0), '50');
    expect(await books.endedOn(one, '2026-12-20', 'full')).toBe(0n);
  });

  test('comes back of a line that it is not of any more', async () => {
    const one = await books.billed(3, 3);
    const invoice = await december(0, 1);
    const note = (await books.drafted(invoice, '50')) as Made;
    await books.changedTo(one, 2, [0]);
    expect(await books.chargedInAll()).toBe(18_600n - 9300n);
    await books.redrafted(note, { invoiceLineId: (invoice.lines as Json[])[1]?.id });
    expect(await books.chargedInAll()).toBe(18_600n - 5000n - 9000n);
  });

  test('of two notes without a line stands for usage that is taken back', async () => {
    const counted = { code: 'calls', name: 'Calls', aggregation: 'sum' };
    const usage = await made(books.admin, '/meters', counted);
    const charge = { key: 'calls', meterId: usage.id, name: 'Calls' };
    const prices = [{ currency: 'EUR', model: 'per_unit', unitPrice: '1' }];
    const plan = await aPlan(books.admin, { charges: [{ ...charge, prices }] });
    const { id } = await aSubscription(books.admin, plan);
    books.t.clock.set('2026-12-12T10:00:00Z');
    const event = { meter: 'calls', timestamp: '2026-12-11T09:00:00Z' };
    const events = [
      { ...event, eventId: 'kept', value: '40' },
      { ...event, eventId: 'wrong', value: '50' },
    ];
    await books.post(`/subscriptions/${id}/usage`, { events });
    for (const day of ['2026-12-12', '2027-01-01']) await billedOn(books, day);
    await books.send();
    const january = await books.newest();
    expect(january.subtotal).toBe('140.00');
    const itsDay = { issueDate: '2027-01-01' };
    for (let i = 0; i < 2; i += 1) await books.credited(january, '60', false, itsDay);
    await books.post('/usage-events/wrong/void', { reason: 'Counted twice' });
    await billedOn(books, '2027-02-01');
    // Of 50.00 for each month and 90.00 of usage; of the 120.00 are 70.00 of usage at least.
    expect(await books.chargedInAll()).toBe(15_000n + 9000n - 12_000n);
  });

  test('leaves nothing below nothing of what a later invoice asked for its rise', async () => {
    const one = await books.billed(1);
    await books.changed(one, 2, 4, LATER);
    await ranOn(books, '2026-12-02', { asOf: '2027-01-01', allowFuture: true });
    await books.send();
    const january = await books.newest();
    await books.changed(one, 3, 2);
    await books.credited(january, '94', false, { issueDate: '2027-01-01' });
    expect(await books.endedOn(one, '2026-12-05')).toBe(0n);
  });

  test('is the difference where an invoice that takes something off is credited', async () => {
    const one = await books.billed(1);
    expect(await books.changed(one, 2, 2)).toBe('30.00');
    await books.send();
    const { id: invoiceId, accountId } = await books.newest();
    const whole = { accountId, invoiceId, reason: 'Goodwill' };
    const note = await made(books.admin, '/credit-notes', whole);
    await books.post(`/credit-notes/${note.id}/issue`);
    expect(await books.chargedInAll()).toBe(3100n);
    // Of three days for 3.00 nothing is left of the 30.00 that were credited.
    expect(await books.endedOn(one, '2026-12-03')).toBe(100n);
  });
});
