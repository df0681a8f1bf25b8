import { DomainError } from '@quittance/kernel';
import { adjustmentLines, type AdjustedLine, type DocumentAdjustment } from './adjustments.js';
import { refuseBeyondLines } from './within-lines.js';

const line = (unitPrice: string, taxRate: string, quantity = '1'): AdjustedLine => {
  return { quantity, unitPrice, discount: null, taxCode: null, taxRate };
};
const off = (over: Partial<DocumentAdjustment>): DocumentAdjustment => {
  return { kind: 'allowance', reason: 'Loyalty', taxRate: '23', ...over };
};
const on = (amount: string): DocumentAdjustment => off({ kind: 'charge', amount });

function refusalOf(
  sold: readonly AdjustedLine[],
  adjustments: readonly DocumentAdjustment[],
  others: readonly AdjustedLine[],
): readonly (string | undefined)[] | null {
  try {
    refuseBeyondLines(adjustmentLines(adjustments, sold, 'EUR'), { sold, others }, 'EUR');
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [fault] = error.options.errors ?? [];
    return [fault?.pointer, fault?.code];
  }
}

const MIXED = [line('10', '23'), line('1000', '0')];
const BEYOND = ['/adjustments', 'max'];
const tenth = off({ percent: '10' });
const most = off({ percent: '60' });

test.each<
  [
    string,
    readonly AdjustedLine[],
    readonly DocumentAdjustment[],
    readonly AdjustedLine[],
    readonly string[] | null,
  ]
>([
  ['all of what is taxed so', MIXED, [off({ amount: '10' })], [], null],
  ['a cent more', MIXED, [off({ amount: '10.01' })], [], BEYOND],
  [
    'of no line',
    [line('1000', '0')],
    [off({ amount: '9' })],
    [],
    ['/adjustments/0/taxCode', 'empty'],
  ],
  [
    'a second of no line',
    MIXED,
    [tenth, off({ amount: '1', taxRate: '8' })],
    [],
    ['/adjustments/1/taxCode', 'empty'],
  ],
  ['percentages above the whole', MIXED, [most, most], [], BEYOND],
  ['percentages within it', MIXED, [most, tenth], [], null],
  ['what is put on besides', MIXED, [off({ amount: '12' }), on('2')], [], null],
  ['more than that', MIXED, [off({ amount: '12.01' }), on('2')], [], BEYOND],
  [
    'a line that is discounted',
    [{ ...line('10', '23'), share: 500n }],
    [off({ amount: '6' })],
    [],
    BEYOND,
  ],
  ['what its order has left', MIXED, [off({ amount: '6' })], [line('4', '23', '-1')], null],
  ['more than its order has left', MIXED, [off({ amount: '7' })], [line('4', '23', '-1')], BEYOND],
  ['nothing: a charge of its own', [line('1000', '0')], [on('5')], [], null],
  ['nothing: a charge of what came back', [line('10', '23', '-1')], [on('5')], [], null],
  ['nothing: a document of charges', [], [on('5')], [], null],
])('an allowance takes off %s', (_, sold, adjustments, others, expected) => {
  expect(refusalOf(sold, adjustments, others)).toEqual(expected);
});
