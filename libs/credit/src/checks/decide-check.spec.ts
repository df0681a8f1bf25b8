import fc from 'fast-check';
import { decideCheck, utilisationOf, type CheckFacts } from './decide-check.js';

const hard = (amount: bigint | null = null) => ({ strength: 'hard', amount }) as const;
const soft = (amount: bigint | null = null) => ({ strength: 'soft', amount }) as const;
const facts = (over: Partial<CheckFacts>): CheckFacts => ({
  creditLimit: 1_000_000n,
  exposure: 870_000n,
  requested: 130_000n,
  holds: [],
  badChecks: 0,
  ...over,
});
const decided = (over: Partial<CheckFacts>) => {
  const { outcome, reasons, available, shortfall, riskScore } = decideCheck(facts(over));
  return [outcome, reasons.join(), available, shortfall, riskScore];
};

describe('a check comes to', () => {
  // Minor units; the numbers are those of the worked examples.
  it.each<[string, Partial<CheckFacts>, unknown[]]>([
    ['59: exactly what is available', {}, ['approved', 'within_limit', 130_000n, 0n, 35]],
    [
      '60: a shortfall within the tolerance, after two bad checks',
      { requested: 150_000n, badChecks: 2 },
      ['needs_approval', 'shortfall_within_tolerance', 130_000n, 20_000n, 45],
    ],
    [
      '61: exactly 20 % of the request',
      { requested: 162_500n },
      ['needs_approval', 'shortfall_within_tolerance', 130_000n, 32_500n, 35],
    ],
    [
      '62: a cent more than that',
      { requested: 162_501n },
      ['rejected', 'shortfall', 130_000n, 32_501n, 35],
    ],
    [
      '63: nothing available any more',
      { creditLimit: 100_000n, exposure: 140_000n, requested: 1_000n },
      ['rejected', 'shortfall', -40_000n, 41_000n, 35],
    ],
    [
      '64: a limit of zero',
      { creditLimit: 0n, exposure: 0n, requested: 1n },
      ['rejected', 'shortfall', 0n, 1n, 35],
    ],
    [
      '65: no limit, and a history of five bad checks',
      { creditLimit: null, exposure: 500_000_000n, requested: 100n, badChecks: 5 },
      ['approved', 'no_limit', null, null, 20],
    ],
    [
      '66: a hard hold that ends exactly at the request',
      { creditLimit: 100_000n, exposure: 30_000n, requested: 20_000n, holds: [hard(50_000n)] },
      ['approved', 'within_limit', 70_000n, 0n, 0],
    ],
    [
      '66: a hard hold that is a cent below',
      { creditLimit: 100_000n, exposure: 30_000n, requested: 20_001n, holds: [hard(50_000n)] },
      ['rejected', 'hard_hold', 70_000n, 0n, 100],
    ],
    [
      '67: exactly half of the limit',
      { creditLimit: 100_000n, exposure: 0n, requested: 50_000n },
      ['approved', 'within_limit', 100_000n, 0n, 0],
    ],
    [
      '67: a cent more than half',
      { creditLimit: 100_000n, exposure: 0n, requested: 50_001n },
      ['approved', 'within_limit', 100_000n, 0n, 10],
    ],
    [
      '70: the second of two that fit singly',
      { creditLimit: 100_000n, exposure: 80_000n, requested: 80_000n },
      ['rejected', 'shortfall', 20_000n, 60_000n, 35],
    ],
    [
      'a cent above what is available',
      { requested: 130_001n },
      ['needs_approval', 'shortfall_within_tolerance', 130_000n, 1n, 35],
    ],
    [
      'a hard hold before a soft one',
      { requested: 1n, holds: [soft(), hard()] },
      ['rejected', 'hard_hold', 130_000n, 0n, 100],
    ],
    [
      'a soft hold before what is available',
      { requested: 1n, holds: [soft()] },
      ['needs_approval', 'soft_hold', 130_000n, 0n, 20],
    ],
    [
      'a soft hold before what is far too much',
      { requested: 900_000n, holds: [soft()] },
      ['needs_approval', 'soft_hold', 130_000n, 770_000n, 35],
    ],
    [
      'a soft hold with an amount that is not reached',
      { holds: [soft(1_000_000n)] },
      ['approved', 'within_limit', 130_000n, 0n, 35],
    ],
    [
      'a soft hold with an amount that is passed',
      { holds: [soft(999_999n)] },
      ['needs_approval', 'soft_hold', 130_000n, 0n, 35],
    ],
    [
      'a hard hold without a limit',
      { creditLimit: null, holds: [hard()] },
      ['rejected', 'hard_hold', null, null, 100],
    ],
    [
      'a soft hold without a limit',
      { creditLimit: null, holds: [soft()] },
      ['needs_approval', 'soft_hold', null, null, 0],
    ],
    [
      'a hold of zero by anything',
      { exposure: 0n, requested: 1n, holds: [hard(0n)] },
      ['rejected', 'hard_hold', 1_000_000n, 0n, 100],
    ],
    [
      'nothing asked for by somebody within the limit',
      { exposure: 0n, requested: 0n },
      ['approved', 'within_limit', 1_000_000n, 0n, 0],
    ],
    [
      'a limit of zero that nobody uses',
      { creditLimit: 0n, exposure: 0n, requested: 0n },
      ['approved', 'within_limit', 0n, 0n, 0],
    ],
  ])('%s', (_, over, expected) => {
    expect(decided(over)).toEqual(expected);
  });

  it.each([
    [500_000n, 0],
    [500_001n, 10],
    [700_000n, 10],
    [700_001n, 20],
    [900_000n, 20],
    [900_001n, 35],
    [1_000_000n, 35],
  ])('a utilisation of %s in a million worth %s points', (requested, points) => {
    const { riskScore, riskInputs } = decideCheck(facts({ exposure: 0n, requested }));
    expect([riskScore, riskInputs.utilisationPoints]).toEqual([points, points]);
  });

  it.each([
    [0, 0],
    [1, 5],
    [3, 15],
    [4, 20],
    [5, 20],
    [400, 20],
  ])('%s bad checks worth %s points', (badChecks, points) => {
    const { riskScore } = decideCheck(facts({ exposure: 0n, requested: 1n, badChecks }));
    expect(riskScore).toBe(points);
  });
});

describe('a check', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 15n });
  const held = fc.record({
    strength: fc.constantFrom('hard' as const, 'soft' as const),
    amount: fc.option(amounts),
  });
  const any = fc.record({
    creditLimit: fc.option(amounts),
    exposure: amounts,
    requested: amounts,
    holds: fc.array(held, { maxLength: 4 }),
    badChecks: fc.nat(30),
  });

  it('is never approved above the limit, nor under a hold', () => {
    fc.assert(
      fc.property(any, (given) => {
        const { outcome } = decideCheck(given);
        const total = given.exposure + given.requested;
        const isHeld = given.holds.some(({ amount }) => amount === null || total > amount);
        const fits = given.creditLimit === null || total <= given.creditLimit;
        expect(outcome === 'approved').toBe(fits && !isHeld);
      }),
    );
  });

  it('scores 0 to 55, and 100 where a hard hold decides', () => {
    fc.assert(
      fc.property(any, (given) => {
        const { riskScore, reasons } = decideCheck(given);
        const isHard = reasons.includes('hard_hold');
        expect(isHard ? riskScore === 100 : riskScore >= 0 && riskScore <= 55).toBe(true);
      }),
    );
  });

  it('asks for no more approval when less is asked for', () => {
    const rank = { approved: 0, needs_approval: 1, rejected: 2 };
    fc.assert(
      fc.property(any, amounts, (given, less) => {
        const requested = less < given.requested ? less : given.requested;
        // Beside a negative availability a share of the request is no measure.
        fc.pre(given.creditLimit === null || given.exposure <= given.creditLimit);
        // Below the amount of a soft hold the next lines of the table decide, and may reject.
        fc.pre(given.holds.every(({ strength, amount }) => strength === 'hard' || amount === null));
        const [big, small] = [decideCheck(given), decideCheck({ ...given, requested })];
        expect(rank[small.outcome] <= rank[big.outcome]).toBe(true);
      }),
    );
  });
});

describe('utilisation', () => {
  it.each([
    [null, 5n, null],
    [0n, 5n, null],
    [1000n, 0n, '0.00'],
    [1000n, 505n, '50.50'],
    [3n, 1n, '33.33'],
    [1000n, 1400n, '140.00'],
  ])('of a limit of %s with %s used is %s', (limit, used, percent) => {
    expect(utilisationOf(limit, used)).toBe(percent);
  });
});
