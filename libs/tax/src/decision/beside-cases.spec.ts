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

  const [letter, lapsed] = ['~2026-01-01:2026-12-31', '~2026-01-01:2026-11-01'];

  it.each<[string, string, string, string, Partial<PricingLine>, string]>([
    ['Canada, at home', 'CA', 'CA-ON', 'C', service, 'S 13 taxed'],
    ['Canada, at home', 'CA', 'CA-ON', 'C', digital, 'S 13 taxed'],
    ['Canada, a province with a tax of its own', 'CA', 'CA-BC', 'B', digital, 'S 5 taxed'],
    ['Canada, registered there too', 'CA CA-BC', 'CA-BC', 'C', digital, 'S 12 taxed'],
    ['Canada, registered there alone', 'CA-BC', 'CA-BC', 'C', digital, 'S 7 taxed'],
    ['Canada, registered there alone', 'CA-QC', 'CA-QC', 'C', service, 'S 9.975 taxed'],
    ['Canada, registered in two that have one', 'CA-BC CA-QC', 'CA-BC', 'C', {}, 'S 7 taxed'],
    ['Canada, registered by another province', 'CA-ON CA-BC', 'CA-BC', 'C', {}, 'S 12 taxed'],
    ['Canada, registered by that province', 'CA-ON', 'CA-ON', 'C', {}, 'S 13 taxed'],
    ['Canada, registered later', 'CA@2027-01-01 CA-BC', 'CA-BC', 'C', {}, 'S 7 taxed'],
    ['Canada, abroad', 'CA', 'US-TX', 'B', service, 'G 0 export'],
    ['Canada, to a consumer abroad', 'CA', 'US-TX', 'C', service, 'G 0 export'],
    ['Canada, to a consumer abroad', 'CA', 'US-TX', 'C', digital, 'G 0 export'],
    ['Japan, at home', 'JP', 'JP', 'C', service, 'S 10 taxed'],
    ['Japan, at home', 'JP', 'JP', 'B', digital, 'S 10 taxed'],
    ['Japan, abroad', 'JP', 'US-TX', 'B', service, 'G 0 export'],
    ['Japan, to a consumer abroad', 'JP', 'US-TX', 'C', service, 'G 0 export'],
    ['Japan, abroad', 'JP', 'US-TX', 'B', digital, 'O 0 service_abroad'],
    ['Japan, to a consumer abroad', 'JP', 'US-TX', 'C', digital, 'O 0 service_abroad'],
    ['Britain, at home', 'GB', 'GB', 'C', digital, 'S 20 taxed'],
    ['Britain, abroad', 'GB', 'FR', 'B+FR', digital, 'O 0 service_abroad'],
    ['Britain, to a consumer abroad', 'GB', 'FR', 'C', digital, 'O 0 service_abroad'],
    ['Britain, to a consumer abroad', 'GB', 'FR', 'C', service, 'S 20 taxed'],
    ['Britain, to Northern Ireland', 'GB', 'GB/BT1 1AA', 'C', digital, 'S 20 taxed'],
    ['Switzerland, at home', 'CH', 'CH', 'C', digital, 'S 8.1 taxed'],
    ['Switzerland, abroad', 'CH', 'DE', 'B+DE', digital, 'O 0 service_abroad'],
    ['Switzerland, to a consumer abroad', 'CH', 'DE', 'C', digital, 'O 0 service_abroad'],
    ['Switzerland, to a consumer abroad', 'CH', 'DE', 'C', service, 'O 0 service_abroad'],
    ['India, between states', 'IN-MH', 'IN-KA', 'B', digital, 'S 18 taxed'],
    ['India, abroad under a letter', `IN-MH${letter}`, 'US-TX', 'B', digital, 'G 0 export'],
    ['India, to a consumer abroad', `IN-MH${letter}`, 'US-TX', 'C', digital, 'G 0 export'],
    ['India, without one', `IN-MH${lapsed}`, 'US-TX', 'C', digital, 'S 18 export_tax_paid'],
  ])('%s: from %s to %s, %s, %o', (_case, seller, to, buyer, line, expected) => {
    expect(outcome({ seller, to, buyer, line })).toBe(expected);
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
