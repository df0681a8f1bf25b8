import type { Json } from '../../objects/objects-support';
import { call } from '../sales-support';
import { billedOn, ranOn } from '../subscription-support';
import { BooksByHand, minor, type Subscribed } from './books-by-hand';

let books: BooksByHand;
const host = BooksByHand.forEach((opened) => {
  books = opened;
});

type Lines = (method: string, body?: object, line?: Json) => Promise<void>;

/** Changes the lines of the newest draft, and sends it. */
async function rewritten(
  rewrite: (lines: Lines, asking: Json) => Promise<void>,
  isSent = true,
): Promise<void> {
  const draft = await books.newest();
  const asking = (draft.lines as Json[]).find(({ net }) => minor(net) > 0n) as Json;
  await rewrite(async (method, body, line) => {
    const path = `/invoices/${String(draft.id)}/lines${line ? `/${String(line.id)}` : ''}`;
    expect((await call(books.admin, method, path, body)).status).toBeLessThan(300);
  }, asking);
  if (isSent) await books.send();
}

const OTHER = { description: 'Other', quantity: '1', unitPrice: '5' };
/** Of a draft of 31.00, so that it asks 5.00; and what of that is none of the subscription. */
const WAYS = [
  ['its price', 0n, (lines: Lines, line: Json) => lines('PATCH', { unitPrice: '5' }, line)],
  [
    'a discount',
    0n,
    (lines: Lines, line: Json) => lines('PATCH', { discount: { amount: '26' } }, line),
  ],
  [
    'a line that takes off',
    0n,
    (lines: Lines) => lines('POST', { description: 'Less', quantity: '-1', unitPrice: '26' }),
  ],
  [
    'another line instead',
    500n,
    async (lines: Lines, line: Json) => {
      await lines('POST', OTHER);
      await lines('DELETE', undefined, line);
    },
  ],
] as const;

async function lowered(rewrite: (lines: Lines, line: Json) => Promise<void>): Promise<Subscribed> {
  const one = await books.billedDraft(1);
  await rewritten(rewrite);
  expect((await books.newest()).subtotal).toBe('5.00');
  return one;
}

const after = async () => [await books.chargedInAll(), await books.waiting()];

describe.each(WAYS)('what a draft asks less by %s', (_, kept, rewrite) => {
  test.each(['prorated', 'full'])('comes back by no end (%s)', async (credit) => {
    const one = await lowered(rewrite);
    await books.endedOn(one, '2026-12-11', credit);
    await billedOn(books, '2027-01-01');
    expect(await after()).toEqual([kept, new Map()]);
  });

  test('comes back by no fall, and is taken off no other month', async () => {
    const { id, items } = await lowered(rewrite);
    books.t.clock.set('2026-12-11T12:00:00Z');
    const [item] = items;
    const asked = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '1' }];
    const body = { items: asked, effective: 'now' };
    const preview = await books.post(`/subscriptions/${id}/preview-change`, body);
    await books.post(`/subscriptions/${id}/change`, body);
    expect(preview.net).toBe(kept === 0n ? '-5.00' : '0.00');
    expect(await after()).toEqual([kept, new Map()]);
    await billedOn(books, '2027-01-01');
    expect((await books.newest()).subtotal).toBe('1.00');
  });

  test('comes back by no pause', async () => {
    const { id } = await lowered(rewrite);
    books.t.clock.set('2026-12-11T12:00:00Z');
    await books.post(`/subscriptions/${id}/pause`, { from: 'now', creditUnused: true });
    expect(await after()).toEqual([kept, new Map()]);
    books.t.clock.set('2026-12-30T12:00:00Z');
    await books.post(`/subscriptions/${id}/resume`);
    await billedOn(books, '2027-01-01');
    expect(await after()).toEqual([kept + 3300n, new Map()]);
  });
});

/** Quantities from days of December on. */
type Moves = readonly (readonly [day: number, quantity: number])[];

/** What is asked in all behind each move, of 93.00 of which somebody has taken something. */
async function lived(
  moves: Moves,
  full: boolean,
  take: (one: Subscribed) => Promise<unknown>,
): Promise<readonly bigint[]> {
  const one = await books.billedDraft(3);
  await take(one);
  const asked: bigint[] = [];
  for (const [day, quantity] of moves) {
    await books.changed(one, day, quantity, { ...(full && { proration: 'full' }) });
    await books.send();
    asked.push(await books.chargedInAll());
  }
  asked.push(await books.endedOn(one, '2026-12-28', full ? 'full' : 'prorated'));
  return asked;
}

const FALLS: Moves = [
  [6, 2],
  [11, 1],
];
const RISES: Moves = [
  [6, 5],
  [11, 1],
  [16, 4],
];

test.each([
  [10, FALLS, false],
  [60, RISES, false],
  [92.99, RISES, false],
  [60, FALLS, true],
  [25, RISES, true],
] as const)('%f less of a draft costs what a note of it does', async (less, moves, full) => {
  const byDraft = await lived(moves, full, () =>
    rewritten((lines, line) => lines('PATCH', { discount: { amount: String(less) } }, line)),
  );
  await host.reopen();
  const byNote = await lived(moves, full, async () => {
    await books.send();
    await books.credited(await books.newest(), String(less));
  });
  expect(byDraft).toEqual(byNote);
});

test('what the draft of a rise asks less comes back by no fall', async () => {
  const one = await books.billed(1);
  expect(await books.changed(one, 11, 3)).toBe('42.00');
  await rewritten((lines, line) => lines('PATCH', { unitPrice: '30' }, line));
  expect((await books.newest()).subtotal).toBe('9.00');
  expect(await books.endedOn(one, '2026-12-12')).toBe(1000n);
  expect(await books.waiting()).toEqual(new Map());
});

test('lines of other items stay theirs where one is taken off ahead of them', async () => {
  const one = await books.billedDraft(1, 3);
  await rewritten((lines, line) => lines('DELETE', undefined, line));
  expect((await books.newest()).subtotal).toBe('93.00');
  expect(await books.endedOn(one, '2026-12-11')).toBe(3000n);
});

describe.each([true, false])(
  'what is held of an item whose line is taken off (sent: %s)',
  (sent) => {
    const without = async () => {
      const one = await books.billedDraft(3, 1);
      await rewritten((lines, line) => lines('DELETE', undefined, line), sent);
      expect(await books.changedTo(one, 6, [2])).toBe('0.00');
      return one;
    };

    test('comes back by no second fall either, out of another item', async () => {
      const one = await without();
      expect(await books.changedTo(one, 11, [1])).toBe('0.00');
      expect(await books.endedOn(one, '2026-12-16')).toBe(1500n);
    });

    test.each(['prorated', 'full'])('comes back by no end (%s)', async (credit) => {
      const one = await without();
      expect(await books.endedOn(one, '2026-12-11', credit)).toBe(credit === 'full' ? 0n : 1000n);
    });
  },
);

test('what a draft asks again behind a fall comes back by that', async () => {
  const one = await books.billedDraft(2);
  const draft = await books.newest();
  const [line] = draft.lines as Json[];
  const path = `/invoices/${String(draft.id)}/lines/${String(line?.id)}`;
  expect((await call(books.admin, 'PATCH', path, { unitPrice: '1' })).status).toBe(200);
  await books.changed(one, 11, 1, { billing: 'next_invoice' });
  expect((await call(books.admin, 'PATCH', path, { unitPrice: '31' })).status).toBe(200);
  expect(await books.chargedInAll()).toBe(4100n);
});

test('what a change is to give back of a draft is taken off that by nobody', async () => {
  const one = await books.billedDraft(1);
  books.t.clock.set('2026-12-17T12:00:00Z');
  const [item] = one.items;
  const fall = [{ itemId: item?.itemId, planId: item?.planId, unitPrice: '5' }];
  const asked = { items: fall, effective: 'now', billing: 'next_invoice' };
  await books.post(`/subscriptions/${one.id}/change`, asked);
  const { id, lines, version } = await books.newest();
  const [line] = lines as Json[];
  const path = `/invoices/${String(id)}`;
  const off = { kind: 'allowance', reason: 'Less', amount: '26' };
  const goodwill = { description: 'Less', quantity: '-1', unitPrice: '26' };
  for (const [method, at, body] of [
    ['PATCH', `${path}/lines/${String(line?.id)}`, { unitPrice: '5' }],
    ['DELETE', `${path}/lines/${String(line?.id)}`, undefined],
    ['POST', `${path}/lines`, goodwill],
    ['PATCH', path, { adjustments: [off] }],
  ] as const) {
    const answer = await call(books.admin, method, at, body);
    expect([at, answer.status, answer.code]).toEqual([at, 422, 'credit_promised']);
  }
  expect(await books.newest()).toMatchObject({ version, subtotal: '31.00' });
  const less = await call(books.admin, 'PATCH', path, { adjustments: [{ ...off, amount: '10' }] });
  expect(less.status).toBe(200);
  expect(await books.chargedInAll()).toBe(2100n - 1258n);
});

describe('what is agreed with a subscription', () => {
  const refused = async (patch: object, ...pointers: readonly string[]) => {
    const { id } = await books.newest();
    const answer = await call(books.admin, 'PATCH', `/invoices/${String(id)}`, patch);
    const errors = pointers.map((pointer) => ({ pointer, code: 'subscription' }));
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed', body: { errors } });
  };
  const percent = { kind: 'allowance', reason: 'Less', percent: '90' };

  test.each(['period', 'change'])('is not changed on the draft of a %s', async (of) => {
    const one = await books.billedDraft(1);
    if (of === 'change') {
      await books.send();
      await books.changed(one, 11, 3);
    }
    await refused({ pricesIncludeTax: true, currency: 'USD' }, '/currency', '/pricesIncludeTax');
    await refused({ subscriptionId: null }, '/subscriptionId');
    await refused({ adjustments: [percent] }, '/adjustments/0/percent');
  });

  test('is free on an invoice that somebody wrote and that names it', async () => {
    const { id: subscriptionId, accountId } = await books.billedDraft(1);
    const lines = [{ description: 'Visit', quantity: '1', unitPrice: '5' }];
    const body = { accountId, currency: 'USD', subscriptionId, lines };
    const { id } = (await call(books.admin, 'POST', '/invoices', body)).body as Json;
    const patch = { currency: 'EUR', subscriptionId: null, adjustments: [percent] };
    const answer = await call(books.admin, 'PATCH', `/invoices/${String(id)}`, patch);
    expect(answer).toMatchObject({ status: 200, body: { currency: 'EUR', total: '0.50' } });
  });
});

/** A rise from one to nine on the sixth, which a January bears that was made ahead of it. */
async function borneAhead(
  take: (rise: Json, path: string) => Promise<unknown>,
): Promise<unknown[]> {
  const one = await books.billed(1);
  await books.changed(one, 6, 9, { billing: 'next_invoice' });
  await ranOn(books, '2026-12-07', { asOf: '2027-01-01', allowFuture: true });
  const { id, lines } = await books.newest();
  const isRise = ({ net, periodStart }: Json) => minor(net) > 0n && periodStart === '2026-12-06';
  await take((lines as Json[]).find(isRise) as Json, `/invoices/${String(id)}/lines`);
  const asked = [await books.chargedInAll()];
  await books.changed(one, 8, 1);
  asked.push(await books.chargedInAll(), await books.endedOn(one, '2026-12-09'));
  await billedOn(books, '2026-12-10');
  return [...asked, ...(await after())];
}

test.each([
  ['233', { unitPrice: '1' }],
  ['234', undefined],
  ['34', { discount: { amount: '34' } }],
])('%s less of a rise that a later draft bears come back by no fall', async (net, body) => {
  const byDraft = await borneAhead(async (rise, path) => {
    const at = `${path}/${String(rise.id)}`;
    expect((await call(books.admin, body ? 'PATCH' : 'DELETE', at, body)).status).toBe(200);
  });
  await host.reopen();
  const byNote = await borneAhead(async ({ id: invoiceLineId }) => {
    await books.send();
    const { id: invoiceId, accountId } = await books.newest();
    const lines = [{ description: 'Less', quantity: '1', unitPrice: net, invoiceLineId }];
    const issueDate = '2027-01-01';
    const note = { accountId, invoiceId, issueDate, reason: 'Less', lines };
    expect((await call(books.admin, 'POST', '/credit-notes', note)).status).toBe(201);
  });
  expect(byDraft).toEqual(byNote);
  expect(byDraft.at(-1)).toEqual(new Map());
});

test.each([0, 1])(
  'one of two alike that a later draft bears comes back by no fall (%i)',
  async (i) => {
    const one = await books.billed(1, 1);
    await books.changedTo(one, 6, [5, 9], { billing: 'next_invoice' });
    await ranOn(books, '2026-12-07', { asOf: '2027-01-01', allowFuture: true });
    const { id, lines } = await books.newest();
    const rises = (lines as Json[]).filter(({ net, periodStart }) => {
      return minor(net) > 0n && periodStart === '2026-12-06';
    });
    expect(rises.map(({ net }) => net)).toEqual(['130.00', '234.00']);
    const path = `/invoices/${String(id)}/lines/${String(rises[i]?.id)}`;
    expect((await call(books.admin, 'DELETE', path)).status).toBe(200);
    await books.changedTo(one, 8, [1, 1]);
    const asked = await books.chargedInAll();
    expect(asked).toBeGreaterThanOrEqual(0n);
    expect(await books.endedOn(one, '2026-12-09')).toBeGreaterThanOrEqual(0n);
    await billedOn(books, '2026-12-10');
    expect(await books.waiting()).toEqual(new Map());
  },
);
