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
  ['AE', 'reverse_charge', 'reverse_charge'],
  ['K', 'intra_community', 'intra_community'],
  ['G', 'export', 'export'],
  ['O', 'not_registered', null],
];

function lineOf(
  [category, reason, kind]: (typeof REASONS)[number],
  over: Partial<PrintableLine> = {},
): PrintableLine {
  const taxed = category === 'S';
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
const day = parseLocalDate;

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
];

/** A percentage taken off and an amount put on, taxed as the line is. */
function adjustmentsOf(reason: (typeof REASONS)[number]): PrintableLine[] {
  const taxed = reason[0] === 'S';
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
      adjustment: { kind: 'allowance', percent: '5', base },
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
            buyer: {
              name: 'Acheteur SA',
              address: ADDRESS,
              taxRegistration: 'FR40303265045',
              email: 'ap@acheteur.example',
              electronicAddress: { scheme: '0088', id: '7300010000001' },
            },
            buyerReference: '04011000-1234512345-06',
            poNumber: 'PO-77',
            precedingInvoice:
              over.kind === 'credit_note'
                ? { number: 'INV-000041', issueDate: day('2026-02-01') }
                : null,
            lines: [lineOf(reason), ...(w === 1 ? adjustmentsOf(reason) : [])],
            ...over,
          }),
        ],
      ),
    ),
  );
}

const CASES = documents().flatMap(([name, document]) =>
  E_INVOICE_PROFILES.flatMap((profile) =>
    (['ubl', 'cii'] as const).map((syntax) => ({ name, document, profile, syntax })),
  ),
);

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

  it('are all worked out, but for the check digits of an IBAN', () => {
    const unable = [...sets.values()].flatMap((set) => [...set.unable]);
    expect(unable.filter((id) => id !== 'BR-DE-19')).toEqual([]);
  });
});
