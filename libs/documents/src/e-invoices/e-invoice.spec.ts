import { NO_ADDRESS } from '@quittance/company';
import { NO_BANK_ACCOUNT } from '@quittance/company/host';
import { DomainError } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { renderDocument } from '../rendering/render-document.js';
import type { EInvoiceFormat } from '../rendering/render-job.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import type { VatCategory } from './e-invoice.js';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import { pdfFiles, pdfText } from '../../../../test/support/texts/pdf-text.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';
import type { EInvoiceProfile } from './profiles.js';
import { requireEInvoice } from './require-e-invoice.js';

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
type Node = Record<string, never>;

async function written(document: PrintableInvoice, format: EInvoiceFormat): Promise<Node> {
  const text = (await renderDocument({ format, document })).toString();
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text) as Node;
}

const rules = (over: Partial<PrintableInvoice>) =>
  checkEInvoice(eInvoiceOf(aPrintableInvoice(over))).map(({ rule }) => rule);

/** A line without tax, on one of the grounds there are. */
const withoutTax = (category: VatCategory, reason: string, kind: string | null = reason) => ({
  lines: [
    aPrintableLine({
      taxRate: '0',
      taxes: kind ? [{ kind, rate: '0', tax: 0n }] : [],
      decision: { category, reason },
      total: 8998n,
    }),
  ],
});
const REVERSED = withoutTax('AE', 'reverse_charge');
const EXEMPT = withoutTax('E', 'exempt_code', 'exempt');
const UNTAXED = withoutTax('O', 'not_registered', null);

const gst = { kind: 'gst_igst', rate: '18', tax: 1620n };
const nobody = { ...aPrintableInvoice().buyer, taxRegistration: null };

describe('an invoice as UBL', () => {
  it.each([
    ['en16931', '386'],
    ['peppol-bis-3', '386'],
    ['xrechnung', '380'],
  ] as const)('says by its code that it asks ahead: %s as %s', (eInvoiceProfile, typeCode) => {
    const deposit = aPrintableInvoice({ deposit: true, eInvoiceProfile });
    expect(eInvoiceOf(deposit)).toMatchObject({ typeCode });
    expect(eInvoiceOf(aPrintableInvoice({ eInvoiceProfile })).typeCode).toBe('380');
    const note = aPrintableInvoice({ deposit: true, kind: 'credit_note', eInvoiceProfile });
    expect(eInvoiceOf(note).typeCode).toBe('381');
  });

  it('says who, what, when and how much', async () => {
    const { Invoice } = await written(
      aPrintableInvoice({ poNumber: 'PO-77', buyerReference: 'AP-1', paid: 5000n }),
      'ubl',
    );
    expect(Invoice).toMatchObject({
      'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
      'cbc:ID': 'INV-000042',
      'cbc:IssueDate': '2026-03-01',
      'cbc:DueDate': '2026-03-31',
      'cbc:InvoiceTypeCode': '380',
      'cbc:DocumentCurrencyCode': 'EUR',
      'cbc:BuyerReference': 'AP-1',
      'cac:OrderReference': { 'cbc:ID': 'PO-77' },
      'cac:AccountingSupplierParty': {
        'cac:Party': {
          'cac:PostalAddress': {
            'cbc:StreetName': 'Hauptstraße 1',
            'cbc:CityName': 'Köln',
            'cbc:PostalZone': '50667',
            'cac:Country': { 'cbc:IdentificationCode': 'DE' },
          },
          'cac:PartyTaxScheme': { 'cbc:CompanyID': 'DE123456789' },
          'cac:PartyLegalEntity': {
            'cbc:RegistrationName': 'Beispiel & Söhne GmbH',
            'cbc:CompanyID': 'HRB 12345',
          },
        },
      },
      'cac:PaymentMeans': {
        'cbc:PaymentMeansCode': '58',
        'cac:PayeeFinancialAccount': { 'cbc:ID': 'DE02120300000000202051' },
      },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': { '#text': '89.98', '@_currencyID': 'EUR' },
        'cbc:TaxInclusiveAmount': { '#text': '107.08' },
        'cbc:PrepaidAmount': { '#text': '50.00' },
        'cbc:PayableAmount': { '#text': '57.08' },
      },
    });
  });

  it('is a CreditNote with the invoice it credits', async () => {
    const document = aPrintableInvoice({
      kind: 'credit_note',
      number: 'CN-000001',
      dueDate: null,
      precedingInvoice: { number: 'INV-000042', issueDate: parseLocalDate('2026-03-01') },
    });
    const { CreditNote } = await written(document, 'ubl');
    expect(CreditNote).toMatchObject({
      'cbc:CreditNoteTypeCode': '381',
      'cac:BillingReference': {
        'cac:InvoiceDocumentReference': { 'cbc:ID': 'INV-000042', 'cbc:IssueDate': '2026-03-01' },
      },
      'cac:CreditNoteLine': { 'cbc:CreditedQuantity': { '#text': '2', '@_unitCode': 'C62' } },
    });
    expect(CreditNote).not.toHaveProperty('cbc:DueDate');
  });
});

describe('Factur-X', () => {
  it('is the PDF with the very invoice inside', async () => {
    const document = aPrintableInvoice();
    const pdf = await renderDocument({ format: 'factur-x', document });
    const xml = pdfFiles(pdf).get('factur-x.xml');
    expect(xml).toEqual(await renderDocument({ format: 'cii', document }));
    expect(pdfText(pdf)[0]).toContain('107.08 EUR');
    const text = pdf.toString('latin1');
    expect(text).toContain('/AFRelationship /Alternative');
    expect(text).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(text).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    const metadata = text.slice(text.indexOf('<x:xmpmeta'), text.indexOf('<?xpacket end'));
    expect(XMLValidator.validate(metadata)).toBe(true);
    const again = await renderDocument({ format: 'factur-x', document });
    expect(again.equals(pdf)).toBe(true);
  });
});

describe('what is missing is refused', () => {
  const seller = aSeller();

  it('all of it together, each with its rule', () => {
    const document = aPrintableInvoice({
      dueDate: null,
      seller: aSeller({ address: NO_ADDRESS, taxRegistrations: [], registrationNumber: null }),
      buyer: { name: '', address: NO_ADDRESS, taxRegistration: null, email: null },
    });
    let refusal: unknown;
    try {
      requireEInvoice({ format: 'ubl', document });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DomainError);
    const { code, status, options } = refusal as DomainError;
    expect([code, status]).toEqual(['e_invoice_not_possible', 422]);
    expect(options.errors?.map((error) => error.code)).toEqual([
      'BR-CO-25',
      'BR-08',
      'BR-08',
      'BR-08',
      'BR-09',
      'BR-CO-26',
      'BR-07',
      'BR-10',
      'BR-11',
      'BR-S-02',
    ]);
  });

  it.each<[string, Partial<PrintableInvoice>, string[]]>([
    ['nothing', {}, []],
    ['lines', { lines: [] }, ['BR-16', 'BR-CO-18']],
    ['two decimals', { currency: 'KWD' }, ['BR-DEC']],
    ['the name of a line', { lines: [aPrintableLine({ description: ' ' })] }, ['BR-25']],
    ['the credited invoice', { kind: 'credit_note' }, ['BR-55']],
    ['a single tax', { lines: [aPrintableLine({ taxes: [gst, gst] })] }, ['BR-CO-04']],
    ['a value added tax', { lines: [aPrintableLine({ taxes: [gst] })] }, ['BR-CO-04']],
    ['tax by the rule', { lines: [aPrintableLine({ total: 10710n })] }, ['BR-CO-17']],
    ['a currency that is listed', { currency: 'STN' }, ['BR-CL-04']],
    ['taxed lines alone', { lines: [aPrintableLine(), ...UNTAXED.lines] }, ['BR-O-11']],
    ['a VAT id at reverse charge', { ...REVERSED, buyer: nobody }, ['BR-AE-02']],
    ['both VAT ids', { ...EXEMPT, seller: { ...seller, taxRegistrations: [] } }, ['BR-E-02']],
    [
      'tax of an exempt line',
      { lines: EXEMPT.lines.map((line) => ({ ...line, total: 10708n })) },
      ['BR-E-09'],
    ],
  ])('without %s', (_, over, expected) => {
    expect(rules(over)).toEqual(expected);
  });

  it('also while it is a draft, and once it is void', () => {
    for (const mark of ['draft', 'void', 'cancelled'] as const) {
      expect(() =>
        requireEInvoice({ format: 'ubl', document: aPrintableInvoice({ mark }) }),
      ).toThrow(DomainError);
    }
  });
});

describe('tax that rounding has moved', () => {
  const gross = (count: number, [net, total]: [bigint, bigint], taxRate = '19') => ({
    pricesIncludeTax: true,
    lines: Array.from({ length: count }, (_, i) =>
      aPrintableLine({
        position: i + 1,
        quantity: '1',
        discountPercent: null,
        discount: 0n,
        taxes: [{ kind: 'vat', rate: taxRate, tax: total - net }],
        net,
        total,
      }),
    ),
  });

  it('is told as it was charged, where no pair of amounts keeps the rule to the cent', () => {
    // 8.39 at 19 % is 1.59 and 8.40 is 1.60: neither comes to 9.99.
    expect(rules(gross(1, [839n, 999n]))).toEqual([]);
    const { totals } = eInvoiceOf(aPrintableInvoice(gross(1, [839n, 999n])));
    expect(totals).toMatchObject({ net: 839n, vat: 160n, gross: 999n });
  });

  it('may be off by a minor unit for each line, and by less than a whole unit in all', () => {
    expect(rules(gross(99, [839n, 999n]))).toEqual([]);
    expect(rules(gross(99, [839n, 1000n]))).toEqual(['BR-CO-17']);
    expect(rules(gross(200, [839n, 999n]))).toEqual(['BR-CO-17']);
  });

  it('may be in whole yen', () => {
    const yen = (total: bigint) => ({ currency: 'JPY', ...gross(1, [103n, total], '10') });
    expect(rules(yen(113n))).toEqual([]);
    expect(rules(yen(115n))).toEqual(['BR-CO-17']);
  });
});

describe('the category of a tax', () => {
  const categories = (over: Partial<PrintableInvoice>) =>
    eInvoiceOf(aPrintableInvoice(over)).groups.map(({ category, rate }) => [category, rate]);

  it('is the one that was decided, never one that a rate of nothing suggests', () => {
    expect(categories({})).toEqual([['S', '19']]);
    expect(categories(withoutTax('Z', 'zero_rate', 'zero'))).toEqual([['Z', '0']]);
    expect(categories(withoutTax('Z', 'line_rate'))).toEqual([['Z', '0']]);
    expect(categories(EXEMPT)).toEqual([['E', '0']]);
    expect(categories(REVERSED)).toEqual([['AE', '0']]);
    expect(categories(withoutTax('K', 'intra_community'))).toEqual([['K', '0']]);
    expect(categories(withoutTax('G', 'export'))).toEqual([['G', '0']]);
    expect(categories(UNTAXED)).toEqual([['O', null]]);
  });

  it('has a ground of its own, with the article it is in', () => {
    const grounds = (over: Partial<PrintableInvoice>) =>
      eInvoiceOf(aPrintableInvoice({ ...over, language: 'de' })).groups.map(
        ({ reason, reasonCode }) => [reason, reasonCode],
      );
    const directive = (law: string, article: string) =>
      `(${law} UStG; Art. ${article} der Richtlinie 2006/112/EG)`;
    expect(grounds(withoutTax('K', 'intra_community'))).toEqual([
      [`Steuerfreie innergemeinschaftliche Lieferung ${directive('§ 6a', '138')}`, 'VATEX-EU-IC'],
    ]);
    expect(grounds(REVERSED)).toEqual([
      [`Steuerschuldnerschaft des Leistungsempfängers ${directive('§ 13b', '196')}`, 'VATEX-EU-AE'],
    ]);
    expect(grounds(withoutTax('G', 'export'))).toEqual([
      [`Steuerfreie Ausfuhrlieferung ${directive('§ 6', '146')}`, 'VATEX-EU-G'],
    ]);
    expect(grounds(withoutTax('O', 'service_abroad'))).toEqual([
      [`Nicht im Inland steuerbare Leistung ${directive('§ 3a(2)', '44')}`, 'VATEX-EU-O'],
    ]);
    expect(grounds(UNTAXED)).toEqual([['Nicht steuerbar', 'VATEX-EU-O']]);
    expect(grounds(EXEMPT)).toEqual([['Steuerfreier Umsatz.', null]]);
    expect(grounds(withoutTax('Z', 'zero_rate', 'zero'))).toEqual([[null, null]]);
  });

  it('keeps the seller’s VAT id on an export, which stands beside taxed lines', async () => {
    const lines = [...withoutTax('G', 'export').lines, aPrintableLine({ position: 2 })];
    expect(rules({ lines })).toEqual([]);
    const { Invoice } = await written(aPrintableInvoice({ lines }), 'ubl');
    expect(JSON.stringify(Invoice)).toContain('DE123456789');
  });

  it('names no VAT id outside the scope of VAT, and no rate', async () => {
    const { Invoice } = await written(aPrintableInvoice(UNTAXED), 'ubl');
    expect(JSON.stringify(Invoice)).not.toContain('DE123456789');
    expect(JSON.stringify(Invoice)).not.toContain('cbc:Percent');
    expect(rules(UNTAXED)).toEqual([]);
  });
});

describe('a refusal', () => {
  const pointed = (over: Partial<PrintableInvoice>, profile: EInvoiceProfile) =>
    checkEInvoice(eInvoiceOf(aPrintableInvoice({ buyerReference: 'AP-1', ...over }), profile)).map(
      ({ rule, pointer }) => [rule, pointer] as const,
    );
  const R010 = 'PEPPOL-EN16931-R010';
  const R020 = 'PEPPOL-EN16931-R020';
  const CL008 = 'PEPPOL-EN16931-CL008';

  it('of Peppol asks for electronic addresses, and takes no e-mail address for one', () => {
    const mails = { ...aPrintableInvoice().buyer, email: 'ap@acme.example' };
    const faults = pointed({ buyer: mails }, 'peppol-bis-3').filter(([rule]) =>
      /PEPPOL/.test(rule),
    );
    expect(faults).toEqual([
      [R020, '/company/electronicAddress'],
      [R010, '/account/endpointId'],
    ]);
    const named = { ...mails, electronicAddress: { scheme: 'EM', id: 'ap@acme.example' } };
    expect(pointed({ buyer: named }, 'peppol-bis-3')).toContainEqual([
      CL008,
      '/account/endpointScheme',
    ]);
    expect(pointed({ buyer: mails }, 'xrechnung').map(([rule]) => rule)).not.toContain(R010);
  });

  it('of a tax that needs identifiers says where they are written', () => {
    const nameless = aSeller({ taxRegistrations: [] });
    expect(pointed({ seller: nameless }, 'en16931')).toContainEqual([
      'BR-S-02',
      '/company/taxRegistrations',
    ]);
    expect(pointed({ ...REVERSED, buyer: nobody }, 'en16931')).toEqual([
      ['BR-AE-02', '/billTo/taxRegistration'],
    ]);
  });

  const messages = (over: Partial<PrintableInvoice>) =>
    checkEInvoice(eInvoiceOf(aPrintableInvoice(over))).map(({ message }) => message);

  it('asks for documents of their own where grounds do not go together', () => {
    const split =
      'Lines outside the scope of VAT (O) cannot stand beside others: put them on a document ' +
      'of their own.';
    const second = aPrintableLine({ position: 2 });
    expect(messages({ lines: [...UNTAXED.lines, second] })).toContain(split);
    const lines = [...withoutTax('G', 'export').lines, ...withoutTax('O', 'service_abroad').lines];
    expect(messages({ lines })).toContain(split);
  });

  it('asks for the registration number alone outside the scope of VAT', () => {
    const seller = aSeller({ registrationNumber: null });
    expect(messages({ ...UNTAXED, seller })).toEqual([
      'The registration number of the seller (BT-30) is missing.',
    ]);
  });
});

describe('a line', () => {
  it('that takes back has a negative quantity, never a negative price', () => {
    const line = aPrintableLine({
      unitPrice: '-49.99',
      discount: -1000n,
      net: -8998n,
      total: -10708n,
    });
    const [own] = eInvoiceOf(aPrintableInvoice({ lines: [line] })).lines;
    expect(own).toMatchObject({
      quantity: '-2',
      unitPrice: '49.99',
      adjustment: { isCharge: true },
    });
    expect(rules({ lines: [line], balance: -10708n })).toEqual([]);
  });

  it('whose price includes tax has a net price that gives its net amount', () => {
    const line = aPrintableLine({
      quantity: '3',
      unitPrice: '11.90',
      discount: 0n,
      net: 3000n,
      total: 3570n,
    });
    const over = { pricesIncludeTax: true, lines: [line] };
    const [own] = eInvoiceOf(aPrintableInvoice(over)).lines;
    expect(own?.unitPrice).toBe('10');
    expect(rules(over)).toEqual([]);
  });

  it('is paid by transfer where there is an account', () => {
    const seller = aSeller({ bankAccount: { ...NO_BANK_ACCOUNT, accountNumber: '123' } });
    expect(eInvoiceOf(aPrintableInvoice({ seller })).payment?.meansCode).toBe('30');
    const none = aSeller({ bankAccount: NO_BANK_ACCOUNT });
    expect(eInvoiceOf(aPrintableInvoice({ seller: none })).payment).toBeNull();
  });
});

test('both syntaxes say the same sums', async () => {
  const document = aPrintableInvoice();
  const ubl = JSON.stringify(await written(document, 'ubl'));
  const cii = JSON.stringify(await written(document, 'cii'));
  for (const amount of ['89.98', '17.10', '107.08', '99.98', '10.00']) {
    expect(ubl).toContain(`"${amount}"`);
    expect(cii).toContain(`"${amount}"`);
  }
});
