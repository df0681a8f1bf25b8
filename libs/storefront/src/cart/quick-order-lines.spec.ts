import fc from 'fast-check';
import { quickOrderLines } from './quick-order-lines.js';

const read = (text: string) =>
  quickOrderLines(text).map(({ line, sku, quantity }) => [line, sku, quantity]);

describe('lines of a quick order', () => {
  it.each([
    ['A-1 5', 'A-1', '5'],
    ['A-1\t5', 'A-1', '5'],
    ['A-1;2.5', 'A-1', '2.5'],
    ['A-1,  3', 'A-1', '3'],
    ['"A-1","4"', 'A-1', '4'],
    ['Long bolt 7', 'Long bolt', '7'],
    ['A-1', 'A-1', '1'],
    ['4711', '4711', '1'],
    ['4711 4712', '4711', '4712'],
    ['A-1 -3', 'A-1', null],
    ['A-1 0', 'A-1', null],
    ['A-1 1.2345678', 'A-1', null],
    ['A-1 9999999999999', 'A-1', null],
  ])('%s', (text, sku, quantity) => {
    expect(read(text)).toEqual([[1, sku, quantity]]);
  });

  it('say which words are a SKU where the last is meant as a quantity', () => {
    const shorter = (text: string) => quickOrderLines(text)[0]?.shorter;
    expect(['INST zwei', 'INST', 'INST 2'].map(shorter)).toEqual(['INST', undefined, undefined]);
  });

  it('are numbered as they stand, without a heading and what says nothing', () => {
    expect(read('SKU;Quantity\r\n\r\nA 1\n\n B 2 \n')).toEqual([
      [3, 'A', '1'],
      [5, 'B', '2'],
    ]);
    expect(read('SKU-1 5')).toEqual([[1, 'SKU-1', '5']]);
  });

  it('are all answered, none twice, and no more than 500 taken', () => {
    const word = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,8}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (skus) => {
        const found = quickOrderLines(skus.map((sku) => `${sku} 1`).join('\n'));
        expect(found.map(({ sku }) => sku)).toEqual(skus);
      }),
    );
    const many = (count: number) => Array.from({ length: count }, () => 'A 1').join('\n');
    expect(quickOrderLines(many(500))).toHaveLength(500);
    expect(() => quickOrderLines(many(501))).toThrow(
      expect.objectContaining({ code: 'quick_order_too_long' }) as Error,
    );
  });
});
