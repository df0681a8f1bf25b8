import type { LocalDate } from '@quittance/calendar';
import { sumOf } from '@quittance/money';
import type { SubscriptionItem } from '../subscription.description.js';
import type { WholeSubscription } from '../subscription.repository.js';
import { addedByChange, addedByGoingOn } from './added-spending.js';

const day = (on: string) => `2026-${on}` as LocalDate;
const item = (id: string, net: bigint, from: string, to: string | null = null) =>
  ({ id, itemId: 'one', net, validFrom: day(from), validTo: to && day(to) }) as SubscriptionItem;
const whole = (items: readonly SubscriptionItem[], cancelAt: string | null = null) => {
  const end = cancelAt && day(cancelAt);
  const subscription = { frequency: 'monthly', gridNext: null, endedOn: null, cancelAt: end };
  return { subscription, items } as unknown as WholeSubscription;
};
const grossOf = (items: readonly SubscriptionItem[]) => sumOf(items.map(({ net }) => net));

// Ten pieces until March, of which an Admin has planned one from then on.
const ten = item('a', 1000n, '01-01', '03-01');
const one = item('b', 100n, '03-01');
const dropped = { ...one, validTo: one.validFrom };

it('counts what is dearer than the day would have been, whatever was paid the day before', () => {
  const again = item('c', 1000n, '03-01');
  const rows = { closed: [dropped], opened: [again] };
  const change = { effectiveOn: day('03-01'), rows, frequency: 'monthly' as const };
  expect(addedByChange(whole([ten, one]), change, grossOf)).toBe(900n);
});

it('counts a lower plan that is no more, though what holds today stays as it is', () => {
  const rows = { closed: [{ ...ten, validTo: null }, dropped], opened: [] };
  const change = { effectiveOn: day('02-10'), rows, frequency: 'monthly' as const };
  expect(addedByChange(whole([ten, one]), change, grossOf)).toBe(900n);
});

it('counts anew what a plan that gives way to a later one was agreed for', () => {
  const [held, five] = [item('a', 100n, '01-01', '03-01'), item('b', 500n, '03-01')];
  const bare = { ...held, validTo: null };
  const closed = [
    { ...five, validTo: five.validFrom },
    { ...held, validTo: day('04-01') },
  ];
  const rows = { closed, opened: [item('c', 500n, '04-01')] };
  const gaveWay = { on: day('03-01'), items: [bare], settlement: null };
  const change = { effectiveOn: day('04-01'), rows, frequency: 'monthly' as const };
  expect(addedByChange(whole([held, five]), { ...change, gaveWay }, grossOf)).toBe(400n);
});

it('counts nothing behind the end, and nothing that is cheaper', () => {
  const rows = { closed: [{ ...ten, validTo: null }, dropped], opened: [] };
  const change = { effectiveOn: day('02-10'), rows, frequency: 'monthly' as const };
  expect(addedByChange(whole([ten, one], '03-01'), change, grossOf)).toBe(0n);
  const lower = { closed: [dropped], opened: [item('c', 50n, '03-01')] };
  const cheaper = { effectiveOn: day('03-01'), rows: lower, frequency: 'monthly' as const };
  expect(addedByChange(whole([ten, one]), cheaper, grossOf)).toBe(0n);
});

it.each([
  ['a dear month in place of a cheap year', 'annually', 1200n, 'monthly', 1100n, 1000n],
  ['a year in place of as many months', 'monthly', 100n, 'annually', 1200n, 1100n],
  ['a month in place of the same by the year', 'annually', 1200n, 'monthly', 100n, 0n],
] as const)('counts %s', (_, was, before, is, after, added) => {
  const held = item('a', before, '01-01');
  const { subscription, items } = whole([held]);
  const rows = {
    closed: [{ ...held, validTo: day('03-01') }],
    opened: [item('b', after, '03-01')],
  };
  const change = { effectiveOn: day('03-01'), rows, frequency: is };
  const of = { subscription: { ...subscription, frequency: was }, items };
  expect(addedByChange(of, change, grossOf)).toBe(added);
});

it('counts the dearest period behind an end that is taken back', () => {
  const raised = item('b', 2000n, '06-01');
  const first = item('a', 1000n, '01-01', '06-01');
  expect(addedByGoingOn(whole([first, raised]), day('03-01'), grossOf)).toBe(2000n);
  expect(addedByGoingOn(whole([first]), day('03-01'), grossOf)).toBe(1000n);
});
