import type { Figure, QuoteFigures } from '../quotes/quote-figures.js';
import { creditAmount, type CreditWorth } from './credit-amount.js';

const figure = (gross: string) => ({ net: '0.00', tax: '0.00', gross }) satisfies Figure;
const worth = (tcv: string | null, over: Partial<CreditWorth> = {}): CreditWorth => ({
  currency: 'EUR',
  total: 21_900n,
  figures: { tcv: tcv === null ? null : figure(tcv) } as QuoteFigures,
  ...over,
});

describe('what credit is asked for', () => {
  it.each([
    ['one period of what recurs', 'total', worth('242.80'), 21_900n],
    ['all of its term', 'tcv', worth('1347.00'), 134_700n],
    ['one period of what has no end', 'tcv', worth(null), 21_900n],
    ['less than a period of a term that is shorter', 'tcv', worth('150.00'), 15_000n],
    ['what is left of an order', 'total', worth('1347.00', { value: 11_900n }), 11_900n],
    ['the term of what is left', 'tcv', worth('1347.00', { value: 11_900n }), 124_700n],
    ['nothing below nothing', 'tcv', worth('100.00', { value: 0n }), 0n],
  ] as const)('is %s', (_, basis, of, amount) => {
    expect(creditAmount(of, basis)).toBe(amount);
  });
});
