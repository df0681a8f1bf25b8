import { parseLocalDate as day } from '@quittance/calendar';
import type { Subscription } from '../../subscriptions/subscription.description.js';
import { migrationDay } from './plan-migration.js';

const TODAY = day('2026-04-16');
const subscription = (more: Partial<Subscription> = {}) =>
  ({
    status: 'active',
    frequency: 'monthly',
    startDate: day('2026-01-31'),
    billedFrom: day('2026-01-31'),
    anchorDate: day('2026-01-31'),
    anchorDay: 31,
    ...more,
  }) as Subscription;
const end = day('2026-06-30');
const NOWHERE = { end: null, coveredUntil: null };

describe('the day of a migration', () => {
  it.each([
    ['period_end', null, null, '2026-04-30'],
    ['period_end', null, end, '2026-04-30'],
    ['day', day('2026-05-15'), null, '2026-05-31'],
    ['day', day('2026-05-31'), end, '2026-05-31'],
    ['renewal', null, end, '2026-07-31'],
    // Without a term there is no renewal: the next period.
    ['renewal', null, null, '2026-04-30'],
    // A contract that is over by now waits for nothing.
    ['renewal', null, day('2026-03-31'), '2026-04-30'],
  ] as const)('%s %s under a contract until %s is %s', (on, asked, until, expected) => {
    const terms = { on, day: asked, today: TODAY };
    expect(migrationDay(subscription(), terms, { ...NOWHERE, end: until })).toBe(expected);
  });

  it('never is in a period that has begun', () => {
    const today = day('2026-04-30');
    const terms = { on: 'period_end', day: null, today } as const;
    expect(migrationDay(subscription(), terms, NOWHERE)).toBe('2026-05-31');
  });

  it('is behind all that is billed, however far ahead that is', () => {
    const of = (coveredUntil: string, asked: string | null = null) => {
      const terms = { on: asked ? 'day' : 'period_end', day: asked && day(asked), today: TODAY };
      const term = { end: null, coveredUntil: day(coveredUntil) };
      return migrationDay(subscription(), terms as Parameters<typeof migrationDay>[1], term);
    };
    expect([of('2026-04-30'), of('2026-07-31')]).toEqual(['2026-04-30', '2026-07-31']);
    expect(of('2026-05-31', '2026-06-15')).toBe('2026-06-30');
  });

  it('is the start of what has not begun, and the end of a trial', () => {
    const terms = { on: 'period_end', day: null, today: TODAY } as const;
    const start = day('2026-05-10');
    const later = { startDate: start, billedFrom: start, anchorDate: start, anchorDay: 10 };
    const pending = subscription({ status: 'pending', ...later });
    expect(migrationDay(pending, terms, NOWHERE)).toBe('2026-05-10');
    const trial = subscription({ status: 'trialing', ...later, startDate: TODAY });
    expect(migrationDay(trial, terms, NOWHERE)).toBe('2026-05-10');
  });
});
