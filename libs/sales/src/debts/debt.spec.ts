import { parseLocalDate as day } from '@quittance/calendar';
import type { DomainError } from '@quittance/kernel';
import type { Subscription } from '../subscriptions/subscription.description.js';
import { afterDebt, fallenDue, isIndebted } from './debt.js';

const TODAY = day('2026-04-16');

const subscription = (more: Partial<Subscription>) =>
  ({ status: 'active', suspendedReason: null, pastDueWaivedOn: null, ...more }) as Subscription;
const due = (...days: readonly string[]) => days.map((date) => ({ dueDate: day(date) }));
const resumes = { resumeOnPayment: true };

describe('an overdue invoice', () => {
  it('makes a debtor', () => {
    expect(isIndebted(subscription({}), due('2026-04-15'))).toBe(true);
    expect(isIndebted(subscription({}), [])).toBe(false);
  });

  it('makes none where it was overdue when the subscription was activated all the same', () => {
    const waived = subscription({ pastDueWaivedOn: day('2026-04-10') });
    expect(isIndebted(waived, due('2026-04-09'))).toBe(false);
    // Due on the day of the activation, and overdue only after it.
    expect(isIndebted(waived, due('2026-04-09', '2026-04-10'))).toBe(true);
  });

  it('takes what was waived away', () => {
    const waived = subscription({ pastDueWaivedOn: day('2026-04-10') });
    expect(fallenDue(waived, TODAY).patch).toEqual({ status: 'past_due', pastDueWaivedOn: null });
  });

  it.each(['pending', 'trialing', 'past_due', 'suspended', 'cancelled'] as const)(
    'leaves what is %s as it is',
    (status) => {
      const code = (() => {
        try {
          return fallenDue(subscription({ status }), TODAY).patch.status;
        } catch (error) {
          return (error as DomainError).code;
        }
      })();
      expect(code).toBe('subscription_not_active');
    },
  );
});

describe('what is settled', () => {
  it('takes a debtor back', () => {
    const step = afterDebt(subscription({ status: 'past_due' }), TODAY, resumes);
    expect(step).toMatchObject({ patch: { status: 'active' }, kind: 'settled' });
  });

  it('resumes what dunning has suspended, where the company says so', () => {
    const suspended = subscription({ status: 'suspended', suspendedReason: 'dunning' });
    expect(afterDebt(suspended, TODAY, resumes)?.patch).toMatchObject({
      status: 'active',
      suspendedReason: null,
    });
    expect(afterDebt(suspended, TODAY, { resumeOnPayment: false })).toBeNull();
  });

  it.each(['pause', 'manual'] as const)('leaves alone what stands still by %s', (reason) => {
    const suspended = subscription({ status: 'suspended', suspendedReason: reason });
    expect(afterDebt(suspended, TODAY, resumes)).toBeNull();
  });
});
