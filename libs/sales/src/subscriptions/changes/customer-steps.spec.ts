import { addDays, parseLocalDate as day } from '@quittance/calendar';
import { companyDayOf } from './asked-day.js';
import { cancelledByCustomer, kept, refuseWaiting, unpaused } from '../moves.js';
import type { Subscription } from '../subscription.description.js';
import { refuseUnlessMay, SUBSCRIPTION_STATUSES, SUSPENDED_REASONS } from '../subscription.js';
import { customerStepsOf, NO_CUSTOMER_STEPS } from './customer-steps.js';

const TODAY = day('2026-04-16');
const START = day('2026-01-31');
const PERIOD_END = day('2026-04-30');

function aSubscription(more: Partial<Subscription>): Subscription {
  return {
    status: 'active',
    frequency: 'monthly',
    timing: 'advance',
    startDate: START,
    billedFrom: START,
    anchorDate: START,
    anchorDay: 31,
    trialEnd: null,
    cancelAt: null,
    cancelReason: null,
    cancelCredit: null,
    endedOn: null,
    changeOn: null,
    pauseOn: null,
    gridBefore: null,
    gridNext: null,
    suspendedReason: null,
    awaitsOrder: false,
    ...more,
  } as Subscription;
}

const OPEN = { cancelAt: null, cancelReason: null, cancelCredit: null };
const NOTHING = { pause: false, keep: false };

/** Whatever end there is was told. */
const allowed = ({ cancelAt }: Subscription, pause = true) => ({ pause, keep: cancelAt !== null });

const ENDS = [null, addDays(TODAY, 3), PERIOD_END, addDays(PERIOD_END, 60)];

const all = SUBSCRIPTION_STATUSES.flatMap((status) =>
  ENDS.flatMap((cancelAt) =>
    [null, PERIOD_END].flatMap((pauseOn) =>
      [false, true].map((awaitsOrder) => aSubscription({ status, cancelAt, pauseOn, awaitsOrder })),
    ),
  ),
);

const isTaken = (work: () => unknown): boolean => {
  try {
    return work() !== null;
  } catch {
    return false;
  }
};

describe('what a customer may do', () => {
  it('is to cancel where the operation ends it, and earlier than it was to', () => {
    const found = all.map((each) => customerStepsOf(each, allowed(each), TODAY).mayCancel);
    const wanted = all.map((each) =>
      isTaken(() => {
        refuseWaiting(each);
        const on = companyDayOf(each, { at: 'period_end' }, TODAY);
        return cancelledByCustomer(each, on, TODAY, null);
      }),
    );
    expect(found).toEqual(wanted);
    expect(new Set(found)).toEqual(new Set([true, false]));
  });

  it('is to pause where the state takes it and the plans do', () => {
    const found = all.map((each) => customerStepsOf(each, allowed(each), TODAY).mayPause);
    const wanted = all.map((each) =>
      isTaken(() => {
        refuseWaiting(each);
        return refuseUnlessMay('pause', each.status);
      }),
    );
    expect(found).toEqual(wanted);
    expect(all.some((each) => customerStepsOf(each, allowed(each, false), TODAY).mayPause)).toBe(
      false,
    );
  });

  it('is to go on where an end or else a pause is taken back', () => {
    const running = all.filter(({ status, awaitsOrder }) => status !== 'suspended' && !awaitsOrder);
    const found = running.map((each) => customerStepsOf(each, allowed(each), TODAY).mayResume);
    const wanted = running.map((each) =>
      isTaken(() => (each.cancelAt === null ? unpaused(each, TODAY) : kept(each, OPEN, TODAY))),
    );
    expect(found).toEqual(wanted);
  });

  it('is to go on behind a pause of their own, and not where the company has stopped it', () => {
    const stopped = SUSPENDED_REASONS.map((suspendedReason) =>
      aSubscription({ status: 'suspended', suspendedReason }),
    );
    const goesOn = (byPlan: boolean) =>
      stopped.filter((each) => customerStepsOf(each, allowed(each, byPlan), TODAY).mayResume);
    expect(goesOn(true).map(({ suspendedReason }) => suspendedReason)).toEqual(['pause']);
    expect(goesOn(false)).toEqual([]);
  });

  it('is to change what runs or has yet to begin', () => {
    const changes = SUBSCRIPTION_STATUSES.filter(
      (status) => customerStepsOf(aSubscription({ status }), NOTHING, TODAY).mayChange,
    );
    expect(changes).toEqual(['pending', 'trialing', 'active', 'past_due']);
  });

  it('is not to go on behind an end that nobody has told, but from a pause ahead of it', () => {
    const ending = aSubscription({ cancelAt: PERIOD_END });
    const of = (each: Subscription) => customerStepsOf(each, { pause: true, keep: false }, TODAY);
    expect(of(ending).mayResume).toBe(false);
    expect(of({ ...ending, pauseOn: addDays(TODAY, 3) }).mayResume).toBe(true);
  });

  it('is nothing where its end has come', () => {
    const over = aSubscription({ cancelAt: TODAY, pauseOn: PERIOD_END });
    expect(customerStepsOf(over, allowed(over), TODAY)).toEqual(NO_CUSTOMER_STEPS);
  });
});
