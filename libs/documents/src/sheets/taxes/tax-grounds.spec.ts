import { DOCUMENT_LANGUAGES, NO_ADDRESS } from '@quittance/company';
import { parseLocalDate } from '@quittance/calendar';
import { labelsOf } from '../../labels/labels.js';
import { aPrintableInvoice } from '../../testing/a-printable-invoice.js';
import { withoutIsolates } from '../figures.js';
import type { PrintableLineTax } from '../printable-document.js';
import { groundsOf, type TaxedDocument, type TaxGround } from './tax-grounds.js';

const sellerIn = (country: string) => ({
  ...aPrintableInvoice().seller,
  address: { ...NO_ADDRESS, country },
});

const ground = (
  category: string,
  reason: string,
  country = 'DE',
  over: Partial<TaxedDocument> & { readonly taxes?: readonly PrintableLineTax[] } = {},
): TaxGround => {
  const document = { ...aPrintableInvoice(), seller: sellerIn(country), ...over };
  const line = { decision: { category, reason }, taxes: over.taxes ?? [] };
  const found = groundsOf(
    document,
    labelsOf(document.language),
  )(line as Parameters<ReturnType<typeof groundsOf>>[0]);
  return { ...found, note: found.note && withoutIsolates(found.note) };
};

describe('the ground of a line without tax', () => {
  it.each([
    [
      'E',
      'small_business',
      'No VAT charged: small business exemption (§ 19 UStG; Article 284, Directive 2006/112/EC)',
      null,
    ],
    ['E', 'margin_second_hand', 'Margin scheme – second-hand goods', 'VATEX-EU-F'],
    ['E', 'margin_art', 'Margin scheme – works of art', 'VATEX-EU-I'],
    ['E', 'margin_antiques', "Margin scheme – collector's items and antiques", 'VATEX-EU-J'],
    ['E', 'margin_travel', 'Margin scheme – travel agents', 'VATEX-EU-309'],
    [
      'AE',
      'reverse_charge',
      'Reverse charge (§ 13b UStG; Article 196, Directive 2006/112/EC)',
      'VATEX-EU-AE',
    ],
    [
      'AE',
      'triangulation',
      'Reverse charge (Article 42, 141, 197, Directive 2006/112/EC)',
      'VATEX-EU-AE',
    ],
    [
      'AE',
      'foreign_reverse_charge',
      'Reverse charge (Article 194, Directive 2006/112/EC)',
      'VATEX-EU-AE',
    ],
    [
      'K',
      'intra_community',
      'VAT-exempt intra-Community supply (§ 6a UStG; Article 138, Directive 2006/112/EC)',
      'VATEX-EU-IC',
    ],
    [
      'E',
      'exempt_education',
      'Exempt from tax (Article 132(1)(i), Directive 2006/112/EC)',
      'VATEX-EU-132-1I',
    ],
    ['E', 'exempt_credit', 'Exempt from tax (Article 135(1)(b), Directive 2006/112/EC)', null],
    ['E', 'exempt_code', 'Exempt from tax.', null],
    ['O', 'out_of_scope', 'Outside the scope of tax', 'VATEX-EU-O'],
  ])('%s %s', (category, reason, note, reasonCode) => {
    expect(ground(category, reason)).toEqual({ reason: note, note, reasonCode });
  });

  it('is not printed where nothing but the seller keeps it out of the scope', () => {
    expect(ground('O', 'not_registered').note).toBeNull();
  });

  it('of a dealer under the composition scheme is in the words of the Indian rules', () => {
    expect(ground('E', 'composition', 'IN').note).toBe(
      'composition taxable person, not eligible to collect tax on supplies',
    );
  });

  it.each([
    ['DE', 'G export', 'VAT-exempt export (§ 6 UStG; Article 146, Directive 2006/112/EC)'],
    [
      'DE',
      'O service_abroad',
      'Not subject to VAT: place of supply abroad ' +
        '(§ 3a(2) UStG; Article 44, Directive 2006/112/EC)',
    ],
    ['DE', 'AE domestic_reverse_charge', 'Reverse charge (§ 13b UStG)'],
    ['AT', 'AE domestic_reverse_charge', 'Reverse charge (§ 19 UStG)'],
    ['PL', 'AE domestic_reverse_charge', 'Reverse charge'],
    [
      'FR',
      'K intra_community',
      'VAT-exempt intra-Community supply (art. 262 ter I CGI; Article 138, Directive 2006/112/EC)',
    ],
    [
      'IT',
      'AE reverse_charge',
      'Reverse charge (art. 7-ter DPR 633/1972; Article 196, Directive 2006/112/EC)',
    ],
    [
      'ES',
      'E small_business',
      'No VAT charged: small business exemption (Article 284, Directive 2006/112/EC)',
    ],
    [
      'PT',
      'K intra_community',
      'VAT-exempt intra-Community supply (art. 14 RITI; Article 138, Directive 2006/112/EC)',
    ],
    ['NL', 'G export', 'VAT-exempt export (Article 146, Directive 2006/112/EC)'],
    ['DE', 'AE foreign_reverse_charge', 'Reverse charge (Article 194, Directive 2006/112/EC)'],
    ['CH', 'G export', 'VAT-exempt export'],
    ['CH', 'E exempt_education', 'Exempt from tax.'],
    ['GB', 'AE domestic_reverse_charge', 'Reverse charge (customer to pay the VAT to HMRC)'],
    [
      'IN',
      'AE domestic_reverse_charge',
      'Reverse charge: the recipient of the supply is liable for the tax.',
    ],
  ])('names the law of a seller in %s: %s', (country, decided, note) => {
    const [category = '', reason = ''] = decided.split(' ');
    expect(ground(category, reason, country).note).toBe(note);
  });

  it('names what France had until it was recodified, until then', () => {
    const note = (day: string) =>
      ground('E', 'small_business', 'FR', { issueDate: parseLocalDate(day) }).note;
    expect(note('2027-12-31')).toContain('art. 293 B CGI');
    expect(note('2028-01-01')).not.toContain('CGI');
  });

  it.each([
    ['one_stop_shop', 'VAT of France (20 %), declared under the One-Stop-Shop'],
    [
      'import_one_stop_shop',
      'VAT of France (20 %), declared under the Import One-Stop-Shop (IOSS)',
    ],
  ])('is said of %s on paper and not in the electronic invoice', (reason, note) => {
    const taxes = [{ kind: 'vat', jurisdiction: 'FR', rate: '20', tax: 20n }];
    expect(ground('S', reason, 'DE', { taxes })).toEqual({ note, reason: null, reasonCode: null });
    const german = ground('S', reason, 'DE', { taxes, language: 'de', locale: 'de-DE' }).note;
    expect(german).toMatch(/^Umsatzsteuer von Frankreich \(20 %\), erklärt im /);
  });

  it('parts the law from the words around it where these are read from the right', () => {
    const noteIn = (language: 'ar' | 'de') => {
      const document = { ...aPrintableInvoice(), seller: sellerIn('DE'), language };
      const decision = { category: 'K', reason: 'intra_community' } as const;
      return groundsOf(document, labelsOf(language))({ decision, taxes: [] }).note;
    };
    expect(noteIn('ar')).toContain('(\u2066§ 6a UStG\u2069; ');
    expect(noteIn('de')).toContain('(§ 6a UStG; ');
  });

  it('has the number of the certificate of whoever is exempt, where it is known', () => {
    const free = { kind: 'exempt', jurisdiction: 'US-TX', rate: '0', tax: 0n };
    const note = (taxes: readonly PrintableLineTax[]) =>
      ground('E', 'exempt_customer', 'US', { taxes }).note;
    expect(note([{ ...free, certificate: 'R-1$&' }])).toBe(
      'Exempt from tax. Certificate no. R-1$&.',
    );
    expect(note([free])).toBe('Exempt from tax.');
  });

  it.each([
    ['exempt_resale', 'US', 'Exempt from tax: sold for resale. Certificate no. C-1.', null],
    [
      'exempt_first_nations',
      'CA',
      'Exempt from tax: First Nations (Indian Act, section 87). Certificate no. C-1.',
      null,
    ],
    ...(
      [
        ['exempt_diplomatic', 'a', '1A'],
        ['exempt_union_body', 'aa', '1AA'],
        ['exempt_international_organisation', 'b', '1B'],
        ['exempt_armed_forces', 'c', '1C'],
        ['exempt_armed_forces_abroad', 'd', '1D'],
      ] as const
    ).flatMap(([reason, letter, code]) =>
      // Of whoever charges the tax of the Union, and is not in it.
      ['DE', 'CH'].map((country): [string, string, string, string] => [
        reason,
        country,
        `Exempt from tax (Article 151(1)(${letter}), Directive 2006/112/EC). Certificate no. C-1.`,
        `VATEX-EU-151-${code}`,
      ]),
    ),
  ])('names the kind of the certificate: %s in %s', (reason, country, note, reasonCode) => {
    const free = { kind: 'exempt', jurisdiction: country, rate: '0', tax: 0n, certificate: 'C-1' };
    const found = ground('E', reason, country, { taxes: [free] });
    expect(found).toEqual({ note, reason: note, reasonCode });
  });

  it.each(DOCUMENT_LANGUAGES)('has the number of a certificate in %s', (language) => {
    const free = { kind: 'exempt', jurisdiction: 'DE', rate: '0', tax: 0n, certificate: 'C-1' };
    const notes = ['exempt_resale', 'exempt_first_nations', 'exempt_diplomatic'].map(
      (reason) => ground('E', reason, 'DE', { taxes: [free], language }).reason ?? '',
    );
    expect(new Set(notes).size).toBe(3);
    for (const note of notes) expect(note).toMatch(/C-1.?[.。।]$/u);
    expect(notes[2]).toContain('151(1)(a)');
  });
});
