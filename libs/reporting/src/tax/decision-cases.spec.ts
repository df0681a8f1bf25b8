import { parseLocalDate } from '@quittance/calendar';
import {
  aPrintableInvoice,
  aPrintableLine,
  aSeller,
  layOut,
  withoutIsolates,
} from '@quittance/documents/testing';
import { DECISION_CASES, priceCase, registration, type Case } from '@quittance/tax/testing';
import { EC_SALES_KIND_OF } from './ec-sales.js';
import { declaredUnder } from './tax-report.js';

const UNDER_LETTER = 'UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX';
const WITH_TAX = 'ON PAYMENT OF INTEGRATED TAX';
const TO_ZONE = 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS';

/** What stands on an invoice for each note of the contract, of sellers in Germany unless said. */
const TEXTS: Readonly<Record<string, string>> = {
  e_class: 'Exempt from tax (Article 132(1)(i), Directive 2006/112/EC)',
  k_goods: 'VAT-exempt intra-Community supply (§ 6a UStG; Article 138, Directive 2006/112/EC)',
  'oss Austria': 'VAT of Austria (20 %), declared under the One-Stop-Shop',
  open: 'Draft: the tax is not determined yet',
  ae_service: 'Reverse charge (§ 13b UStG; Article 196, Directive 2006/112/EC)',
  'oss France': 'VAT of France (20 %), declared under the One-Stop-Shop',
  g_export: 'VAT-exempt export (§ 6 UStG; Article 146, Directive 2006/112/EC)',
  o_service_abroad:
    'Not subject to VAT: place of supply abroad (§ 3a(2) UStG; Article 44, Directive 2006/112/EC)',
  'oss United Kingdom': 'VAT of United Kingdom (20 %), declared under the One-Stop-Shop',
  e_small:
    'No VAT charged: small business exemption (§ 19 UStG; Article 284, Directive 2006/112/EC)',
  ae_domestic: 'Reverse charge (§ 13b UStG)',
  margin: 'Margin scheme – second-hand goods',
  ae_triangle: 'Reverse charge (Article 42, 141, 197, Directive 2006/112/EC)',
  ae_194: 'Reverse charge (Article 194, Directive 2006/112/EC)',
  'g_export CGI': 'VAT-exempt export (art. 262 I CGI; Article 146, Directive 2006/112/EC)',
  'g_export, bare': 'VAT-exempt export',
  'o_service_abroad, bare': 'Not subject to VAT: place of supply abroad',
  'k_goods, bare': 'VAT-exempt intra-Community supply',
  us_resale: 'Exempt from tax: sold for resale. Certificate no. R-1.',
  in_lut: `SUPPLY MEANT FOR EXPORT ${UNDER_LETTER}`,
  in_igst_paid: `SUPPLY MEANT FOR EXPORT ${WITH_TAX}`,
  'in_lut (SEZ)': `${TO_ZONE} ${UNDER_LETTER}`,
  'in_igst_paid (SEZ)': `${TO_ZONE} ${WITH_TAX}`,
  in_composition: 'composition taxable person, not eligible to collect tax on supplies',
};

/** Who sells: in India with a number, and of each state or province with one of its own. */
function sellerOf({ seller }: Case) {
  const registrations = seller.split(' ').map((text) => {
    const { country, region, number, ...each } = registration(text);
    const own = region && country !== 'IN' ? `${country}-${region}` : number;
    const code = country === 'XI' ? 'GB' : country;
    return { ...each, country: code, region, number: code === 'IN' ? '27AAPFU0939F1ZV' : own };
  });
  return { country: registrations[0]?.country ?? null, registrations };
}

const day = (sale: Case) => parseLocalDate(sale.on ?? '2026-11-02');

function pricedLine(sale: Case) {
  const [line] = priceCase(sale).lines;
  if (!line) throw new Error('One line in, one line out');
  return line;
}

/** Whose rates it bears. */
function placeOf(sale: Case): string {
  const { taxes } = pricedLine(sale);
  return taxes.map(({ jurisdiction, rate }) => `${jurisdiction ?? '-'} ${rate}`).join(' + ');
}

/** Under what each tax is declared, and in which list of what is sold within the Union. */
function declared(sale: Case): string {
  const { category, reason, taxes } = pricedLine(sale);
  const by = { ...sellerOf(sale), on: day(sale) };
  const places = taxes.length > 0 ? taxes.map(({ jurisdiction }) => jurisdiction) : [null];
  const texts = places.map((jurisdiction) => {
    const under = declaredUnder({ category, reason, jurisdiction }, by);
    const where = under.region ? `${under.country}-${under.region}` : under.country;
    const told = [under.scheme, where, under.registration, EC_SALES_KIND_OF[reason]];
    return told.filter(Boolean).join(' ');
  });
  return [...new Set(texts)].join(' + ');
}

/** What its invoice says of it. */
function texts(sale: Case): string[] {
  const { category, reason, taxes } = pricedLine(sale);
  const { country, registrations } = sellerOf(sale);
  const address = { ...aSeller().address, country };
  const document = aPrintableInvoice({
    seller: aSeller({ address, taxRegistrations: registrations }),
    lines: [aPrintableLine({ taxes, decision: { category, reason } })],
    issueDate: day(sale),
  });
  return layOut(document).paragraphs.map(({ text }) => withoutIsolates(text));
}

/** Number, whose rates, under what it is declared and in which list of sales, what is printed. */
const ROWS: readonly (readonly [string, string, string, string])[] = [
  ['1', 'DE 19', 'normal DE DE136695976', ''],
  ['2', 'DE 16', 'normal DE DE136695976', ''],
  ['3', 'DE 7', 'normal DE DE136695976', ''],
  ['4', 'DE 0', 'normal DE DE136695976', 'e_class'],
  ['5', '- 0', 'normal DE DE136695976 goods', 'k_goods'],
  ['6', 'DE 19', 'normal DE DE136695976', ''],
  ['7', 'DE 19', 'normal DE DE136695976', ''],
  ['8', 'DE 19', 'normal DE DE136695976', ''],
  ['9', 'AT 20', 'oss_union AT DE136695976', 'oss Austria'],
  ['10', '', 'normal DE DE136695976', 'open'],
  ['11', 'FR 20', 'normal FR FR40303265045', ''],
  ['12', 'DE 19', 'normal DE DE136695976', ''],
  ['13', 'PL 23', 'normal PL PL8567346215', ''],
  ['14', '', 'normal DE DE136695976', 'open'],
  ['15', '- 0', 'normal DE DE136695976 services', 'ae_service'],
  ['16', 'DE 19', 'normal DE DE136695976', ''],
  ['17', 'FR 20', 'oss_union FR DE136695976', 'oss France'],
  ['18', 'DE 19', 'normal DE DE136695976', ''],
  ['19', 'DE 19', 'normal DE DE136695976', ''],
  ['20', 'DE 19', 'normal DE DE136695976', ''],
  ['21', '- 0', 'normal DE DE136695976 services', 'ae_service'],
  ['22', '- 0', 'normal DE DE136695976', 'g_export'],
  ['23', '- 0', 'normal DE DE136695976', 'g_export'],
  ['24', '- 0', 'normal DE DE136695976', 'g_export'],
  ['25', '- 0', 'normal DE DE136695976', 'o_service_abroad'],
  ['26', '- 0', 'normal DE DE136695976', 'o_service_abroad'],
  ['27', 'DE 19', 'normal DE DE136695976', ''],
  ['28', '- 0', 'normal DE DE136695976', 'o_service_abroad'],
  ['29', '- 0', 'normal DE DE136695976 goods', 'k_goods'],
  ['30', 'GB 20', 'oss_union GB DE136695976', 'oss United Kingdom'],
  ['31', '- 0', 'normal DE DE136695976', 'o_service_abroad'],
  ['32', '- 0', 'normal DE DE136695976', 'g_export'],
  ['33', '- 0', 'normal DE DE136695976', 'g_export'],
  ['34', '- 0', 'normal DE DE136695976', 'o_service_abroad'],
  ['35', '- 0', 'normal DE DE136695976', 'g_export'],
  ['36', '- 0', 'normal DE DE136695976', 'g_export'],
  ['37', '- 0', 'normal DE DE136695976', 'g_export'],
  ['38', '- 0', 'normal DE DE136695976 goods', 'k_goods'],
  ['39', 'DE 0', 'small_business DE DE136695976', 'e_small'],
  ['40', 'DE 0', 'small_business DE DE136695976', 'e_small'],
  ['41', '- 0', 'normal DE DE136695976', 'ae_domestic'],
  ['42', 'DE 19', 'normal DE DE136695976', ''],
  ['43', 'DE 0', 'normal DE DE136695976', 'margin'],
  ['44', '- 0', 'normal DE DE136695976 triangulation', 'ae_triangle'],
  ['45', 'DE 19', 'normal DE DE136695976', ''],
  ['46', '- 0', 'normal DE DE136695976 services', 'ae_service'],
  ['47', 'FR 20', 'oss_union FR DE136695976', 'oss France'],
  ['48', '- 0', 'normal DE DE136695976', 'ae_194'],
  ['49', 'DE 7', 'normal DE DE136695976', ''],
  ['50', '', 'normal DE DE136695976', 'open'],
  ['51', '- 0', 'normal FR FR40303265045', 'g_export CGI'],
  ['52', 'ES-CN 7', 'normal ES-CN ES-CN', ''],
  ['53, before', 'FI 24', 'normal FI FI', ''],
  ['53, after', 'FI 25.5', 'normal FI FI', ''],
  ['54, before', 'RO 19', 'normal RO RO', ''],
  ['54, after', 'RO 21', 'normal RO RO', ''],
  ['55', 'GB 20', 'normal GB GB', ''],
  ['55, a book', 'GB 0', 'normal GB GB', ''],
  ['56', '- 0', 'normal GB GB', 'g_export, bare'],
  ['57', '- 0', 'normal GB GB', 'o_service_abroad, bare'],
  ['58', '- 0', 'normal GB XI110305878 goods', 'k_goods, bare'],
  ['59, before', 'CH 7.7', 'normal CH CH', ''],
  ['59, after', 'CH 8.1', 'normal CH CH', ''],
  ['60', '- 0', 'normal CH CH', 'o_service_abroad, bare'],
  ['60, goods', '- 0', 'normal CH CH', 'g_export, bare'],
  ['61', 'US-TX 6.25', 'normal US-TX US-TX', ''],
  ['62', '', 'normal US', ''],
  ['63', 'US-CA 7.25', 'normal US-CA US-CA', ''],
  ['63, in a district', 'US-CA 7.25 + US-CA/Los Angeles 2.25', 'normal US-CA US-CA', ''],
  ['64', 'US-TX 0', 'normal US-TX US-TX', 'us_resale'],
  ['64, a day late', 'US-TX 6.25', 'normal US-TX US-TX', ''],
  ['65', '- 0', 'normal US', ''],
  ['66', 'CA-ON 13', 'normal CA-ON CA', ''],
  ['66, British Columbia', 'CA 5', 'normal CA CA', ''],
  ['66, Nova Scotia before', 'CA-NS 15', 'normal CA-NS CA', ''],
  ['66, after', 'CA-NS 14', 'normal CA-NS CA', ''],
  ['67', 'CA 5 + CA-BC 7', 'normal CA CA + normal CA-BC CA-BC', ''],
  ['68', 'CA 5 + CA-QC 9.975', 'normal CA CA + normal CA-QC CA-QC', ''],
  ['69', 'IN 9 + IN 9', 'normal IN 27AAPFU0939F1ZV', ''],
  ['69, across', 'IN 18', 'normal IN 27AAPFU0939F1ZV', ''],
  ['70', '- 0', 'normal IN 27AAPFU0939F1ZV', 'in_lut'],
  ['70, a day late', 'IN 18', 'normal IN 27AAPFU0939F1ZV', 'in_igst_paid'],
  ['71', '- 0', 'normal IN 27AAPFU0939F1ZV', 'in_lut (SEZ)'],
  ['71, without', 'IN 18', 'normal IN 27AAPFU0939F1ZV', 'in_igst_paid (SEZ)'],
  ['72', 'IN 0', 'composition IN 27AAPFU0939F1ZV', 'in_composition'],
  ['74', 'AU 10', 'normal AU AU', ''],
  ['74, New Zealand', 'NZ 15', 'normal NZ NZ', ''],
  ['74, Japan', '- 0', 'normal JP JP', 'g_export, bare'],
];

describe('the cases of the tax decision, declared and on paper', () => {
  it.each(ROWS)('%s', (number, place, under, text) => {
    const sale = DECISION_CASES.find(([each]) => each === number)?.[1];
    if (!sale) throw new Error(`There is no case ${number}`);
    expect([placeOf(sale), declared(sale), texts(sale)]).toEqual([
      place,
      under,
      text === '' ? [] : [TEXTS[text]],
    ]);
  });

  it('are all of them', () => {
    expect(ROWS.map(([number]) => number)).toEqual(DECISION_CASES.map(([number]) => number));
  });
});
