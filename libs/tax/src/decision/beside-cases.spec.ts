import type { PricingLine } from '../calculation/pricing.js';
import { RateBook } from '../rate-books/rate-book.js';
import { BOOK, digital, outcome, place, price, service, type Case } from '../testing/tax-cases.js';

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
    [
      'goods that are delivered within the state of the seller',
      { seller: 'DE', to: 'FR', shipTo: 'DE', buyer: 'B+FR' },
      'S 19 taxed',
    ],
    [
      'goods that are delivered to another state than that of the id',
      { seller: 'DE', to: 'FR', shipTo: 'AT', buyer: 'B+FR' },
      'K 0 intra_community',
    ],
    [
      'goods that leave the Union, whoever buys',
      { seller: 'DE', to: 'FR', shipTo: 'NO', buyer: 'B+FR' },
      'G 0 export',
    ],
    [
      'a service beside goods that are delivered elsewhere',
      { seller: 'DE', to: 'FR', shipTo: 'NO', buyer: 'B+FR', line: service },
      'AE 0 reverse_charge',
    ],
    [
      'goods delivered in a state of the United States',
      { seller: 'US-TX US-CA', to: 'US-TX', shipTo: 'US-CA', buyer: 'C' },
      'S 7.25 taxed',
    ],
    [
      'a place of delivery that names a street alone',
      { seller: 'DE', to: 'AT', shipTo: '', buyer: 'C', sales: 'below' },
      'S 19 taxed',
    ],
    [
      'a service that Texas does not name',
      { seller: 'US-TX', to: 'US-TX', buyer: 'C', line: service },
      'O 0 untaxed_service',
    ],
    [
      'a service that Texas names',
      { seller: 'US-TX', to: 'US-TX', buyer: 'C', line: digital },
      'S 6.25 taxed',
    ],
    [
      'a service that California does not name',
      { seller: 'US-TX US-CA', to: 'US-CA', buyer: 'C', line: digital },
      'O 0 untaxed_service',
    ],
    [
      'a service that the company says is named',
      { seller: 'US-TX', to: 'US-TX', buyer: 'C', line: { ...service, taxCode: 'repairs' } },
      'S 6.25 taxed',
    ],
    [
      'a service with a rate of its own',
      { seller: 'US-TX', to: 'US-TX', buyer: 'C', line: { ...service, taxRate: '4' } },
      'S 4 line_rate',
    ],
    [
      'a service where the company is not registered',
      { seller: 'US-TX', to: 'US-CA', buyer: 'C', line: service },
      'O 0 not_registered',
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

  it('India: services are supplied from the seat, goods from where they are shipped', () => {
    const kinds = (sale: Partial<Case>) => {
      const all = { seller: 'IN-MH', from: 'IN-KA', to: 'IN-KA', buyer: 'C', ...sale };
      return price(all).lines[0]?.taxes.map(({ kind }) => kind);
    };
    expect(kinds({})).toEqual(['gst_cgst', 'gst_sgst']);
    expect(kinds({ line: service })).toEqual(['gst_igst']);
    expect(kinds({ line: service, to: 'IN-MH' })).toEqual(['gst_cgst', 'gst_sgst']);
  });

  it('India: goods to somebody without a number are supplied where they are delivered', () => {
    const kinds = (sale: Partial<Case>) => {
      const all = { seller: 'IN-MH', to: 'IN-MH', shipTo: 'IN-KA', buyer: 'C', ...sale };
      return price(all).lines[0]?.taxes.map(({ kind }) => kind);
    };
    expect(kinds({})).toEqual(['gst_igst']);
    expect(kinds({ line: service })).toEqual(['gst_cgst', 'gst_sgst']);
  });
});
