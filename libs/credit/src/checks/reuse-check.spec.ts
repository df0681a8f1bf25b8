import type { CreditCheck, CreditCheckStatus } from './credit-check.js';
import { checkThatCounts, type FactsNow, type ReusedApprovals } from './reuse-check.js';

const aCheck = (status: CreditCheckStatus, over: Partial<CreditCheck> = {}) =>
  ({
    status,
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
  ...asked(50_000n),
  ...over,
});
const counts = (
  own: CreditCheck | undefined,
  {
    facts = now(),
    ofBasis = undefined as CreditCheck | undefined,
    reused = 'all' as ReusedApprovals,
  } = {},
) => checkThatCounts({ own, ofBasis }, facts, reused);

describe('the check of a document', () => {
  it.each<[CreditCheckStatus, boolean]>([
    ['pending', true],
    ['awaiting_approval', true],
    ['approved', true],
    ['rejected', true],
    ['needs_approval', false],
    ['cancelled', false],
  ])('that is %s counts without a new one: %s', (status, counted) => {
    const check = aCheck(status);
    expect(counts(check)).toBe(counted ? check : undefined);
  });

  it('is run where there is none', () => {
    expect(counts(undefined)).toBeUndefined();
  });

  it.each<[CreditCheckStatus, boolean]>([
    ['pending', true],
    ['awaiting_approval', true],
    ['approved', false],
    ['rejected', true],
  ])('that is %s counts where everything is asked afresh: %s', (status, counted) => {
    const check = aCheck(status);
    expect(counts(check, { reused: 'none' })).toBe(counted ? check : undefined);
  });

  it('that was overridden counts where it is confirmed afresh, for as much and less', () => {
    const reused = 'overridden';
    const overridden = aCheck('approved', { outcome: 'rejected' });
    const plain = aCheck('approved', { outcome: 'approved' });
    expect(counts(overridden, { reused })).toBe(overridden);
    expect(counts(overridden, { reused, facts: now(asked(50_001n)) })).toBeUndefined();
    expect(counts(overridden, { reused, facts: now(asked(50_000n, 'USD')) })).toBeUndefined();
    expect(counts(overridden, { reused: 'none' })).toBeUndefined();
    expect(counts(plain, { reused })).toBeUndefined();
    expect(counts(undefined, { reused, ofBasis: overridden })).toBeUndefined();
  });
});

describe('a check that was approved', () => {
  it.each<[string, Partial<FactsNow>, boolean]>([
    ['counts for less', asked(1n), true],
    ['counts for no more', asked(50_001n), false],
    ['counts in no other currency', asked(1n, 'USD'), false],
    ['counts whatever exchange rates make of it', { requested: 90_000n }, true],
    ['counts whatever the limit is by now', { creditLimit: 0n, exposure: 200_000n }, true],
  ])('%s, and what was made from its document likewise', (_, over, isCounted) => {
    const check = aCheck('approved');
    const expected = isCounted ? check : undefined;
    expect(counts(check, { facts: now(over) })).toBe(expected);
    expect(counts(undefined, { ofBasis: check, facts: now(over) })).toBe(expected);
  });

  it('of its basis counts where that covers more than its own', () => {
    const ofBasis = aCheck('approved', { documentAmount: 60_000n });
    expect(counts(aCheck('approved'), { ofBasis, facts: now(asked(60_000n)) })).toBe(ofBasis);
  });

  it('once its override is given waits for that, whatever is asked for', () => {
    const waiting = aCheck('awaiting_approval');
    expect(counts(waiting, { facts: now(asked(10n ** 9n)) })).toBe(waiting);
  });
});

describe('a check that was rejected', () => {
  const rejected = aCheck('rejected');

  it.each<[string, Partial<FactsNow>, boolean]>([
    ['stays where nothing has changed', {}, true],
    ['stays where the limit was lowered', { creditLimit: 50_000n }, true],
    ['is run again where the limit was raised', { creditLimit: 100_001n }, false],
    ['is run again where there is no limit any more', { creditLimit: null }, false],
    ['is run again where the exposure leaves exactly the room', { exposure: 50_000n }, false],
    ['stays where the room is a cent short', { exposure: 50_001n }, true],
    ['is run again where less is asked for that fits', { requested: 10_000n }, false],
    ['is run again where the credit currency is another', { currency: 'USD' }, false],
    ['is run again where more is asked for', asked(50_001n), false],
    ['is run again where it is asked for in another currency', asked(1n, 'USD'), false],
  ])('%s', (_, over, stays) => {
    expect(counts(rejected, { facts: now(over) })).toBe(stays ? rejected : undefined);
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
    expect(counts(undefined, { ofBasis, reused: 'none' })).toBeUndefined();
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
