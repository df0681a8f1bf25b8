import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { subscribed } from '../testing/a-subscription.js';
import { nextBillingStep, schedulePosition, gapFrom, type BillingStep } from './billing-step.js';
import type { SubscribedTerms } from './billing-step.js';
import {
  goneOnFrom,
  stoppedFrom,
  unbilledFrom,
  type SubscribedPosition,
} from './subscribed-position.js';

const on = (text: string): LocalDate => parseLocalDate(text);

function steps(terms: SubscribedTerms, count: number, from?: SubscribedPosition): BillingStep[] {
  const found: BillingStep[] = [];
  let position = from ?? unbilledFrom(terms.billedFrom);
  while (found.length < count) {
    const step = nextBillingStep(terms, position);
    if (!step) break;
    found.push(step);
    position = step.after;
  }
  return found;
}

const flat = (all: readonly BillingStep[]) =>
  all.map(({ issueDate, flat: periods }) => [
    issueDate,
    ...periods.map(({ start, until, fullDays }) => `${start} ${until} of ${fullDays}`),
  ]);

describe('in advance', () => {
  it('bills each period when it begins, always from the anchor', () => {
    const grid = { frequency: 'monthly', anchor: on('2026-01-31'), anchorDay: 31 } as const;
    const all = steps(subscribed({ grid, billedFrom: on('2026-01-31') }), 5);
    expect(all.map(({ dueOn }) => dueOn)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  it('bills a stub by itself', () => {
    const terms = subscribed({
      billedFrom: on('2026-01-15'),
      grid: { frequency: 'monthly', anchor: on('2026-02-01'), anchorDay: 1 },
    });
    expect(flat(steps(terms, 2))).toEqual([
      ['2026-01-15', '2026-01-15 2026-02-01 of 31'],
      ['2026-02-01', '2026-02-01 2026-03-01 of 28'],
    ]);
  });

  it('has a stub that is charged in full as a period of its own length', () => {
    const terms = subscribed({
      billedFrom: on('2026-01-15'),
      stub: 'full',
      grid: { frequency: 'monthly', anchor: on('2026-02-01'), anchorDay: 1 },
    });
    expect(flat(steps(terms, 1))).toEqual([['2026-01-15', '2026-01-15 2026-02-01 of 17']]);
  });

  it('cuts the last period at the end, and bills nothing behind it', () => {
    expect(flat(steps(subscribed({ end: on('2026-02-11') }), 9))).toEqual([
      ['2026-01-01', '2026-01-01 2026-02-01 of 31'],
      ['2026-02-01', '2026-02-01 2026-02-11 of 28'],
    ]);
  });

  it('has usage of a period on the invoice of the next, and at the end by itself', () => {
    const terms = subscribed({ charged: true, graceDays: 3, end: on('2026-02-11') });
    const all = steps(terms, 9);
    expect(
      all.map((step) => [step.dueOn, step.part, ...step.usage.map(({ start }) => start)]),
    ).toEqual([
      ['2026-01-01', 0],
      ['2026-02-04', 0, '2026-01-01'],
      ['2026-02-14', 1, '2026-02-01'],
      ['2026-04-13', 2],
    ]);
    expect(all.map(({ closing }) => closing)).toEqual([false, false, false, true]);
  });
});

describe('an end on the first day that costs anything', () => {
  const begun = on('2026-01-01');

  it('has the usage of that day by itself, and once more what came late', () => {
    const terms = subscribed({ charged: true, end: begun, endedAtOnce: true, graceDays: 2 });
    for (const coveredUntil of [begun, on('2026-02-01')]) {
      const all = steps(terms, 9, { ...unbilledFrom(begun), coveredUntil });
      expect(all).toMatchObject([
        {
          dueOn: '2026-01-03',
          part: 1,
          until: '2026-01-02',
          flat: [],
          usage: [{ start: '2026-01-01', until: '2026-01-02' }],
          closing: false,
        },
        { dueOn: '2026-03-03', part: 2, usage: [], closing: true },
      ]);
    }
  });

  it.each([
    ['that is planned, or of a trial', { charged: true, end: begun }],
    ['of what charges no usage', { end: begun, endedAtOnce: true }],
    ['ahead of that day', { charged: true, end: on('2025-12-20') }],
  ])('bills nothing %s', (_, terms) => {
    expect(steps(subscribed(terms), 9)).toEqual([]);
  });
});

describe('in arrears', () => {
  const arrears = (patch: Partial<SubscribedTerms> = {}) =>
    subscribed({ timing: 'arrears', ...patch });

  it('bills each period with its usage when it is over', () => {
    const [first, second] = steps(arrears({ charged: true }), 2);
    expect(first).toMatchObject({
      issueDate: '2026-02-01',
      start: '2026-01-01',
      until: '2026-02-01',
      usage: [{ start: '2026-01-01', until: '2026-02-01' }],
    });
    expect(second?.usage).toMatchObject([{ start: '2026-02-01', until: '2026-03-01' }]);
  });

  it('bills a stub with the first period', () => {
    const terms = arrears({
      billedFrom: on('2026-01-15'),
      grid: { frequency: 'monthly', anchor: on('2026-02-01'), anchorDay: 1 },
    });
    expect(flat(steps(terms, 1))).toEqual([
      ['2026-03-01', '2026-01-15 2026-02-01 of 31', '2026-02-01 2026-03-01 of 28'],
    ]);
  });

  it('bills what is left when it ends', () => {
    expect(flat(steps(arrears({ end: on('2026-01-11') }), 9))).toEqual([
      ['2026-01-11', '2026-01-01 2026-01-11 of 31'],
    ]);
  });
});

describe('a standstill', () => {
  it('begins behind the period that is billed', () => {
    const position = { ...unbilledFrom(on('2026-01-01')), coveredUntil: on('2026-02-01') };
    const day = gapFrom(on('2026-01-10'), position);
    const stopped = stoppedFrom(position, day);
    expect(day).toBe('2026-02-01');
    expect(schedulePosition(subscribed(), stopped, 1)).toEqual({
      status: 'paused',
      nextPeriod: 1,
      nextBillingDate: '2026-02-01',
    });
  });

  it.each(['advance', 'arrears'] as const)(
    'begins on its day in a period that is not billed (%s), of which the rest is billed',
    (timing) => {
      const position = unbilledFrom(on('2026-01-01'));
      const stopped = stoppedFrom(position, gapFrom(on('2026-01-19'), position));
      const gone = goneOnFrom(stopped, on('2026-01-21'));
      const parts = steps(subscribed({ timing }), 2, gone).flatMap((step) => step.flat);
      expect(parts).toMatchObject([
        { start: '2026-01-01', until: '2026-01-19', fullDays: 31 },
        { start: '2026-01-21', until: '2026-02-01', fullDays: 31 },
      ]);
    },
  );

  it.each([
    ['advance', '2026-02-01'],
    ['arrears', '2026-01-19'],
  ] as const)('that is planned within a period is not billed beyond in %s', (timing, until) => {
    const terms = subscribed({ timing, pauseOn: on('2026-01-19') });
    expect(steps(terms, 9)).toMatchObject([{ start: '2026-01-01', until }]);
  });

  it('lets what is still to be billed before it be billed', () => {
    const stopped = stoppedFrom(unbilledFrom(on('2026-01-01')), on('2026-02-01'));
    expect(flat(steps(subscribed(), 9, stopped))).toEqual([
      ['2026-01-01', '2026-01-01 2026-02-01 of 31'],
    ]);
  });

  it('goes on with a part of the period in which it ends', () => {
    const stopped = stoppedFrom(unbilledFrom(on('2026-01-01')), on('2026-02-01'));
    const gone = goneOnFrom(stopped, on('2026-03-20'));
    expect(flat(steps(subscribed(), 3, gone))).toEqual([
      ['2026-01-01', '2026-01-01 2026-02-01 of 31'],
      ['2026-03-20', '2026-03-20 2026-04-01 of 31'],
      ['2026-04-01', '2026-04-01 2026-05-01 of 30'],
    ]);
  });

  it('is none where it ends before the period that is billed', () => {
    const stopped = stoppedFrom(
      { ...unbilledFrom(on('2026-01-01')), coveredUntil: on('2026-02-01') },
      on('2026-02-01'),
    );
    expect(goneOnFrom(stopped, on('2026-01-20')).gaps).toEqual([]);
  });

  it('of days that are paid for bills them as ever, and knows that they stood still', () => {
    const paid = { ...unbilledFrom(on('2026-01-01')), coveredUntil: on('2026-02-01') };
    const gone = goneOnFrom(stoppedFrom(paid, on('2026-01-10')), on('2026-01-20'));
    const stood = { stoodFrom: on('2026-01-10'), from: on('2026-01-20'), until: on('2026-01-20') };
    expect(gone.gaps).toEqual([stood]);
    const [next, second] = steps(subscribed({ charged: true }), 2, gone);
    expect(flat(next ? [next] : [])).toEqual([['2026-02-01', '2026-02-01 2026-03-01 of 28']]);
    expect(next?.before.gaps).toEqual([stood]);
    expect(second?.after.gaps).toEqual([]);
    // An invoice that was given up lets them be billed anew, as a whole.
    const anew = { ...gone, coveredUntil: on('2026-01-01') };
    expect(flat(steps(subscribed(), 1, anew))).toEqual([
      ['2026-01-01', '2026-01-01 2026-02-01 of 31'],
    ]);
  });

  it('that is planned is not billed beyond', () => {
    const terms = subscribed({ pauseOn: on('2026-02-01') });
    expect(flat(steps(terms, 9))).toEqual([['2026-01-01', '2026-01-01 2026-02-01 of 31']]);
  });
});

describe('the schedule of a subscription', () => {
  it('waits in draft until that begins', () => {
    const terms = subscribed({ status: 'pending' });
    expect(schedulePosition(terms, unbilledFrom(on('2026-01-01')), 0).status).toBe('draft');
  });

  it('is over with it', () => {
    const terms = subscribed({ end: on('2026-02-01') });
    const position = { ...unbilledFrom(on('2026-01-01')), coveredUntil: on('2026-02-01') };
    expect(schedulePosition(terms, position, 1).status).toBe('completed');
  });
});
