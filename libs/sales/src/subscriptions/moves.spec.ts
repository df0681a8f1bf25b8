import { addDays, parseLocalDate as day, type LocalDate } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import { companyDayOf, refuseOtherDay } from './changes/asked-day.js';
import {
  activated,
  cancelled,
  cancelledByCustomer,
  dueStep,
  expired,
  extendedTrial,
  kept,
  resumedSubscription,
  suspended,
  unpaused,
} from './moves.js';
import type { SubscriptionStep } from './records/subscription-step.js';
import type { Subscription } from './subscription.description.js';
import {
  SUBSCRIPTION_OPERATIONS,
  SUBSCRIPTION_STATUSES,
  refuseUnlessMay,
  type SubscriptionOperation,
  type SubscriptionStatus,
} from './subscription.js';

const TODAY = day('2026-04-16');

function aSubscription(more: Partial<Subscription> = {}): Subscription {
  const start = day('2026-01-31');
  return {
    status: 'active',
    frequency: 'monthly',
    timing: 'advance',
    startDate: start,
    billedFrom: start,
    anchorDate: start,
    anchorDay: 31,
    trialEnd: null,
    trialEndAction: 'activate',
    cancelAt: null,
    cancelReason: null,
    endedOn: null,
    changeOn: null,
    pauseOn: null,
    gridBefore: null,
    gridNext: null,
    suspendedReason: null,
    suspendedOn: null,
    resumeOn: null,
    pastDueWaivedOn: null,
    awaitsOrder: false,
    ...more,
  } as Subscription;
}

const inState: Readonly<Record<SubscriptionStatus, Subscription>> = {
  pending: aSubscription({ status: 'pending', startDate: TODAY }),
  trialing: aSubscription({ status: 'trialing', trialEnd: day('2026-05-01') }),
  active: aSubscription(),
  past_due: aSubscription({ status: 'past_due' }),
  suspended: aSubscription({
    status: 'suspended',
    suspendedReason: 'pause',
    suspendedOn: day('2026-04-10'),
  }),
  cancelled: aSubscription({ status: 'cancelled', cancelAt: TODAY, endedOn: TODAY }),
  expired: aSubscription({ status: 'expired', cancelAt: TODAY, endedOn: TODAY }),
};

type Moving = (subscription: Subscription) => SubscriptionStep | null;
const OPERATIONS: Readonly<Record<string, Moving>> = {
  activate: (s) => activated(s, TODAY, 'Agreed'),
  'extend-trial': (s) => extendedTrial(s, day('2026-06-01'), TODAY),
  pause: (s) => suspended(s, { reason: 'pause' }, TODAY),
  suspend: (s) => suspended(s, { reason: 'dunning' }, TODAY),
  resume: (s) => resumedSubscription(s, TODAY),
  cancel: (s) => cancelled(s, TODAY, TODAY, null),
  expire: (s) => expired(s, TODAY),
};
/** The table of states; what is not in it is refused. */
const TABLE: Readonly<Record<string, Partial<Record<SubscriptionStatus, SubscriptionStatus>>>> = {
  activate: { pending: 'active', trialing: 'active', past_due: 'active' },
  'extend-trial': { trialing: 'trialing' },
  pause: { active: 'suspended', past_due: 'suspended' },
  suspend: { active: 'suspended', past_due: 'suspended' },
  resume: { suspended: 'active' },
  cancel: {
    pending: 'cancelled',
    trialing: 'cancelled',
    active: 'cancelled',
    past_due: 'cancelled',
    suspended: 'cancelled',
  },
  expire: {
    pending: 'expired',
    trialing: 'expired',
    active: 'expired',
    past_due: 'expired',
    suspended: 'expired',
  },
};

describe('the states of a subscription', () => {
  it.each(
    Object.keys(OPERATIONS).flatMap((operation) =>
      SUBSCRIPTION_STATUSES.map((status) => [operation, status] as const),
    ),
  )('%s when it is %s', (operation, status) => {
    const take = () => {
      try {
        return OPERATIONS[operation]?.(inState[status])?.patch.status ?? status;
      } catch (error) {
        return (error as DomainError).code;
      }
    };
    expect(take()).toBe(TABLE[operation]?.[status] ?? 'subscription_not_active');
  });

  /** Operations that ask more than the state: of all of these it is asked first. */
  const OTHERS: Readonly<Partial<Record<SubscriptionOperation, readonly SubscriptionStatus[]>>> = {
    keep: ['trialing', 'active', 'past_due', 'suspended'],
    change: ['trialing', 'active', 'past_due'],
    reactivate: ['cancelled', 'expired'],
    'fall-due': ['active'],
    settle: ['past_due'],
  };
  const others = Object.keys(OTHERS) as SubscriptionOperation[];
  it.each(
    others.flatMap((operation) =>
      SUBSCRIPTION_STATUSES.map((status) => {
        return [operation, status, OTHERS[operation]?.includes(status)] as const;
      }),
    ),
  )('%s when it is %s: %s', (operation, status, may) => {
    const take = () => {
      try {
        refuseUnlessMay(operation, status);
        return true;
      } catch (error) {
        return (error as DomainError).code;
      }
    };
    expect(take()).toBe(may || 'subscription_not_active');
  });

  it('are those of the operations that there are', () => {
    expect([...Object.keys(OPERATIONS), ...others].sort()).toEqual(
      [...SUBSCRIPTION_OPERATIONS].sort(),
    );
  });
});

describe('the start', () => {
  const startsOn = (startDate: LocalDate, trialEnd: LocalDate | null = null) =>
    aSubscription({ status: 'pending', startDate, trialEnd });

  it('is begun by hand on its day or behind it, with its trial or without', () => {
    expect(activated(startsOn(TODAY), TODAY, null).patch).toEqual({ status: 'active' });
    const late = startsOn(addDays(TODAY, -1), addDays(TODAY, 9));
    expect(activated(late, TODAY, null).patch).toEqual({ status: 'trialing' });
  });

  it('is not begun ahead of its day, from which on everything of it was agreed', () => {
    const early = () => activated(startsOn(addDays(TODAY, 1)), TODAY, null);
    expect(early).toThrow(
      expect.objectContaining({ code: 'validation_failed', status: 422 }) as DomainError,
    );
  });
});

describe('what the day brings', () => {
  const due = (more: Partial<Subscription>) =>
    dueStep({ subscription: aSubscription(more), items: [] }, TODAY)?.patch;
  const tomorrow = addDays(TODAY, 1);

  it.each<[string, Partial<Subscription>, SubscriptionStatus | undefined]>([
    ['a start', { status: 'pending', startDate: TODAY }, 'active'],
    ['a start on trial', { status: 'pending', startDate: TODAY, trialEnd: tomorrow }, 'trialing'],
    ['a start that was missed', { status: 'pending', startDate: day('2026-04-01') }, 'active'],
    ['no start yet', { status: 'pending', startDate: tomorrow }, undefined],
    ['the end of a trial', { status: 'trialing', trialEnd: TODAY }, 'active'],
    [
      'the end of a trial and of all',
      { status: 'trialing', trialEnd: TODAY, trialEndAction: 'cancel' },
      'cancelled',
    ],
    ['no end of a trial yet', { status: 'trialing', trialEnd: tomorrow }, undefined],
    ['an end', { cancelAt: TODAY }, 'cancelled'],
    [
      'an end ahead of a start',
      { status: 'pending', cancelAt: TODAY, startDate: TODAY },
      'cancelled',
    ],
    ['no end yet', { cancelAt: tomorrow }, undefined],
    ['a pause', { pauseOn: TODAY }, 'suspended'],
    ['no pause yet', { pauseOn: tomorrow }, undefined],
    [
      'no pause yet, and no end of it',
      { pauseOn: tomorrow, resumeOn: addDays(TODAY, 9) },
      undefined,
    ],
    ['the end of a pause', { ...inState.suspended, resumeOn: TODAY }, 'active'],
    ['nothing to one that is over', { ...inState.cancelled, cancelAt: TODAY }, undefined],
  ])('is %s', (_, more, status) => {
    expect(due(more)?.status).toBe(status);
  });

  it('is a pause that goes on by itself', () => {
    const resumeOn = addDays(TODAY, 9);
    expect(due({ pauseOn: TODAY, resumeOn })).toMatchObject({ status: 'suspended', resumeOn });
    // Nothing was billed any less while no day came.
    const missed = due({ pauseOn: addDays(TODAY, -9), resumeOn: TODAY });
    expect(missed).toEqual({ pauseOn: null, pauseCredit: false, resumeOn: null });
  });

  it('is a change that was planned', () => {
    expect(due({ changeOn: TODAY })).toEqual({ changeOn: null });
    expect(due({ changeOn: tomorrow })).toBeUndefined();
  });
});

describe('the day of an operation', () => {
  const at = (
    time: 'now' | 'period_end' | 'day',
    more: Partial<Subscription> = {},
    on?: LocalDate,
  ) => companyDayOf(aSubscription(more), { at: time, day: on }, TODAY);

  it('is today, the day that is told, or the first behind the period', () => {
    expect([at('now'), at('day', {}, day('2026-07-01')), at('period_end')]).toEqual([
      '2026-04-16',
      '2026-07-01',
      '2026-04-30',
    ]);
  });

  it('on trial is the end of the trial', () => {
    expect(at('period_end', { billedFrom: day('2026-05-01') })).toBe('2026-05-01');
  });

  it.each([
    ['day', undefined],
    ['now', day('2026-07-01')],
    ['period_end', day('2026-07-01')],
  ] as const)('is told where one is meant and nowhere else: %s, %s', (time, on) => {
    const message = expect.stringContaining('goes with `at: day`');
    const errors = [expect.objectContaining({ pointer: '/day', message })];
    const refused = { code: 'validation_failed', options: { errors } };
    expect(() => at(time, {}, on)).toThrow(expect.objectContaining(refused));
    expect(() => refuseOtherDay('effective', time, on)).toThrow(/./);
  });

  it('behind the end is none', () => {
    expect(() => at('period_end', { cancelAt: day('2026-04-01') })).toThrow(
      expect.objectContaining({ code: 'no_open_period' }),
    );
  });
});

describe('a trial', () => {
  const trial = aSubscription({
    status: 'trialing',
    startDate: day('2026-04-01'),
    trialEnd: day('2026-05-01'),
    billedFrom: day('2026-05-01'),
    anchorDate: day('2026-05-01'),
    anchorDay: 1,
  });

  it('that ends early begins the grid where it ends', () => {
    expect(activated(trial, TODAY, null).patch).toEqual({
      status: 'active',
      trialEnd: TODAY,
      billedFrom: TODAY,
      anchorDate: TODAY,
      anchorDay: 16,
    });
  });

  it('keeps to the day of the month that was asked for', () => {
    const bound = { ...trial, anchorDate: day('2026-05-15'), anchorDay: 15 };
    expect(extendedTrial(bound, day('2026-05-20'), TODAY).patch).toMatchObject({
      billedFrom: '2026-05-20',
      anchorDate: '2026-06-15',
      anchorDay: 15,
    });
  });

  it('keeps to it where the trial was to end on the day that stood for it', () => {
    const bound = {
      ...trial,
      billedFrom: day('2026-04-30'),
      trialEnd: day('2026-04-30'),
      anchorDate: day('2026-04-30'),
      anchorDay: 31,
    };
    expect(extendedTrial(bound, day('2026-05-20'), TODAY).patch).toMatchObject({
      billedFrom: '2026-05-20',
      anchorDate: '2026-05-31',
      anchorDay: 31,
    });
  });
});

describe('a cancellation', () => {
  it('is of a day to come, and is taken back until it comes', () => {
    const { patch } = cancelled(aSubscription(), day('2026-04-30'), TODAY, 'Dear');
    expect(patch).toEqual({
      cancelAt: '2026-04-30',
      cancelReason: 'Dear',
      cancelCredit: null,
    });
    const open = { cancelAt: null, cancelReason: null, cancelCredit: null };
    expect(kept(aSubscription(patch), open, TODAY)?.patch).toEqual(open);
    expect(kept(aSubscription(patch), undefined, TODAY)).toBeNull();
    expect(() => kept(aSubscription(patch), open, day('2026-04-30'))).toThrow(
      expect.objectContaining({ code: 'subscription_cancelled' }),
    );
    expect(() => kept(inState.cancelled, undefined, TODAY)).toThrow(
      expect.objectContaining({ code: 'subscription_cancelled' }),
    );
    expect(kept(aSubscription(), undefined, TODAY)).toBeNull();
  });

  it('is of no day that is past', () => {
    expect(() => cancelled(aSubscription(), day('2026-04-15'), TODAY, null)).toThrow(
      expect.objectContaining({ code: 'cancel_in_past' }),
    );
  });
});

describe('a subscription that goes on', () => {
  it('keeps its grid, or begins another today', () => {
    expect(resumedSubscription(inState.suspended, TODAY).patch.anchorDate).toBeUndefined();
    const { patch } = resumedSubscription(inState.suspended, TODAY, { newPeriod: true });
    const before = { frequency: 'monthly', anchor: '2026-01-31', anchorDay: 31, until: TODAY };
    expect(patch).toMatchObject({ anchorDate: TODAY, anchorDay: 16, gridNext: null });
    // Days of the periods that it had may wait to be billed.
    expect(patch).toMatchObject({ gridBefore: before });
    expect(patch.billedFrom).toBeUndefined();
  });

  it('begins another of the frequency that has come, and keeps one that is to come', () => {
    const resumed = (on: string, from = '2026-01-31') => {
      const gridNext = { on: day(on), frequency: 'weekly' } as const;
      const of = { ...inState.suspended, billedFrom: day(from), gridNext };
      return resumedSubscription(of, TODAY, { newPeriod: true }).patch;
    };
    expect(resumed('2026-04-12')).toMatchObject({
      frequency: 'weekly',
      anchorDate: TODAY,
      gridBefore: { frequency: 'weekly', until: TODAY, before: { until: '2026-04-12' } },
      gridNext: null,
    });
    expect(resumed('2026-04-30')).toMatchObject({
      frequency: 'monthly',
      gridBefore: { frequency: 'monthly', until: TODAY },
      gridNext: { on: '2026-04-30' },
    });
    // Nothing lies behind the first day that costs anything.
    expect(resumed('2026-04-30', TODAY)).toMatchObject({ anchorDate: TODAY, gridBefore: null });
  });
});

describe('what a customer ends', () => {
  const agreed = { cancelAt: addDays(TODAY, 60), cancelCredit: 'prorated' } as const;
  const ended = (more: Partial<Subscription>, on: LocalDate) =>
    cancelledByCustomer(aSubscription(more), on, TODAY, 'Too dear')?.patch;

  it('keeps what the company has agreed to give back', () => {
    const on = addDays(TODAY, 14);
    const patch = { cancelAt: on, cancelReason: 'Too dear', cancelCredit: 'prorated' };
    expect(ended(agreed, on)).toEqual(patch);
    expect(ended({}, on)).toMatchObject({ cancelAt: on });
  });

  it('stays as it was agreed where it ends by then', () => {
    expect(ended(agreed, agreed.cancelAt)).toBeUndefined();
    expect(ended(agreed, addDays(agreed.cancelAt, 30))).toBeUndefined();
  });
});

it('takes back a pause that was planned, and nothing else', () => {
  const of = { pauseOn: addDays(TODAY, 14), pauseCredit: true, resumeOn: addDays(TODAY, 20) };
  const nothing = { pauseOn: null, pauseCredit: false, resumeOn: null };
  expect(unpaused(aSubscription(of), TODAY)?.patch).toEqual(nothing);
  expect(unpaused(aSubscription({ pauseOn: null }), TODAY)).toBeNull();
});
