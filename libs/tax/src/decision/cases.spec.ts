import { priceDocument } from '../calculation/price-document.js';
import { originalTaxes } from '../calculation/original-taxes.js';
import { RateBook } from '../rate-books/rate-book.js';
import type { TaxSource } from '../rate-books/taxation.js';
import { aBook, aLine, aRequest } from '../testing/builders.js';
import {
  at,
  BOOK,
  day,
  digital,
  outcome,
  outcomeAndWarnings,
  place,
  price,
  registration,
  service,
  type Case,
} from '../testing/tax-cases.js';

/*
 * The cases of the tax decision as the contract numbers them: seller, its registrations, from where
 * to whom, what comes of it, and what is said beside it.
 */

describe('the cases of the tax decision', () => {
  it.each<[string, Case, string]>([
    ['1', { seller: 'DE', to: 'DE', buyer: 'C' }, 'S 19 taxed'],
    ['2', { seller: 'DE', to: 'DE', buyer: 'C', on: '2020-10-15' }, 'S 16 taxed'],
    ['3', { seller: 'DE', to: 'DE', buyer: 'B+DE', line: { taxCode: 'reduced' } }, 'S 7 taxed'],
    [
      '4',
      { seller: 'DE', to: 'DE', buyer: 'B+DE', line: { ...service, taxCode: 'lessons' } },
      'E 0 exempt_code',
    ],
    ['5', { seller: 'DE', to: 'FR', buyer: 'B+FR' }, 'K 0 intra_community + id_not_checked_online'],
    [
      '6',
      { seller: 'DE', to: 'FR', buyer: 'B' },
      'S 19 taxed + id_of_another_state_missing + distance_sales_unset',
    ],
    ['7', { seller: 'DE', to: 'FR', buyer: 'B+DE' }, 'S 19 taxed + id_of_another_state_missing'],
    ['8', { seller: 'DE', to: 'AT', buyer: 'C', sales: 'below' }, 'S 19 taxed'],
    ['9', { seller: 'DE DE!oss_union', to: 'AT', buyer: 'C' }, 'S 20 one_stop_shop'],
    ['10', { seller: 'DE', to: 'FR', buyer: 'C', sales: 'exceeded' }, '? 0 registration_required'],
    ['11', { seller: 'DE FR', to: 'FR', buyer: 'C', sales: 'exceeded' }, 'S 20 taxed'],
    [
      '12',
      { seller: 'DE DE!oss_union@2026-01-01', to: 'AT', buyer: 'C', on: '2025-12-30' },
      'S 19 taxed + distance_sales_unset + registration_begins_later',
    ],
    ['13', { seller: 'DE PL', from: 'PL', to: 'PL', buyer: 'C' }, 'S 23 taxed'],
    ['14', { seller: 'DE', from: 'PL', to: 'PL', buyer: 'C' }, '? 0 registration_required'],
    [
      '15',
      { seller: 'DE', to: 'FR', buyer: 'B+FR', line: service },
      'AE 0 reverse_charge + id_not_checked_online',
    ],
    ['16', { seller: 'DE', to: 'FR', buyer: 'B', line: service }, 'S 19 taxed'],
    [
      '17',
      { seller: 'DE DE!oss_union', to: 'FR', buyer: 'B', line: digital },
      'S 20 one_stop_shop',
    ],
    ['18', { seller: 'DE', to: 'FR', buyer: 'C', sales: 'below', line: digital }, 'S 19 taxed'],
    ['19', { seller: 'DE DE!oss_union', to: 'FR', buyer: 'C', line: service }, 'S 19 taxed'],
    ['20', { seller: 'DE', to: 'FR', buyer: 'V', line: service }, 'S 19 taxed'],
    [
      '21',
      { seller: 'DE', to: 'FR', buyer: 'V+FR', line: service },
      'AE 0 reverse_charge + id_not_checked_online',
    ],
    ['22', { seller: 'DE', to: 'NO', buyer: 'B' }, 'G 0 export'],
    ['23', { seller: 'DE', to: 'CH', buyer: 'C' }, 'G 0 export'],
    ['24', { seller: 'DE', to: 'US-TX', buyer: 'C' }, 'G 0 export'],
    ['25', { seller: 'DE', to: 'CH', buyer: 'B', line: service }, 'O 0 service_abroad'],
    [
      '26',
      { seller: 'DE', to: 'US', buyer: 'C', line: { supply: 'intangible_services' } },
      'O 0 service_abroad',
    ],
    ['27', { seller: 'DE', to: 'CH', buyer: 'C', line: service }, 'S 19 taxed'],
    [
      '28',
      { seller: 'DE', to: 'GB', buyer: 'C', line: digital },
      'O 0 service_abroad + registration_abroad_possible',
    ],
    [
      '29',
      { seller: 'DE', to: 'GB/BT1 1AA', buyer: 'B+XI' },
      'K 0 intra_community + id_not_checked_online',
    ],
    ['30', { seller: 'DE DE!oss_union', to: 'GB/BT1 1AA', buyer: 'C' }, 'S 20 one_stop_shop'],
    ['31', { seller: 'DE', to: 'GB/BT1 1AA', buyer: 'B', line: service }, 'O 0 service_abroad'],
    ['32', { seller: 'DE', to: 'IM', buyer: 'B' }, 'G 0 export'],
    ['33', { seller: 'DE', to: 'ES/35001', buyer: 'B' }, 'G 0 export'],
    ['34', { seller: 'DE', to: 'ES/35001', buyer: 'B', line: service }, 'O 0 service_abroad'],
    ['35', { seller: 'DE', to: 'FI/22100', buyer: 'C' }, 'G 0 export'],
    ['36', { seller: 'DE', to: 'DE/78266', buyer: 'B' }, 'G 0 export'],
    ['37', { seller: 'DE', to: 'IT/23041', buyer: 'B' }, 'G 0 export'],
    [
      '38',
      { seller: 'DE', to: 'MC', buyer: 'B+FR' },
      'K 0 intra_community + id_not_checked_online',
    ],
    [
      '39',
      { seller: 'DE!small_business', to: 'DE', buyer: 'C', line: service },
      'E 0 small_business',
    ],
    ['40', { seller: 'DE!small_business', to: 'FR', buyer: 'B+FR' }, 'E 0 small_business'],
    [
      '41',
      { seller: 'DE', to: 'DE', buyer: 'B+DE', line: { taxCode: 'scrap' } },
      'AE 0 domestic_reverse_charge + id_not_checked_online',
    ],
    ['42', { seller: 'DE', to: 'DE', buyer: 'C', line: { taxCode: 'scrap' } }, 'S 19 taxed'],
    [
      '43',
      { seller: 'DE', to: 'DE', buyer: 'C', line: { taxCode: 'used' } },
      'E 0 margin_second_hand',
    ],
    [
      '44',
      { seller: 'DE', from: 'AT', to: 'FR', buyer: 'B+FR', line: { triangular: true } },
      'AE 0 triangulation + id_not_checked_online',
    ],
    ['45', { seller: 'DE', to: 'FR', buyer: 'B+FR', line: at('event', 'DE') }, 'S 19 taxed'],
    [
      '46',
      { seller: 'DE', to: 'FR', buyer: 'B+FR', line: { supply: 'virtual_event' } },
      'AE 0 reverse_charge + id_not_checked_online',
    ],
    [
      '47',
      {
        seller: 'DE DE!oss_union',
        to: 'FR',
        buyer: 'C',
        line: { supply: 'virtual_event' },
        on: '2025-02-03',
      },
      'S 20 one_stop_shop',
    ],
    [
      '48',
      { seller: 'DE', to: 'AT', buyer: 'B+AT', line: at('immovable', 'AT') },
      'AE 0 foreign_reverse_charge + id_not_checked_online',
    ],
    [
      '49',
      { seller: 'DE', to: 'FR', buyer: 'B+FR', line: at('immovable', 'DE', 'reduced') },
      'S 7 taxed',
    ],
    [
      '50',
      { seller: 'DE', to: 'AT', buyer: 'C', line: at('immovable', 'AT') },
      '? 0 registration_required',
    ],
    ['51', { seller: 'FR', to: 'FR/97110', buyer: 'B' }, 'G 0 export'],
    ['52', { seller: 'ES-CN', from: 'ES/35001', to: 'ES/38001', buyer: 'C' }, 'L 7 taxed'],
    ['53, before', { seller: 'FI', to: 'FI', buyer: 'C', on: '2024-08-31' }, 'S 24 taxed'],
    ['53, after', { seller: 'FI', to: 'FI', buyer: 'C', on: '2024-09-01' }, 'S 25.5 taxed'],
    ['54, before', { seller: 'RO', to: 'RO', buyer: 'C', on: '2025-07-31' }, 'S 19 taxed'],
    ['54, after', { seller: 'RO', to: 'RO', buyer: 'C', on: '2025-08-01' }, 'S 21 taxed'],
    ['55', { seller: 'GB', to: 'GB', buyer: 'C' }, 'S 20 taxed'],
    [
      '55, a book',
      { seller: 'GB', to: 'GB', buyer: 'C', line: { taxCode: 'books' } },
      'Z 0 zero_rate',
    ],
    ['56', { seller: 'GB', to: 'FR', buyer: 'B' }, 'G 0 export'],
    ['57', { seller: 'GB', to: 'FR', buyer: 'B+FR', line: service }, 'O 0 service_abroad'],
    [
      '58',
      { seller: 'XI', from: 'GB/BT1 1AA', to: 'FR', buyer: 'B+FR' },
      'K 0 intra_community + id_not_checked_online',
    ],
    ['59, before', { seller: 'CH', to: 'CH', buyer: 'C', on: '2023-12-31' }, 'S 7.7 taxed'],
    ['59, after', { seller: 'CH', to: 'CH', buyer: 'C', on: '2024-01-01' }, 'S 8.1 taxed'],
    ['60', { seller: 'CH', to: 'DE', buyer: 'B+DE', line: service }, 'O 0 service_abroad'],
    ['60, goods', { seller: 'CH', to: 'DE', buyer: 'B+DE' }, 'G 0 export'],
    ['61', { seller: 'US-TX', to: 'US-TX', buyer: 'C' }, 'S 6.25 taxed'],
    ['62', { seller: 'US-TX', to: 'US-CA', buyer: 'C' }, 'O 0 not_registered'],
    ['63', { seller: 'US-TX US-CA', to: 'US-CA', buyer: 'C' }, 'S 7.25 taxed'],
    [
      '64',
      { seller: 'US-TX', to: 'US-TX', buyer: 'B', account: 'reseller' },
      'E 0 exempt_customer',
    ],
    [
      '64, a day late',
      { seller: 'US-TX', to: 'US-TX', buyer: 'B', account: 'lapsed' },
      'S 6.25 taxed',
    ],
    ['65', { seller: 'US-TX', to: 'DE', buyer: 'B' }, 'G 0 export'],
    ['66', { seller: 'CA', from: 'CA-ON', to: 'CA-ON', buyer: 'C' }, 'S 13 taxed'],
    ['66, British Columbia', { seller: 'CA', to: 'CA-BC', buyer: 'C' }, 'S 5 taxed'],
    [
      '66, Nova Scotia before',
      { seller: 'CA', to: 'CA-NS', buyer: 'C', on: '2025-03-31' },
      'S 15 taxed',
    ],
    ['66, after', { seller: 'CA', to: 'CA-NS', buyer: 'C', on: '2025-04-01' }, 'S 14 taxed'],
    ['67', { seller: 'CA CA-BC', to: 'CA-BC', buyer: 'C' }, 'S 12 taxed'],
    ['68', { seller: 'CA CA-QC', from: 'CA-QC', to: 'CA-QC', buyer: 'C' }, 'S 14.975 taxed'],
    ['69', { seller: 'IN-MH', to: 'IN-MH', buyer: 'B' }, 'S 18 taxed'],
    ['69, across', { seller: 'IN-MH', to: 'IN-KA', buyer: 'B' }, 'S 18 taxed'],
    [
      '70',
      { seller: 'IN-MH~2026-01-01:2026-12-31', to: 'US-TX', buyer: 'B', line: service },
      'G 0 export',
    ],
    [
      '70, a day late',
      { seller: 'IN-MH~2026-01-01:2026-11-01', to: 'US-TX', buyer: 'B', line: service },
      'S 18 export_tax_paid',
    ],
    [
      '71',
      { seller: 'IN-MH~2026-01-01:2026-12-31', to: 'IN-MH', buyer: 'Z' },
      'Z 0 sez_undertaking',
    ],
    ['71, without', { seller: 'IN-MH', to: 'IN-MH', buyer: 'Z' }, 'S 18 sez_tax_paid'],
    ['72', { seller: 'IN-MH!composition', to: 'IN-MH', buyer: 'C' }, 'E 0 composition'],
    ['74', { seller: 'AU', to: 'AU', buyer: 'C' }, 'S 10 taxed'],
    ['74, New Zealand', { seller: 'NZ', to: 'NZ', buyer: 'C' }, 'S 15 taxed'],
    ['74, Japan', { seller: 'JP', to: 'US-TX', buyer: 'B' }, 'G 0 export'],
  ])('%s', (_number, sale, expected) => {
    expect(outcomeAndWarnings(sale)).toBe(expected);
  });

  it('69: within a state two taxes, across states one, in a union territory its own', () => {
    const kinds = (seller: string, to: string) =>
      price({ seller, to, buyer: 'B' }).lines[0]?.taxes.map(({ kind, rate }) => `${kind} ${rate}`);
    expect(kinds('IN-MH', 'IN-MH')).toEqual(['gst_cgst 9', 'gst_sgst 9']);
    expect(kinds('IN-MH', 'IN-KA')).toEqual(['gst_igst 18']);
    expect(kinds('IN-CH', 'IN-CH')).toEqual(['gst_cgst 9', 'gst_utgst 9']);
    expect(kinds('IN-MH', 'IN-MH')).not.toContain('gst_igst 18');
  });

  it('73: Japan rounds once for a rate and document, whatever the company does elsewhere', () => {
    const yen = (unitPrice: string, taxCode: string) => ({ unitPrice, taxCode });
    const lines = [yen('105', 'standard'), yen('105', 'standard'), yen('105', 'standard')];
    const request = {
      ...aRequest(
        [...lines, yen('99', 'reduced')].map((line) => aLine(line)),
        {
          currency: 'JPY',
          rounding: 'line',
          date: day('2026-11-02'),
        },
      ),
      seller: { ...place('JP'), taxRegistration: null, registrations: [registration('JP')] },
      customer: { ...place('JP'), taxRegistration: null, accountId: 'a' },
    };
    const { groups, taxTotal } = priceDocument(new RateBook(BOOK), request);
    expect(groups.map(({ rate, base, tax }) => [rate, base, tax])).toEqual([
      ['10', 315n, 32n],
      ['8', 99n, 8n],
    ]);
    expect(taxTotal).toBe(40n);
  });

  it('75: a credit note years later bears what it corrects did', () => {
    const sale = { seller: 'DE', to: 'DE', buyer: 'C' } as const;
    const [sold] = price({ ...sale, on: '2020-10-15' }).lines;
    if (!sold) throw new Error('One line in, one line out');
    const { category, reason, net, taxes, fallback } = sold;
    const bears = taxes.map((each) => ({
      ...each,
      taxCode: 'standard',
      base: String(net),
      tax: String(sold.tax),
    }));
    const original = {
      taxCode: 'standard',
      taxFallback: fallback,
      taxCategory: category,
      taxReason: reason,
      net,
      taxes: bears,
    };
    const book = new RateBook(BOOK);
    const request = aRequest([aLine({ supply: 'goods', taxCode: 'standard' })], {
      date: day('2026-11-02'),
      seller: { ...place('DE'), taxRegistration: 'DE1', registrations: [registration('DE')] },
      customer: { ...place('DE'), taxRegistration: null, accountId: 'a', buyerKind: 'consumer' },
    });
    const told = (source: TaxSource) =>
      priceDocument(source, request).lines.map((line) => [line.category, line.taxRate]);
    expect(told(originalTaxes([original], book))).toEqual([['S', '16']]);
    expect(told(book)).toEqual([['S', '19']]);
  });

  it('76: an unknown code is not known, and one without a rate in force is not determined', () => {
    const line = aLine({ supply: 'goods', taxCode: 'reduced' });
    const taxation = new RateBook(BOOK).taxation(aRequest([line]));
    expect(taxation.knows?.(line, 0)).toBe(true);
    expect(taxation.knows?.({ ...line, taxCode: 'unheard' }, 0)).toBe(false);
    const sale = { seller: 'PL', to: 'PL', buyer: 'C' } as const;
    expect(outcome({ ...sale, line: { taxCode: 'reduced' } })).toBe('? 0 rate_missing');
    expect(outcome({ ...sale, line: { taxCode: 'reduced', taxRate: '8' } })).toBe('S 8 line_rate');
  });

  it('77: who is registered nowhere and has no rates charges none', () => {
    const lines = [aLine({ supply: 'goods', taxCode: 'standard' })];
    const book = aBook({ codes: [{ code: 'standard', kind: null }] });
    const request = aRequest(lines, {
      seller: { ...place('DE'), taxRegistration: null, registrations: [] },
      customer: { ...place('DE'), taxRegistration: null, accountId: 'a' },
    });
    const [line] = priceDocument(new RateBook(book), request).lines;
    expect([line?.category, line?.reason]).toEqual(['O', 'not_registered']);
    expect(line?.warnings?.map(({ code }) => code)).toEqual(['registration_missing']);
  });
});
