import type { LocalDate } from '@quittance/calendar';
import type { Subscription } from '../subscription.description.js';
import { changeGoesOn, dueChangeDay } from './due-change.js';

const day = (text: string) => text as LocalDate;
const later = { on: day('2026-04-16'), proration: 'prorated', billing: 'now' } as const;

function subscription(more: Partial<Subscription> = {}): Subscription {
  const none = { cancelAt: null, pauseOn: null, laterSettlement: later };
  return { status: 'active', ...none, ...more } as Subscription;
}

describe('a change that settles what is paid for', () => {
  it.each([
    ['the day before', {}, '2026-04-15', null],
    ['its day', {}, '2026-04-16', '2026-04-16'],
    ['a later day', { status: 'past_due' }, '2026-04-20', '2026-04-16'],
    ['a day on which it stands still', { status: 'suspended' }, '2026-04-20', null],
    ['a day behind its end', { status: 'cancelled' }, '2026-04-20', null],
    ['the day of an end', { cancelAt: day('2026-04-16') }, '2026-04-20', null],
    ['a day behind which it ends', { cancelAt: day('2026-04-17') }, '2026-04-20', '2026-04-16'],
    ['the day of a pause', { pauseOn: day('2026-04-16') }, '2026-04-16', null],
    ['a day ahead of a pause', { pauseOn: day('2026-04-17') }, '2026-04-20', '2026-04-16'],
    ['no day, where none is planned', { laterSettlement: null }, '2026-04-20', null],
  ])('has come on %s', (_, more, today, on) => {
    expect(dueChangeDay(subscription(more as Partial<Subscription>), day(today))).toBe(on);
  });

  it.each([
    ['2026-04-20', 'suspended', { laterSettlement: { ...later, on: '2026-04-20' } }],
    ['2026-04-10', 'suspended', {}],
    ['2026-04-20', 'active', {}],
  ])('goes on, on %s, with what was %s', (today, status, patch) => {
    const before = subscription({ status: status as Subscription['status'] });
    expect(changeGoesOn(before, subscription(), day(today))).toEqual(patch);
  });
});
