import { parseLocalDate as on } from '@quittance/calendar';
import { newId, type ScheduleId } from '@quittance/kernel';
import { subscribed } from '../testing/a-subscription.js';
import { nextBillingStep, type SubscribedTerms } from './billing-step.js';
import type { SubscribedFacts } from './subscribed-facts.js';
import { unbilledFrom, type SubscribedPosition } from './subscribed-position.js';
import {
  likenessOf,
  walkSubscribed,
  type ClaimedSubscription,
  type PrepareBounds,
} from './walk-subscribed.js';

const START = unbilledFrom(on('2026-01-01'));
const BOUNDS: PrepareBounds = { asOf: on('2026-03-15'), most: 60, atMost: 100 };

interface One {
  readonly terms?: Partial<SubscribedTerms>;
  readonly position?: Partial<SubscribedPosition>;
  readonly periodsInRun?: number;
}

function walked(all: readonly One[], bounds = BOUNDS) {
  const schedules = all.map(({ position, periodsInRun }) => {
    const id = newId<'schedule'>();
    return { id, ...START, ...position, periodsInRun } as object as ClaimedSubscription;
  });
  const facts = new Map<ScheduleId, SubscribedFacts>(
    schedules.map(({ id }, i) => {
      const terms = subscribed(all[i]?.terms);
      const facts = {
        terms,
        items: [],
        versions: new Map(),
        currency: 'EUR',
        endedOn: null,
        poNumber: null,
      };
      return [id, facts as SubscribedFacts];
    }),
  );
  return walkSubscribed(schedules, facts, bounds);
}

describe('the due steps of subscriptions', () => {
  it('are those that each has by itself', () => {
    const { steps, following, more } = walked([{}])[0] ?? {};
    expect(steps?.map(({ start }) => start)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    expect(following?.start).toBe('2026-04-01');
    expect(more).toBe(false);
  });

  it('are computed once for those that are alike', () => {
    const [first, second, third] = walked([{}, { terms: { graceDays: 3 } }, {}]);
    expect(third?.steps).toBe(first?.steps);
    expect(second?.steps).not.toBe(first?.steps);
  });

  it('are as many as there is room for, of each and of all', () => {
    const one = walked([{ periodsInRun: 59 }, {}], { ...BOUNDS, atMost: 3 });
    expect(one.map(({ steps, more }) => [steps.length, more])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it('are those of its own where one stood still or had another grid', () => {
    const gaps = [{ from: on('2026-02-01'), until: on('2026-02-10') }];
    const [plain, stood] = walked([{}, { position: { gaps } }]);
    expect(plain?.steps[1]?.start).toBe('2026-02-01');
    expect(stood?.steps[1]?.start).toBe('2026-02-10');
    const grid = { frequency: 'monthly', anchor: on('2026-01-01'), anchorDay: 1 } as const;
    const before = { ...grid, frequency: 'weekly', until: on('2026-01-01') } as const;
    expect(likenessOf(subscribed({ grid: { ...grid, before } }), START, 1)).toBeNull();
    expect(likenessOf(subscribed(), { ...START, gaps }, 1)).toBeNull();
  });

  const terms: readonly [string, Partial<SubscribedTerms>][] = [
    ['timing', { timing: 'arrears' }],
    ['stub', { stub: 'free' }],
    ['status', { status: 'pending' }],
    ['first day', { billedFrom: on('2025-12-15') }],
    ['end', { end: on('2026-02-10') }],
    ['renewal that is awaited', { heldFrom: on('2026-02-01') }],
    ['way of ending', { endedAtOnce: true }],
    ['planned pause', { pauseOn: on('2026-02-01') }],
    ['charge', { charged: true }],
    ['days of grace', { graceDays: 2 }],
    ['frequency', { grid: { frequency: 'weekly', anchor: on('2026-01-01'), anchorDay: 1 } }],
    ['anchor', { grid: { frequency: 'monthly', anchor: on('2026-01-15'), anchorDay: 1 } }],
    [
      'day of the month',
      { grid: { frequency: 'monthly', anchor: on('2026-01-01'), anchorDay: 2 } },
    ],
  ];
  it.each(terms)('are not shared by those of another %s', (_, patch) => {
    expect(likenessOf(subscribed(patch), START, 9)).not.toBe(likenessOf(subscribed(), START, 9));
  });

  const positions: readonly [string, Partial<SubscribedPosition>][] = [
    ['flat prices', { coveredUntil: on('2026-02-01') }],
    ['usage', { usageUntil: on('2026-02-01') }],
    ['invoices beside those of periods', { parts: 1 }],
  ];
  it.each(positions)('are not shared by those that are billed further in %s', (_, patch) => {
    const own = likenessOf(subscribed(), { ...START, ...patch }, 9);
    expect(own).not.toBe(likenessOf(subscribed(), START, 9));
  });

  it('know every member of terms and position', () => {
    const known = [...terms.map(([, patch]) => patch), ...positions.map(([, patch]) => patch)];
    const members = new Set(known.flatMap((patch) => Object.keys(patch)));
    const all = [...Object.keys(subscribed()), ...Object.keys(START)];
    expect(all.filter((name) => !members.has(name))).toEqual(['gaps']);
  });

  it('of a step begin where the one before ended', () => {
    const [one] = walked([{ terms: { charged: true } }]);
    const [first, second] = one?.steps ?? [];
    expect(first && nextBillingStep(one?.facts.terms as SubscribedTerms, first.after)).toEqual(
      second,
    );
  });
});
