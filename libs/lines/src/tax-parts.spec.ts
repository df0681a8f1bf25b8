import { parseLocalDate as day } from '@quittance/calendar';
import { DomainError } from '@quittance/kernel';
import { parseMinor, sumOf } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { documentAdjustments, type AdjustedLine, type DocumentAdjustment } from './adjustments.js';
import { splitAbove } from './tax-parts.js';

type Case = Partial<AdjustedLine> & Pick<AdjustedLine, 'unitPrice'>;
const line = (over: Case): AdjustedLine => {
  return { quantity: '1', discount: null, taxCode: null, taxRate: null, ...over };
};
const at = (unitPrice: string, taxRate: string, over: Partial<AdjustedLine> = {}) =>
  line({ unitPrice, taxRate, ...over });
const of = (unitPrice: string, supply: 'goods' | 'services', way: string | null = null) =>
  line({ unitPrice, taxCode: 'std', supply, way });
const off = (over: Partial<DocumentAdjustment>): DocumentAdjustment => {
  return { kind: 'allowance', reason: 'Loyalty', ...over };
};
const FIVE = { amount: '5.00' };

const partsOf = (lines: readonly AdjustedLine[], asked: Partial<DocumentAdjustment>) =>
  documentAdjustments.lines([off(asked)], lines, 'EUR');
const minorOf = ({ unitPrice }: { readonly unitPrice: string }) =>
  parseMinor(unitPrice, 'EUR') ?? 0n;

test('lines of two days are parts of their own until they are taxed alike', () => {
  const taxDate = day('2025-12-31');
  const lines = (way: string | null) => {
    const usage = line({ unitPrice: '30', taxCode: 'std', taxDate, way });
    return [usage, line({ unitPrice: '10', taxCode: 'std', way })];
  };
  const found = partsOf(lines(null), { percent: '10' });
  expect(found.map((part) => [part.unitPrice, part.taxDate])).toEqual([
    ['3.00', taxDate],
    ['1.00', undefined],
  ]);
  expect(partsOf(lines('S 19'), { percent: '10' })).toHaveLength(1);
});

test.each<
  [string, readonly AdjustedLine[], Partial<DocumentAdjustment>, readonly (string | null)[][]]
>([
  ['lines of one rate', [at('10', '19'), at('20', '19.00')], FIVE, [['5.00', '19']]],
  [
    'lines of two rates',
    [at('10', '19'), at('30', '7')],
    FIVE,
    [
      ['1.25', '19'],
      ['3.75', '7'],
    ],
  ],
  [
    'a rest to the largest remainder',
    [at('1', '19'), at('1', '7'), at('1', '5')],
    FIVE,
    [
      ['1.67', '19'],
      ['1.67', '7'],
      ['1.66', '5'],
    ],
  ],
  [
    'a percentage, rounded once',
    [at('0.05', '19'), at('0.05', '7')],
    { percent: '10' },
    [
      ['0.01', '19'],
      ['0.00', '7'],
    ],
  ],
  [
    'lines of its rate alone',
    [at('10', '19'), at('30', '7')],
    { ...FIVE, taxRate: '7' },
    [['5.00', '7']],
  ],
  ['lines given away', [at('10', '19'), at('0', '7')], FIVE, [['5.00', '19']]],
  ['lines that take off', [at('10', '19'), at('-2', '7')], FIVE, [['5.00', '19']]],
  ['no lines', [], FIVE, [['5.00', null]]],
  [
    'lines after their share of a discount',
    [at('10', '19', { share: 500n }), at('5', '7')],
    FIVE,
    [
      ['2.50', '19'],
      ['2.50', '7'],
    ],
  ],
])('is over %s', (_, lines, asked, expected) => {
  const made = partsOf(lines, asked);
  expect(made.map(({ unitPrice, taxRate }) => [unitPrice, taxRate])).toEqual(expected);
  expect(made.every(({ adjustmentIndex }) => adjustmentIndex === 0)).toBe(true);
});

test.each([
  ['not known', [of('10', 'goods'), of('30', 'services')], ['1.25', '3.75']],
  ['one', [of('10', 'goods', 'S 19'), of('30', 'services', 'S 19')], ['5.00']],
  ['two', [of('10', 'goods', 'K'), of('30', 'services', 'AE')], ['1.25', '3.75']],
])('stands in a line for each way of taxing goods and services: %s', (_, lines, expected) => {
  const named = { ...FIVE, taxCode: 'std' };
  expect(partsOf(lines, named).map(({ unitPrice }) => unitPrice)).toEqual(expected);
  expect(partsOf(lines, FIVE).map(({ unitPrice }) => unitPrice)).toEqual(expected);
});

test('each line is of those alone that are taxed in its way', () => {
  const lines = [of('10', 'goods', 'K'), of('30', 'services', 'AE')];
  const made = partsOf(lines, FIVE);
  expect(made.map((part) => documentAdjustments.alikeOf(part, lines))).toEqual(
    lines.map((each) => [each]),
  );
  const less = [of('1.24', 'goods', 'K'), of('30', 'services', 'AE')];
  expect(documentAdjustments.exceed(made, lines, 'EUR')).toBe(false);
  expect(documentAdjustments.exceed(made, less, 'EUR')).toBe(true);
});

function faultOf(work: () => unknown) {
  try {
    work();
    return null;
  } catch (error) {
    return (error as DomainError).options.errors?.[0];
  }
}

test('of lines of several taxes that come to nothing it needs a code', () => {
  const charge = { ...FIVE, kind: 'charge' as const };
  const fault = faultOf(() => partsOf([at('0', '19'), at('0', '7')], charge));
  expect(fault).toMatchObject({ pointer: '/adjustments/0/taxCode', code: 'required' });
});

const anyCents = fc.integer({ min: 0, max: 99_999 });
const text = (cents: number) => (cents / 100).toFixed(2);
const anyLine = fc
  .tuple(anyCents, fc.constantFrom('5', '7', '19', '20'))
  .map(([cents, rate]) => at(text(cents), rate));
const anyLines = fc
  .array(anyLine, { minLength: 1, maxLength: 8 })
  .filter((lines) => lines.some(({ unitPrice }) => unitPrice !== '0.00'));
const grossOf = (lines: readonly AdjustedLine[]) => sumOf(lines.map(minorOf));

test('its parts come to the whole, and none is above the lines that it is of', () => {
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 0, max: 100 }), fc.boolean(), (lines, n, isShare) => {
      const whole = grossOf(lines);
      const share = (whole * BigInt(n) * 2n + 100n) / 200n;
      const asked = isShare ? { percent: String(n) } : { amount: text(Number(share)) };
      const made = partsOf(lines, asked);
      expect(sumOf(made.map(minorOf))).toBe(share);
      for (const part of made) {
        const alike = documentAdjustments.alikeOf(part, lines);
        expect(minorOf(part) <= grossOf(alike)).toBe(true);
      }
      expect(documentAdjustments.exceed(made, lines, 'EUR')).toBe(false);
    }),
    { numRuns: runs(200) },
  );
});

test('of other lines they come to the whole again', () => {
  fc.assert(
    fc.property(anyLines, anyLines, fc.integer({ min: 1, max: 100 }), (lines, others, n) => {
      const made = documentAdjustments.ofOtherLines(
        partsOf(lines, { percent: String(n) }),
        others,
        'EUR',
      );
      const concerned = others.filter((each) => {
        return made.some((part) => documentAdjustments.alikeOf(part, [each]).length > 0);
      });
      const share = (grossOf(concerned) * BigInt(n) * 2n + 100n) / 200n;
      expect(sumOf(made.map(minorOf))).toBe(share);
      const amounts = partsOf(lines, { amount: '7.77' });
      const moved = documentAdjustments.ofOtherLines(amounts, others, 'EUR');
      expect(sumOf(moved.map(minorOf))).toBe(777n);
    }),
    { numRuns: runs(200) },
  );
});

test.each<[string, bigint, bigint[], bigint[], bigint[]]>([
  ['by weights', 100n, [1n, 3n], [0n, 0n], [25n, 75n]],
  ['with what one has at least', 100n, [1n, 3n], [40n, 0n], [40n, 60n]],
  [
    'with what one has at least, and then another',
    100n,
    [1n, 1n, 8n],
    [5n, 60n, 30n],
    [5n, 60n, 35n],
  ],
  ['where the least is more', 50n, [1n, 1n], [40n, 20n], [40n, 20n]],
  ['where nothing weighs', 50n, [0n, 0n], [0n, 20n], [30n, 20n]],
])('an amount is split %s', (_, whole, weights, least, expected) => {
  expect(splitAbove(whole, weights, least)).toEqual(expected);
});
