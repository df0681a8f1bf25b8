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
