import type { Json, Made } from '../../objects/objects-support';
import { aPlan, aSubscription, call } from '../sales-support';
import { BooksByHand } from '../settled/books-by-hand';
import { billedOn } from '../subscription-support';

let books: BooksByHand;
BooksByHand.forEach((opened) => {
  books = opened;
});

/** 50.00 a month, and what is used at 1.00; of 90.00 of December 50.00 are wrong. */
async function billedUsage(): Promise<Made> {
  const meter = { code: 'calls', name: 'Calls', aggregation: 'sum' };
  const { id: meterId } = (await call(books.admin, 'POST', '/meters', meter)).body as Made;
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '1' };
  const plan = await aPlan(books.admin, {
    prices: [{ currency: 'EUR', unitPrice: '50' }],
    charges: [{ key: 'calls', meterId, name: 'Calls', prices: [price] }],
  });
  const one = await aSubscription(books.admin, plan, { startDate: '2026-12-01' });
  books.t.clock.set('2026-12-12T10:00:00Z');
  for (const [eventId, value] of [
    ['kept', '40'],
    ['wrong', '50'],
  ] as const) {
    const event = { eventId, meter: 'calls', timestamp: '2026-12-11T09:00:00Z', value };
    await call(books.admin, 'POST', `/subscriptions/${one.id}/usage`, { events: [event] });
  }
  await billedOn(books, '2027-01-01');
  return (await books.newest()) as Made;
}

test('usage keeps its lines where one ahead of them is taken off the draft', async () => {
  const draft = await billedUsage();
  const lineOf = (net: string) => (draft.lines as Json[]).find((line) => line.net === net);
  const path = `/invoices/${draft.id}/lines/${String(lineOf('50.00')?.id)}`;
  expect((await call(books.admin, 'DELETE', path)).status).toBe(200);
  await books.send();
  await books.credited(await books.newest(), '50');
  await books.post('/usage-events/wrong/void', { reason: 'Counted twice' });
  await billedOn(books, '2027-02-01');
  expect((await books.newest()).total).toBe('50.00');
  const { body } = await call(books.admin, 'GET', '/credit-notes');
  expect((body.data as Json[]).map(({ total }) => total)).toEqual(['50.00']);
});
