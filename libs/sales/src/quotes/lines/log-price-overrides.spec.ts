import { priceOverrides } from './log-price-overrides.js';

const line = (id: string, unitPrice: string | null, listPrice: string | null) => {
  return { id, position: Number(id), unitPrice, listPrice };
};

describe('prices that were typed', () => {
  it('are those that are listed otherwise', () => {
    const lines = [
      line('1', '90.00', '100'),
      line('2', '100.00', '100'),
      line('3', '5', null),
      line('4', null, '7'),
    ];
    expect(priceOverrides([], lines)).toEqual([
      { position: 1, listPrice: '100', unitPrice: '90.00' },
    ]);
  });

  it('are told once, and again where another is typed', () => {
    const before = [line('1', '90', '100')];
    expect(priceOverrides(before, [line('1', '90.00', '100')])).toEqual([]);
    expect(priceOverrides(before, [line('1', '80', '100')])).toHaveLength(1);
  });
});
