import { parseLocalDate as on } from '@quittance/calendar';
import { billedUntil, type BilledTerms } from './billed-subscriptions.js';
import { renewalAwaitedFrom, UNBOUND } from './contract-bound.js';

const GRID = { frequency: 'monthly', anchorDate: on('2026-01-01'), anchorDay: 1 } as const;

function terms(patch: Partial<BilledTerms>): BilledTerms {
  return {
    ...GRID,
    gridBefore: null,
    gridNext: null,
    status: 'active',
    billedFrom: on('2026-01-01'),
    trialEnd: null,
    trialEndAction: 'activate',
    cancelAt: null,
    endedOn: null,
    ...UNBOUND,
    ...patch,
  } as BilledTerms;
}

const EXPIRES = { contractEnd: on('2026-06-14'), contractRenews: false };
const RENEWS = { contractEnd: on('2026-06-14'), contractRenews: true };

describe('what is billed under a contract', () => {
  it.each([
    ['has no end without one', {}, null],
    ['ends with it where it is not renewed', EXPIRES, '2026-06-15'],
    ['ends earlier where that is agreed', { ...EXPIRES, cancelAt: on('2026-03-01') }, '2026-03-01'],
    [
      'ends with it where later is agreed',
      { ...EXPIRES, cancelAt: on('2026-09-01') },
      '2026-06-15',
    ],
    ['goes on where it is renewed', RENEWS, null],
    [
      'ends with a trial that is over earlier',
      { ...EXPIRES, status: 'trialing', trialEnd: on('2026-02-01'), trialEndAction: 'cancel' },
      '2026-02-01',
    ],
    ['has ended on its day', { ...EXPIRES, endedOn: on('2026-07-01') }, '2026-07-01'],
  ] as const)('%s', (_, patch, day) => {
    expect(billedUntil(terms(patch))).toBe(day);
  });

  it.each([
    ['nothing without a contract', {}, null],
    ['nothing where it ends', EXPIRES, null],
    ['the first whole period of the new term', RENEWS, '2026-07-01'],
    ['that of its first day', { ...RENEWS, contractEnd: on('2026-06-30') }, '2026-07-01'],
    ['all of what begins behind it', { ...RENEWS, billedFrom: on('2026-06-20') }, '2026-06-15'],
  ] as const)('waits for its renewal with %s', (_, patch, day) => {
    expect(renewalAwaitedFrom(terms(patch))).toBe(day);
  });
});
