import type { LocalDate } from '@quittance/calendar';
import { plannedFate } from './planned-fate.js';

const TODAY = '2026-03-10' as LocalDate;
const ON = '2026-04-01' as const;
const held = { itemId: 'a', validFrom: '2026-01-01', discountUntil: null };
const items = (planned: bigint) => [
  { ...held, id: '1', validTo: ON, net: 100n },
  { ...held, id: '2', validFrom: ON, validTo: null, net: planned },
];
const whole = (change: object = {}, planned = 700n) =>
  ({
    subscription: { changeOn: ON, frequency: 'monthly', gridNext: null, cancelAt: null, ...change },
    items: items(planned),
  }) as unknown as Parameters<typeof plannedFate>[0];
const fate = (change: object, planned?: bigint, today: string = TODAY) =>
  plannedFate(
    whole({ endedOn: null }),
    whole({ endedOn: null, ...change }, planned),
    today as never,
  );

it.each([
  ['stays', {}, undefined],
  ['is to end behind it', { cancelAt: '2026-05-01' }, undefined],
  ['is dearer', {}, 900n],
] as const)('a planned change that %s comes as it was to', (_, change, planned) => {
  expect(fate(change, planned)).toBeNull();
});

it.each([
  ['is withdrawn', { changeOn: null }, undefined],
  ['gives way to an earlier one', { changeOn: '2026-03-20' }, undefined],
  ['gives way to a later one', { changeOn: '2026-05-01' }, undefined],
  ['is to end before', { cancelAt: ON }, undefined],
  ['has ended', { changeOn: null, cancelAt: TODAY, endedOn: TODAY }, undefined],
  ['is as it was before', {}, 100n],
] as const)('one that %s does not come', (_, change, planned) => {
  expect(fate(change, planned)).toMatchObject({ on: ON, is: 'gone' });
});

it('a lower one leaves what it adds, and one whose day has come is there', () => {
  expect(fate({}, 400n)).toEqual({ on: ON, is: 'less', left: [300n, 600n] });
  expect(fate({ changeOn: null }, undefined, ON)).toMatchObject({ on: ON, is: 'begun' });
});

it('what is left is measured as it was charged, whatever periods it is of', () => {
  const yearly = { frequency: 'monthly', gridNext: { on: ON, frequency: 'annually' } } as const;
  const of = (planned: bigint) => whole({ endedOn: null, ...yearly }, planned);
  const judged = (planned: bigint) => plannedFate(of(1000n), of(planned), TODAY);
  expect(judged(900n)).toEqual({ on: ON, is: 'less', left: [800n, 900n] });
  expect(judged(100n)).toMatchObject({ is: 'gone' });
});

it('is measured with tax where that is known', () => {
  const [was, is] = [whole({ endedOn: null }), whole({ endedOn: null }, 400n)];
  const taxed: Parameters<typeof plannedFate>[3] = (some) =>
    some.reduce((sum, { net }) => sum + (net === 400n ? 2n * net : net), 0n);
  expect(plannedFate(was, whole({ endedOn: null }, 300n), TODAY, taxed)?.left).toEqual([
    200n,
    600n,
  ]);
  expect(plannedFate(was, is, TODAY, taxed)).toBeNull();
});

it('one behind an end that is noticed on its day, or later, does not come', () => {
  for (const today of [ON, '2026-04-03']) {
    const end = { changeOn: null, cancelAt: ON, endedOn: ON };
    expect(fate(end, undefined, today)).toMatchObject({ on: ON, is: 'gone' });
  }
});

describe('one that is made before the start', () => {
  const ahead = (net: bigint, change: object = {}) => {
    const item = { ...held, id: '1', validFrom: ON, validTo: null, net };
    const planned = { startDate: ON, status: 'pending', awaitsOrder: false, changeOn: null };
    const { subscription } = whole({ endedOn: null, ...planned, ...change });
    return { subscription, items: [item] } as unknown as Parameters<typeof plannedFate>[0];
  };
  const judged = (after: ReturnType<typeof ahead>, today: string = TODAY) =>
    plannedFate(ahead(500n), after, today as never);

  it('stays as it was to where it is dearer, or nothing of it changes', () => {
    expect([judged(ahead(500n)), judged(ahead(700n))]).toEqual([null, null]);
  });

  it('is less by what a lower one saves', () => {
    const saved = { on: ON, is: 'less', left: { allBut: 400n } };
    expect(judged(ahead(100n))).toEqual(saved);
    const yearly = ahead(1200n, { frequency: 'annually' });
    expect(plannedFate(yearly, ahead(100n), TODAY)?.left).toEqual({ allBut: 1100n });
  });

  it('is there with the start, and gone with an end before', () => {
    expect(judged(ahead(500n, { status: 'active' }), ON)).toMatchObject({ is: 'begun' });
    const over = { status: 'cancelled', cancelAt: TODAY, endedOn: TODAY };
    expect(judged(ahead(500n, over))).toMatchObject({ on: ON, is: 'gone' });
  });

  it('is none of what waits for its order', () => {
    const waits = ahead(500n, { awaitsOrder: true });
    expect(plannedFate(waits, ahead(100n), TODAY)).toBeNull();
  });
});
