import { originalTaxes } from '../calculation/original-taxes.js';
import type { PricingLine, PricingRequest } from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import { aLine } from '../testing/builders.js';
import { BOOK, price, service, type Case } from '../testing/tax-cases.js';

/** From China to a consumer in France, of a seller with a One-Stop-Shop for imports. */
const IMPORT: Case = { seller: 'DE DE!ioss', from: 'CN', to: 'FR', buyer: 'C' };

/** The grounds of the lines with what is said beside them. */
function imported(lines: readonly Partial<PricingLine>[], over: Partial<PricingRequest> = {}) {
  return price({ ...IMPORT, lines, over }).lines.map(({ reason, warnings = [] }) =>
    [reason, ...warnings.map(({ code }) => code)].join(' + '),
  );
}

const WITHIN = 'import_one_stop_shop';
const ABOVE = 'registration_required + import_limit_exceeded';
const UNKNOWN = 'import_value_unknown + import_value_unknown';
const costs = (...unitPrices: string[]) => unitPrices.map((unitPrice) => ({ unitPrice }));
/** One dollar is 0.9 euros. */
const toEuro = () => ({ dividend: 9n, divisor: 10n });

describe('imports under the One-Stop-Shop', () => {
  it.each<[string, readonly Partial<PricingLine>[], Partial<PricingRequest>, string[]]>([
    ['go up to 150 euros', costs('150.00'), {}, [WITHIN]],
    ['no further', costs('150.01'), {}, [ABOVE]],
    ['all goods of the document together', costs('100.00', '50.01'), {}, [ABOVE, ABOVE]],
    [
      'less what is taken off',
      [{ unitPrice: '160.00', discount: { amount: '10.00' } }],
      {},
      [WITHIN],
    ],
    ['without tax', costs('180.00'), { pricesIncludeTax: true }, [WITHIN]],
    ['without tax, and no further', costs('180.02'), { pricesIncludeTax: true }, [ABOVE]],
    ['by the rate of the day', costs('166.66'), { currency: 'USD', toEuro }, [WITHIN]],
    ['by it, exactly', costs('166.67'), { currency: 'USD', toEuro }, [ABOVE]],
    ['without a rate, nobody knows', costs('1.00'), { currency: 'USD' }, [UNKNOWN]],
    [
      'nor where there is none, whatever rate was typed',
      [{ unitPrice: '1.00', taxRate: '3' }],
      { currency: 'USD', toEuro: () => null },
      [UNKNOWN],
    ],
  ])('%s', (_what, lines, over, expected) => {
    expect(imported(lines, over)).toEqual(expected);
  });

  it('counts goods alone', () => {
    const [goods] = imported([{ unitPrice: '150.00' }, { ...service, unitPrice: '900.00' }]);
    expect(goods).toBe(WITHIN);
  });

  it('asks for no rate where nothing is imported', () => {
    const refuse = () => {
      throw new Error('Nobody asks');
    };
    const over = { currency: 'USD', toEuro: refuse } as const;
    expect(price({ ...IMPORT, from: 'DE', over }).lines).toHaveLength(1);
  });

  it('is decided once: a note copies it, whatever its own lines come to', () => {
    const [sold] = price(IMPORT).lines;
    const original = {
      taxCode: 'standard',
      taxFallback: false,
      taxCategory: sold?.category ?? null,
      taxReason: sold?.reason ?? null,
      net: 10_000n,
      taxes: [],
    };
    const source = originalTaxes([original], new RateBook(BOOK));
    const request = { lines: [aLine({ supply: 'goods', unitPrice: '900.00' })] };
    const over = { currency: 'USD', ...request } as const;
    const noted = price({ ...IMPORT, over }, source).lines[0];
    expect([noted?.reason, noted?.warnings]).toEqual([WITHIN, undefined]);
  });
});
