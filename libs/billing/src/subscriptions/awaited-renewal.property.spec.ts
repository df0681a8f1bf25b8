import { addDays, toEpochDay, type LocalDate } from '@quittance/calendar';
import { fromEpochDay } from '@quittance/calendar/host';
import { subscriptionGrid } from '@quittance/sales';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { subscribed } from '../testing/a-subscription.js';
import { nextBillingStep, schedulePosition, type SubscribedTerms } from './billing-step.js';
import { unbilledFrom } from './subscribed-position.js';

const FIRST = toEpochDay('2023-12-20' as LocalDate);
const DAYS = 500;

const lives = fc
  .record({
    frequency: fc.constantFrom('weekly', 'monthly', 'quarterly', 'annually'),
    timing: fc.constantFrom('advance', 'arrears'),
    start: fc.integer({ min: FIRST, max: FIRST + 400 }),
    wait: fc.integer({ min: 0, max: 6 }),
    length: fc.integer({ min: 1, max: DAYS }),
    late: fc.integer({ min: 0, max: 60 }),
    charged: fc.boolean(),
    graceDays: fc.integer({ min: 0, max: 15 }),
  })
  .map(({ frequency, start, wait, length, late, ...rest }) => {
    const billedFrom = fromEpochDay(start);
    const anchor = addDays(billedFrom, wait);
    const grid = { frequency, anchor, anchorDay: Number(anchor.slice(8)) } as const;
    const from = addDays(billedFrom, length);
    const gridded = { ...grid, anchorDate: anchor, gridBefore: null, gridNext: null, billedFrom };
    const bound = { contractEnd: addDays(from, -1), contractRenews: true };
    const heldFrom = subscriptionGrid.renewalAwaitedFrom({ ...gridded, ...bound });
    return { terms: subscribed({ ...rest, billedFrom, grid, heldFrom }), from, late };
  });

/** What is billed of it, day by day, where it waits for a renewal before a day. */
function billed(terms: SubscribedTerms, renewedOn: LocalDate) {
  let position = unbilledFrom(terms.billedFrom);
  const steps: object[] = [];
  for (let n = 0; n < DAYS + 500; n += 1) {
    const today = addDays(terms.billedFrom, n);
    const known = today < renewedOn ? terms : { ...terms, heldFrom: null };
    for (
      let step = nextBillingStep(known, position);
      step !== null && step.dueOn <= today;
      step = nextBillingStep(known, position)
    ) {
      expect(step.until <= (known.heldFrom ?? step.until)).toBe(true);
      steps.push(step);
      position = step.after;
    }
  }
  return steps;
}

describe('what waits for the renewal of its contract', () => {
  it('is billed the same however late that comes, and nothing of the new term before', () => {
    fc.assert(
      fc.property(lives, ({ terms, from, late }) => {
        expect(billed(terms, addDays(from, late))).toEqual(billed(terms, from));
        expect(billed(terms, from)).toEqual(billed(terms, terms.billedFrom));
      }),
      { numRuns: runs(40) },
    );
  });

  it('has a schedule that goes on, and says when what comes then is due', () => {
    fc.assert(
      fc.property(lives, ({ terms }) => {
        let position = unbilledFrom(terms.billedFrom);
        for (let step = nextBillingStep(terms, position); step;) {
          position = step.after;
          step = nextBillingStep(terms, position);
        }
        const then = nextBillingStep({ ...terms, heldFrom: null }, position);
        expect(schedulePosition(terms, position, 0)).toMatchObject({
          status: 'active',
          nextBillingDate: then?.dueOn,
        });
      }),
      { numRuns: runs(100) },
    );
  });
});
