import { boundless } from './boundless-lines.js';

const line = (id: string, quantity: string, unitPrice: string | null) => ({
  line: { id, quantity },
  unitPrice,
});
const found = (lines: readonly ReturnType<typeof line>[], currency: 'EUR' | 'JPY' = 'EUR') => [
  ...boundless(lines, currency),
];

describe('a line of a cart is too large', () => {
  it.each([
    ['above the largest line', '1000000', '10000000.01', true],
    ['not at it', '1000000', '10000000', false],
    ['nor without a price', '1000000', null, false],
  ])('%s', (_, quantity, unitPrice, isOne) => {
    expect(found([line('a', quantity, unitPrice)])).toEqual(isOne ? ['a'] : []);
  });

  it('by the digits of the currency', () => {
    expect(found([line('a', '1000000', '1000000000')], 'JPY')).toEqual([]);
    expect(found([line('a', '1000000', '1000000000.000001')], 'JPY')).toEqual(['a']);
  });

  it('where ten of the largest stand before it, and none behind it that fits', () => {
    const ten = Array.from({ length: 10 }, (_, i) => line(`l${i}`, '1', '9999999999999.99'));
    expect(found([...ten, line('more', '1', '0.11'), line('cent', '1', '0.10')])).toEqual(['more']);
  });
});
