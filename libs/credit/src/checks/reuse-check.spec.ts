import type { CreditCheck, CreditCheckStatus } from './credit-check.js';
import { checkThatCounts, type FactsNow, type ReuseRule } from './reuse-check.js';

const aCheck = (status: CreditCheckStatus, over: Partial<CreditCheck> = {}) =>
  ({
    status,
    reasons: ['shortfall'],
    currency: 'EUR',
    creditLimit: 100_000n,
    documentCurrency: 'EUR',
    documentAmount: 50_000n,
    ...over,
  }) as CreditCheck;
const asked = (amount: bigint, currency: 'EUR' | 'USD' = 'EUR') => ({
  asked: { amount, currency },
});
const now = (over: Partial<FactsNow> = {}): FactsNow => ({
  currency: 'EUR',
  creditLimit: 100_000n,
  exposure: 90_000n,
  requested: 50_000n,
  isHardHeld: false,
  ...asked(50_000n),
  ...over,
});
const counts = (
  own: CreditCheck | undefined,
  {
    facts = now(),
    ofBasis = undefined as CreditCheck | undefined,
    approvals = 'all' as ReuseRule['approvals'],
    grownAnew = false,
  } = {},
) => checkThatCounts({ own, ofBasis }, facts, { approvals, grownAnew });
/** Whether growth is asked about anew: as the company says. */
const MODES = [
  ['', false],
  [', where growth is asked about anew', true],
] as const;

describe.each(MODES)('the check of a document%s', (_, grownAnew) => {
  it.each<[CreditCheckStatus, boolean]>([
    ['pending', true],
    ['awaiting_approval', true],
    ['approved', true],
    ['rejected', true],
    ['needs_approval', false],
    ['cancelled', false],
  ])('that is %s counts without a new one: %s', (status, counted) => {
    const check = aCheck(status);
    expect(counts(check, { grownAnew })).toBe(counted ? check : undefined);
  });

  it('is run where there is none', () => {
    expect(counts(undefined, { grownAnew })).toBeUndefined();
  });

  it.each<[CreditCheckStatus, boolean]>([
    ['pending', true],
    ['awaiting_approval', true],
    ['approved', false],
    ['rejected', true],
  ])('that is %s counts where everything is asked afresh: %s', (status, counted) => {
    const check = aCheck(status);
    expect(counts(check, { approvals: 'none', grownAnew })).toBe(counted ? check : undefined);
  });

  it('that was overridden counts where it is confirmed afresh, for as much and less', () => {
    const rule = { approvals: 'overridden', grownAnew } as const;
    const overridden = aCheck('approved', { outcome: 'rejected' });
    const plain = aCheck('approved', { outcome: 'approved' });
    expect(counts(overridden, rule)).toBe(overridden);
    expect(counts(overridden, { ...rule, facts: now(asked(50_001n)) })).toBeUndefined();
    expect(counts(overridden, { ...rule, facts: now(asked(50_000n, 'USD')) })).toBeUndefined();
    expect(counts(overridden, { approvals: 'none', grownAnew })).toBeUndefined();
    expect(counts(plain, rule)).toBeUndefined();
    expect(counts(undefined, { ...rule, ofBasis: overridden })).toBeUndefined();
  });

  it('once its override is given waits for that, whatever is asked for', () => {
    const waiting = aCheck('awaiting_approval');
    expect(counts(waiting, { grownAnew, facts: now(asked(10n ** 9n)) })).toBe(waiting);
  });
});

/** What is asked for by now, and whether the check counts: by the letter, and as to growth anew. */
type Case = [name: string, over: Partial<FactsNow>, isCounted: boolean, isCountedAnew: boolean];

describe('a check that was approved', () => {
  it.each<Case>([
    ['for the same', {}, true, true],
    ['for less', asked(1n), true, true],
    ['for a cent more', asked(50_001n), true, false],
    ['for a million times as much', asked(50_000_000_000n), true, false],
    ['in no other currency', asked(1n, 'USD'), false, false],
    ['whatever exchange rates make of it', { requested: 90_000n }, true, true],
    ['whatever the limit is by now', { creditLimit: 0n, exposure: 200_000n }, true, true],
  ])('counts %s, and for what was made from its document likewise', (_, over, ...isCounted) => {
    const facts = now(over);
    // The one that an override has approved does as well.
    for (const outcome of ['approved', 'rejected'] as const) {
      const check = aCheck('approved', { outcome });
      const found = MODES.map(([, grownAnew]) => [
        counts(check, { facts, grownAnew }),
        counts(undefined, { ofBasis: check, facts, grownAnew }),
      ]);
      expect(found).toEqual(isCounted.map((is) => (is ? [check, check] : [undefined, undefined])));
    }
  });

  it('of its basis counts where growth is asked about anew and it covers more', () => {
    const [own, ofBasis] = [aCheck('approved'), aCheck('approved', { documentAmount: 60_000n })];
    const facts = now(asked(60_000n));
    expect(counts(own, { ofBasis, facts, grownAnew: true })).toBe(ofBasis);
    expect(counts(own, { ofBasis, facts })).toBe(own);
  });
});

describe('a check that was rejected', () => {
  const rejected = aCheck('rejected');

  it.each<Case>([
    ['stays where nothing has changed', {}, true, true],
    ['stays where the limit was lowered', { creditLimit: 50_000n }, true, true],
    ['is run again where the limit was raised', { creditLimit: 100_001n }, false, false],
    ['is run again where there is no limit any more', { creditLimit: null }, false, false],
    ['is run again where the exposure leaves exactly room', { exposure: 50_000n }, false, false],
    ['stays where the room is a cent short', { exposure: 50_001n }, true, true],
    ['is run again where less is asked for that fits', { requested: 10_000n }, false, false],
    ['is run again where the credit currency is another', { currency: 'USD' }, false, false],
    ['stays where more is asked for, unless that is asked anew', asked(50_001n), true, false],
    ['is run again where it is asked in another currency', asked(1n, 'USD'), false, false],
  ])('%s', (_, over, ...stays) => {
    const found = MODES.map(([, grownAnew]) => counts(rejected, { facts: now(over), grownAnew }));
    expect(found).toEqual(stays.map((is) => (is ? rejected : undefined)));
  });

  it.each<Case>([
    ['stays as long as one holds', { isHardHeld: true }, true, true],
    ['stays whatever the limit is by now', { isHardHeld: true, creditLimit: null }, true, true],
    ['is run again once none holds', {}, false, false],
    [
      'stays for more, unless that is asked anew',
      { isHardHeld: true, ...asked(50_001n) },
      true,
      false,
    ],
  ])('by a hard hold %s', (_, over, ...stays) => {
    const byHold = aCheck('rejected', { reasons: ['hard_hold'] });
    const found = MODES.map(([, grownAnew]) => counts(byHold, { facts: now(over), grownAnew }));
    expect(found).toEqual(stays.map((is) => (is ? byHold : undefined)));
  });

  it('stays where there is a limit since then that leaves no room', () => {
    const unlimited = aCheck('rejected', { creditLimit: null });
    expect(counts(unlimited, { facts: now({ creditLimit: 200_000n, exposure: 190_000n }) })).toBe(
      unlimited,
    );
  });
});

describe('the check of the document that one was made from', () => {
  it('counts where it is approved and the document has none of its own', () => {
    const ofBasis = aCheck('approved');
    expect(counts(undefined, { ofBasis })).toBe(ofBasis);
    expect(counts(undefined, { ofBasis, approvals: 'none' })).toBeUndefined();
  });

  it.each<CreditCheckStatus>(['needs_approval', 'rejected', 'awaiting_approval'])(
    'does not where it is %s',
    (status) => {
      expect(counts(undefined, { ofBasis: aCheck(status) })).toBeUndefined();
    },
  );

  it('counts before one of its own that was rejected, and behind one that waits', () => {
    const ofBasis = aCheck('approved');
    expect(counts(aCheck('rejected'), { ofBasis })).toBe(ofBasis);
    const waiting = aCheck('awaiting_approval');
    expect(counts(waiting, { ofBasis })).toBe(waiting);
  });
});
