import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_LANGUAGES, NO_ADDRESS } from '@quittance/company';
import { parseLocalDate } from '@quittance/calendar';
import {
  RuleSet,
  registerPeppolFunctions,
} from '../../../../test/support/schematron/schematron.js';
import { sampled } from '../../../../test/support/tier.js';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import { ciiOf } from './cii.js';
import { checkEInvoice } from './check-e-invoice.js';
import type { EInvoice, VatCategory } from './e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';
import { E_INVOICE_PROFILES, type EInvoiceProfile } from './profiles.js';
import { ublOf } from './ubl.js';
import { TAXED_CATEGORIES } from './vat-category.js';

/*
 * The published rules (EN 16931 1.3.16, XRechnung 3.0 of KoSIT) over documents of every category,
 * language and profile, in both syntaxes. Those of Peppol are taken from where `PEPPOL_RULES` says.
 */
const FOLDER = join(process.cwd(), 'test/rule-sets');
const PEPPOL = process.env.PEPPOL_RULES;
const read = (path: string, folder = FOLDER) => readFileSync(join(folder, path), 'utf8');
const SYNTAXES = { ubl: ublOf, cii: ciiOf } as const;
type Syntax = keyof typeof SYNTAXES;

registerPeppolFunctions();

const sets = new Map<string, RuleSet>();
function setOf(name: string, syntax: Syntax): RuleSet {
  const key = `${name}/${syntax}`;
  const known = sets.get(key);
  if (known) return known;
  const included = name === 'xrechnung' ? [read('xrechnung/common.sch')] : [];
  const schema = name === 'peppol' ? read(`${syntax}.sch`, PEPPOL) : read(`${key}.sch`);
  const set = new RuleSet(schema, included);
  sets.set(key, set);
  return set;
}

const REASONS: readonly (readonly [VatCategory, string, string | null])[] = [
  ['S', 'taxed', 'vat'],
  ['Z', 'taxed', 'zero'],
  ['E', 'exempt_code', 'exempt'],
  ['E', 'exempt_education', 'exempt'],
  ['E', 'exempt_diplomatic', 'exempt'],
  ['AE', 'reverse_charge', 'reverse_charge'],
  ['K', 'intra_community', 'intra_community'],
  ['G', 'export', 'export'],
  ['O', 'not_registered', null],
  ['L', 'taxed', 'vat'],
  ['M', 'taxed', 'vat'],
];

function lineOf(
  [category, reason, kind]: (typeof REASONS)[number],
  over: Partial<PrintableLine> = {},
): PrintableLine {
  const taxed = TAXED_CATEGORIES.has(category);
  const tax = taxed ? 1710n : 0n;
  return aPrintableLine({
    sku: 'SKU-1',
    unit: 'hour',
    taxRate: taxed ? '19' : '0',
    taxes: kind ? [{ kind, rate: taxed ? '19' : '0', tax }] : [],
    decision: { category, reason },
    total: 8998n + tax,
    ...over,
  });
}

const SELLER = aSeller({
  contact: {
    name: 'Erika Muster',
    email: 'ar@beispiel.example',
    phone: '+49 221 123456',
    website: null,
  },
  electronicAddress: { scheme: '9930', id: 'DE123456789' },
});
const ADDRESS = { ...NO_ADDRESS, line1: 'Rue 1', city: 'Lyon', postalCode: '69001', country: 'FR' };
const BUYER = {
  name: 'Acheteur SA',
  address: ADDRESS,
  taxRegistration: 'FR40303265045',
  email: 'ap@acheteur.example',
  electronicAddress: { scheme: '0088', id: '7300010000001' },
};
const PLAIN = {
  seller: SELLER,
  buyer: BUYER,
  buyerReference: '04011000-1234512345-06',
} satisfies Partial<PrintableInvoice>;
const day = parseLocalDate;

/** Of days before those of the document: what was used then is billed with what is paid ahead. */
const USED = { periodStart: day('2026-01-01'), periodEnd: day('2026-01-31') };

/** What of a document can be said in several ways. */
const WAYS: readonly (readonly [string, Partial<PrintableInvoice>])[] = [
  ['plain', {}],
  [
    'with all that can be said',
    {
      contractReference: 'CT-000012',
      deliveryDate: day('2026-02-27'),
      deliveryAddress: { ...ADDRESS, recipient: 'Goods-in' },
      paymentTerms: '14 days net\n#SKONTO#TAGE=14#PROZENT=2.00#\n',
      periodStart: day('2026-02-01'),
      periodEnd: day('2026-02-28'),
      notes: 'Thank you',
      paid: 100n,
    },
  ],
  ['of a credit', { kind: 'credit_note', dueDate: null, reason: 'Broken' }],
  [
    'of a part of an order, with a deposit deducted',
    {
      deliveryDate: day('2026-02-27'),
      deliveryAddress: { ...ADDRESS, recipient: null },
      // The processor of the rules has binary fractions for decimals: a difference it has exactly.
      credited: 1000n,
    },
  ],
];

/**
 * A percentage taken off and an amount put on, taxed as the line is; of a part of an order both are
 * amounts, since rounding may bring a part of a percentage to another than that of its lines.
 */
function adjustmentsOf(reason: (typeof REASONS)[number], isPart: boolean): PrintableLine[] {
  const taxed = TAXED_CATEGORIES.has(reason[0]);
  const made = (position: number, net: bigint, over: Partial<PrintableLine>) => {
    const tax = taxed ? (net * 19n) / 100n : 0n;
    const [line] = [lineOf(reason, { position, net, discount: 0n, discountPercent: null })];
    return { ...line, ...over, sku: null, unitPrice: '0', total: net + tax };
  };
  const base = 8998n;
  return [
    made(2, -450n, {
      description: 'Loyalty',
      quantity: '-1',
      adjustment: {
        kind: 'allowance',
        percent: isPart ? null : '5',
        base: isPart ? null : base,
      },
    }),
    made(3, 1000n, {
      description: 'Freight',
      quantity: '1',
      adjustment: { kind: 'charge', percent: null, base: null },
    }),
  ];
}

function documents(): [string, PrintableInvoice][] {
  return REASONS.flatMap((reason) =>
    WAYS.flatMap(([way, over], w) =>
      DOCUMENT_LANGUAGES.filter((_, l) => l % WAYS.length === w || l < 2).map(
        (language): [string, PrintableInvoice] => [
          `${reason[0]} ${way} ${language}`,
          aPrintableInvoice({
            language,
            seller: SELLER,
            buyer: BUYER,
            buyerReference: '04011000-1234512345-06',
            poNumber: 'PO-77',
            precedingInvoice:
              over.kind === 'credit_note'
                ? { number: 'INV-000041', issueDate: day('2026-02-01') }
                : null,
            lines: [
              lineOf(reason, w === 1 ? USED : {}),
              ...(w === 0 ? [] : adjustmentsOf(reason, w === 3)),
            ],
            // Goods that leave without tax say when (BR-IC-11).
            deliveryDate: reason[0] === 'K' ? day('2026-02-27') : null,
            ...over,
          }),
        ],
      ),
    ),
  );
}

/** Sellers and customers of countries of which the network asks more. */
const NATIONS = [
  ['DK', 'DK12345674', '12345674', 'DK5000400440116243', '25'],
  ['NL', 'NL123456789B01', '12345678', 'NL91ABNA0417164300', '21'],
  ['SE', 'SE556036079301', '5560360793', 'SE4550000000058398257466', '25'],
  ['IT', 'IT12345670785', null, 'IT60X0542811101000000123456', '22'],
  ['NO', 'NO974760673MVA', '974760673', 'NO9386011117947', '25'],
  ['IS', 'IS12345', '5402691029', 'IS140159260076545510730339', '24'],
] as const;

function nationalDocuments(): [string, PrintableInvoice][] {
  return NATIONS.flatMap(([country, vat, register, iban, rate]) =>
    (['invoice', 'credit_note'] as const).map((kind): [string, PrintableInvoice] => {
      const address = { ...ADDRESS, country };
      // What is not kept of customers in Iceland is asked of domestic ones alone.
      const buyer = country === 'IS' ? ADDRESS : address;
      const tax = (8998n * BigInt(rate) + 50n) / 100n;
      const seller = {
        ...SELLER,
        address,
        taxRegistrations: [{ country, number: vat }],
        registrationNumber: register,
        bankAccount: { ...SELLER.bankAccount, iban },
      };
      const credit = { dueDate: null, reason: 'Broken' };
      return [
        `${kind} of ${country}`,
        aPrintableInvoice({
          kind,
          seller,
          buyer: {
            name: 'Buyer',
            address: buyer,
            taxRegistration: null,
            email: null,
            electronicAddress: { scheme: '0088', id: '7300010000001' },
          },
          poNumber: 'PO-77',
          lines: [
            aPrintableLine({
              taxRate: rate,
              taxes: [{ kind: 'vat', rate, tax }],
              total: 8998n + tax,
            }),
          ],
          taxTotal: tax,
          total: 8998n + tax,
          balance: 8998n + tax,
          ...(kind === 'credit_note' && credit),
          precedingInvoice:
            kind === 'credit_note' ? { number: 'INV-41', issueDate: day('2026-02-01') } : null,
        }),
      ];
    }),
  );
}

const CASES = documents().flatMap(([name, document]) =>
  E_INVOICE_PROFILES.flatMap((profile) =>
    (['ubl', 'cii'] as const).map((syntax) => ({ name, document, profile, syntax })),
  ),
);

/** Grounds that rest on a certificate, each with the code that the list of the rules has. */
const CERTIFIED = [
  ['exempt_diplomatic', 'VATEX-EU-151-1A'],
  ['exempt_union_body', 'VATEX-EU-151-1AA'],
  ['exempt_international_organisation', 'VATEX-EU-151-1B'],
  ['exempt_armed_forces', 'VATEX-EU-151-1C'],
  ['exempt_armed_forces_abroad', 'VATEX-EU-151-1D'],
  ['exempt_resale', null],
  ['exempt_first_nations', null],
] as const;

/** Rules of the sets that apply to a profile and are broken; information is not asked for. */
function brokenRules(invoice: EInvoice, profile: EInvoiceProfile, syntax: Syntax): string[] {
  const xml = SYNTAXES[syntax](invoice);
  const names = ['en16931', ...(profile === 'xrechnung' ? ['xrechnung'] : [])];
  if (profile === 'peppol-bis-3' && PEPPOL) names.push('peppol');
  return names.flatMap((name) =>
    setOf(name, syntax)
      .broken(xml)
      .filter(({ flag }) => flag !== 'information')
      .map(({ id, where }) => `${id} ${where}`),
  );
}

describe('the published rules', () => {
  it.each(sampled(CASES))('hold for $name as $profile in $syntax', (each) => {
    const { document, profile, syntax } = each;
    const invoice = eInvoiceOf(document, profile);
    expect(checkEInvoice(invoice)).toEqual([]);
    expect(brokenRules(invoice, profile, syntax)).toEqual([]);
  });

  it.each(
    CERTIFIED.flatMap(([reason, code]) =>
      (['ubl', 'cii'] as const).map((syntax) => [reason, code, syntax] as const),
    ),
  )('hold for what is %s under a certificate, with %s in %s', (reason, reasonCode, syntax) => {
    const taxes = [{ kind: 'exempt', rate: '0', tax: 0n, certificate: 'AA <4711>' }];
    const lines = [lineOf(['E', reason, 'exempt'], { taxes })];
    const invoice = eInvoiceOf(aPrintableInvoice({ seller: SELLER, lines }));
    expect(checkEInvoice(invoice)).toEqual([]);
    expect(brokenRules(invoice, 'en16931', syntax)).toEqual([]);
    const [group] = invoice.groups;
    expect(group).toMatchObject({ category: 'E', reasonCode });
    expect(group?.reason).toMatch(/\. Certificate no\. AA <4711>\.$/);
  });

  it.each(['ubl', 'cii'] as const)('hold for a credit of the freight alone in %s', (syntax) => {
    const freight = {
      description: 'Freight',
      quantity: '1',
      unitPrice: '10.00',
      net: 1000n,
      discount: 0n,
      discountPercent: null,
      total: 1190n,
      taxes: [{ kind: 'vat', rate: '19', tax: 190n }],
      adjustment: { kind: 'charge', percent: null, base: null },
    } as const;
    const document = aPrintableInvoice({
      kind: 'credit_note',
      dueDate: null,
      reason: 'Broken',
      precedingInvoice: { number: 'INV-000041', issueDate: day('2026-02-01') },
      lines: [aPrintableLine(freight)],
      subtotal: 1000n,
      taxTotal: 190n,
      total: 1190n,
      balance: 1190n,
    });
    const invoice = eInvoiceOf(document);
    expect(checkEInvoice(invoice)).toEqual([]);
    expect(brokenRules(invoice, 'en16931', syntax)).toEqual([]);
    expect(invoice.lines.map(({ net }) => net)).toEqual([1000n]);
  });

  const REST = { net: 13n, quantity: '1', unitPrice: '0.13', discount: 0n, discountPercent: null };
  const LINES = {
    'several grounds': ['margin_second_hand', 'exempt_education', 'exempt_code'].map((reason, i) =>
      lineOf(['E', reason, 'exempt'], { position: i + 1 }),
    ),
    'the tax that was left': [lineOf(['S', 'taxed', 'vat'], { ...REST, total: 20n })],
  };
  it.each(
    Object.entries(LINES).flatMap(([name, lines]) =>
      E_INVOICE_PROFILES.map((profile) => ({ name, lines, profile })),
    ),
  )('hold for a note of $name as $profile', ({ lines, profile }) => {
    const precedingInvoice = { number: 'INV-000041', issueDate: day('2026-02-01') };
    const note = {
      kind: 'credit_note',
      dueDate: null,
      reason: 'Broken',
      precedingInvoice,
    } as const;
    const invoice = eInvoiceOf(aPrintableInvoice({ ...PLAIN, ...note, lines }), profile);
    expect(checkEInvoice(invoice)).toEqual([]);
    expect(brokenRules(invoice, profile, 'ubl')).toEqual([]);
    expect(brokenRules(invoice, profile, 'cii')).toEqual([]);
  });

  it.each(['ubl', 'cii'] as const)('hold where no country of delivery is told in %s', (syntax) => {
    const deliveryAddress = { ...ADDRESS, country: null, recipient: 'Goods-in' };
    const invoice = eInvoiceOf(aPrintableInvoice({ ...PLAIN, deliveryAddress }), 'xrechnung');
    expect(invoice.delivery?.place?.country).toBe(BUYER.address.country);
    expect(checkEInvoice(invoice)).toEqual([]);
    expect(brokenRules(invoice, 'xrechnung', syntax)).toEqual([]);
  });

  const DISCOUNT = '#SKONTO#TAGE=14#PROZENT=2.00#';
  const TERMS = [
    [DISCOUNT, 'ubl', []],
    [DISCOUNT, 'cii', []],
    [`14 days net\n${DISCOUNT}\r\n${DISCOUNT}`, 'ubl', []],
    [`${DISCOUNT}  `, 'cii', []],
    [' #SKONTO', 'ubl', ['BR-DE-18']],
    [`${DISCOUNT}\nas of #A# and later`, 'cii', ['BR-DE-18']],
  ] as const;
  it.each(TERMS)('find in terms %j in %s what the check finds', (terms, syntax, faults) => {
    const invoice = eInvoiceOf(aPrintableInvoice({ ...PLAIN, paymentTerms: terms }), 'xrechnung');
    expect(checkEInvoice(invoice).map(({ rule }) => rule)).toEqual(faults);
    const broken = brokenRules(invoice, 'xrechnung', syntax);
    expect(broken.map((each) => each.split(' ')[0])).toEqual(faults);
  });

  it.each(sampled(nationalDocuments()))('of Peppol hold for the %s', (_, document) => {
    const invoice = eInvoiceOf(document, 'peppol-bis-3');
    expect(checkEInvoice(invoice)).toEqual([]);
    for (const syntax of ['ubl', 'cii'] as const) {
      // That of Norway is a warning about a word which most companies put on their paper.
      const broken = brokenRules(invoice, 'peppol-bis-3', syntax);
      expect(broken.filter((each) => !each.startsWith('NO-R-002'))).toEqual([]);
    }
  });

  it('are all worked out, but for the check digits of an IBAN', () => {
    const unable = [...sets.values()].flatMap((set) => [...set.unable]);
    expect(unable.filter((id) => id !== 'BR-DE-19')).toEqual([]);
  });
});
