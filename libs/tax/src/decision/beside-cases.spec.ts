import type { PricingLine } from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import { BOOK, outcome, place, price, service, type Case } from '../testing/tax-cases.js';

describe('beside the cases of the contract', () => {
  it('what is taxed here and there keeps its own rate, whichever comes first', () => {
    const sale = { seller: 'DE FR', to: 'FR', buyer: 'C', sales: 'exceeded' } as const;
    const goods = { supply: 'goods' } as const;
    const rates = (lines: Case['lines'] & object, on: string) =>
      price({ ...sale, lines, on }).lines.map(({ taxRate }) => taxRate);
    expect(rates([service, goods], '2026-11-02')).toEqual(['19', '20']);
    expect(rates([goods, service], '2026-11-03')).toEqual(['20', '19']);
    const book = new RateBook(BOOK);
    const one = (line: Partial<PricingLine>) => price({ ...sale, line }, book).lines[0]?.taxRate;
    expect([one(service), one(goods), one(service)]).toEqual(['19', '20', '19']);
  });

  it.each<[string, Case, string]>([
    [
      'a service beside goods from a warehouse abroad',
      { seller: 'FR', from: 'DE', to: 'FR', buyer: 'B+FR', line: service },
      'S 20 taxed',
    ],
    [
      'an export from a state without a registration',
      { seller: 'DE', from: 'PL', to: 'CH', buyer: 'B' },
      '? 0 registration_required',
    ],
    [
      'a public body abroad without a number',
      { seller: 'DE', to: 'CH', buyer: 'V', line: service },
      'S 19 taxed',
    ],
    [
      'a rate on the line where a registration is needed',
      { seller: 'DE', to: 'FR', buyer: 'C', sales: 'exceeded', line: { taxRate: '3' } },
      '? 0 registration_required',
    ],
    [
      'an import by a business with an id',
      { seller: 'DE DE!ioss', from: 'CN', to: 'FR', buyer: 'B+FR' },
      '? 0 registration_required',
    ],
    [
      'goods carried for a consumer from another state',
      {
        seller: 'DE',
        to: 'DE',
        buyer: 'C',
        line: { supply: 'goods_transport', placeOf: place('FR') },
      },
      '? 0 registration_required',
    ],
    [
      'a virtual event to a consumer of another state, without a One-Stop-Shop',
      { seller: 'DE', to: 'FR', buyer: 'C', line: { supply: 'virtual_event' } },
      '? 0 registration_required',
    ],
    [
      'goods to a consumer from a state that is not that of the seat',
      { seller: 'AT FR', from: 'FR', to: 'DE', buyer: 'C' },
      '? 0 registration_required',
    ],
  ])('%s', (_case, sale, expected) => {
    expect(outcome(sale)).toBe(expected);
  });

  it('India: what is supplied at a place of its own is taxed by that place', () => {
    const kinds = (where: string, buyer: string) => {
      const line = { supply: 'immovable', placeOf: place(where) } as const;
      const [priced] = price({ seller: 'IN-MH', to: buyer, buyer: 'B', line }).lines;
      return priced?.taxes.map(({ kind }) => kind);
    };
    expect(kinds('IN-KA', 'IN-MH')).toEqual(['gst_igst']);
    expect(kinds('IN-MH', 'IN-KA')).toEqual(['gst_cgst', 'gst_sgst']);
  });
});
