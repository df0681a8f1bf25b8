import {
  currencyDigits,
  decimal,
  divideRounded,
  formatMinor,
  formatUnits,
  pow10,
  sumOf,
} from '@quittance/money';
import { unmet, type Requirement } from './unmet.js';
import type {
  EInvoice,
  EInvoiceAllowance,
  EInvoiceFault,
  EInvoiceTaxGroup,
  VatCategory,
} from './e-invoice.js';
import { TAXED_CATEGORIES } from './vat-category.js';

/** The part of a rule's name that stands for a category. */
const RULES: Readonly<Record<VatCategory, string>> = {
  S: 'S',
  Z: 'Z',
  E: 'E',
  AE: 'AE',
  K: 'IC',
  G: 'G',
  O: 'O',
  L: 'AF',
  M: 'AG',
};

const NAMES: Readonly<Record<VatCategory, string>> = {
  S: 'standard rate',
  Z: 'zero rate',
  E: 'exempt',
  AE: 'reverse charge',
  K: 'intra-community supply',
  G: 'export',
  O: 'outside the scope of VAT',
  L: 'IGIC',
  M: 'IPSI',
};

const NEEDS_REASON: ReadonlySet<VatCategory> = new Set(['E', 'AE', 'K', 'G', 'O']);

/** The rules about value added tax: BR-CO-04, -09, -17 and -18 and those of each category. */
export function vatFaults(invoice: EInvoice): EInvoiceFault[] {
  return [
    ...unnamedTaxes(invoice),
    ...idFaults(invoice),
    ...unmet([['BR-CO-18', invoice.groups.length > 0, 'There is no tax breakdown (BG-23).']]),
    ...invoice.groups.flatMap((group) => groupFaults(invoice, group)),
    ...outsideFaults(invoice),
    ...deliveryFaults(invoice),
  ];
}

/** Where the norm is used. */
const USED_IN = 'the Union, Iceland, Liechtenstein, Norway, Switzerland or the United Kingdom';

function unnamedTaxes({ lines, allowances }: EInvoice): EInvoiceFault[] {
  const all = `a single value added tax of ${USED_IN}, which is all that a VAT category`;
  return unmet([
    ...lines.map(({ id, category }): Requirement => {
      return ['BR-CO-04', category, `The tax of line ${id} is not ${all} (BT-151) can say.`];
    }),
    ...allowances.map(({ category, isCharge, reason }): Requirement => {
      const [rule, term] = isCharge ? ['BR-37', 'BT-102'] : ['BR-32', 'BT-95'];
      return [rule, category, `The tax of “${reason}” is not ${all} (${term}) can say.`];
    }),
  ]);
}

function idFaults({ seller, buyer }: EInvoice): EInvoiceFault[] {
  const prefixed = (id: string | null) => id === null || /^[A-Z]{2}/.test(id);
  const must = 'must begin with the code of its country.';
  const all = [seller.vatId, ...seller.otherVatIds].join(' and ');
  return unmet([
    [
      'seller_vat_ids',
      seller.otherVatIds.length === 0,
      `Lines are taxed under ${all}, and a document names one VAT identifier of the seller ` +
        '(BT-31): put them on documents of their own.',
      '/lines',
    ],
    ['BR-CO-09', prefixed(seller.vatId), `The seller VAT identifier (BT-31) ${must}`],
    ['BR-CO-09', prefixed(buyer.vatId), `The buyer VAT identifier (BT-48) ${must}`],
  ]);
}

function groupFaults(invoice: EInvoice, group: EInvoiceTaxGroup): EInvoiceFault[] {
  const { category, rate, base, reason, reasonCode } = group;
  if (category === null) return [];
  const rule = (number: string) => `BR-${RULES[category]}-${number}`;
  const name = NAMES[category];
  const parts = [
    ...invoice.lines,
    ...invoice.allowances.map((each) => ({ ...each, net: signed(each) })),
  ];
  const own = parts.filter((part) => part.category === category && part.rate === rate);
  const rated =
    category === 'O' ? rate === null : rate !== null && isZero(rate) !== taxed(category);
  return [
    ...partyFaults(invoice, category, rule('02')),
    ...unmet([
      [rule('05'), rated, `The VAT rate of ${name} (BT-152) cannot be ${rate ?? 'missing'}.`],
      [
        rule('08'),
        base === sumOf(own.map(({ net }) => net)),
        `The taxable amount of ${name} (BT-116) is not the sum of its lines.`,
      ],
      [
        rule('10'),
        !NEEDS_REASON.has(category) || reason || reasonCode,
        `The reason why no tax is charged (BT-120) is missing for ${name}.`,
      ],
    ]),
    ...taxFaults(
      invoice,
      group,
      taxed(category) ? ['BR-CO-17', roundingsOf(invoice, own.length)] : [rule('09'), 0],
    ),
  ];
}

function signed({ isCharge, amount }: EInvoiceAllowance): bigint {
  return isCharge ? amount : -amount;
}

function taxed(category: VatCategory): boolean {
  return TAXED_CATEGORIES.has(category);
}

function partyFaults(
  { seller, buyer }: EInvoice,
  category: VatCategory,
  rule: string,
): EInvoiceFault[] {
  const name = NAMES[category];
  const strict = category === 'K' || category === 'G';
  const sold = strict ? seller.vatId : (seller.vatId ?? seller.taxNumber);
  return unmet([
    [
      rule,
      category === 'O' || sold,
      `The seller VAT identifier (BT-31) is missing: a line is taxed as ${name}.`,
      '/company/taxRegistrations',
    ],
    [
      rule,
      (category !== 'AE' && category !== 'K') || buyer.vatId,
      `The buyer VAT identifier (BT-48) is missing: a line is taxed as ${name}.`,
      '/billTo/taxRegistration',
    ],
  ]);
}

/**
 * The rule rounds to hundredths, whatever decimals the currency has; receivers tolerate less than
 * one whole.
 */
const MOST_HUNDREDTHS = 99n;

/**
 * How often the tax of a category was rounded: once for each line. A note that empties a line takes
 * what is left of its tax, which is what the notes before it have rounded, however many they were.
 */
function roundingsOf({ typeCode }: EInvoice, lines: number): number {
  return typeCode === '381' ? Number(MOST_HUNDREDTHS) : lines;
}

/**
 * BR-CO-17: the tax of a category is its taxable amount × its rate, give or take what rounding
 * explains: a minor unit for each time, and never as much as a whole unit of the currency.
 */
function taxFaults(
  { currency }: EInvoice,
  { base, tax, rate }: EInvoiceTaxGroup,
  [rule, roundings]: readonly [rule: string, roundings: number],
): EInvoiceFault[] {
  const hundredths = pow10(2 - currencyDigits(currency));
  const { units, scale } = decimal(rate ?? '0');
  const expected = divideRounded(base * hundredths * units, pow10(scale + 2));
  const off = tax * hundredths - expected;
  const explained = BigInt(roundings) * hundredths;
  const most = explained < MOST_HUNDREDTHS ? explained : MOST_HUNDREDTHS;
  const stated = `${formatMinor(tax, currency)} ${currency}`;
  const right = `${formatUnits(expected, 2)} ${currency}`;
  const on = `${formatMinor(base, currency)} ${currency} at ${rate ?? '0'} %`;
  return unmet([
    [
      rule,
      off <= most && -off <= most,
      `The tax on ${on} (BT-117) is ${right} by rule, and ${stated} on the document: that is ` +
        'more than rounding its lines explains.',
    ],
  ]);
}

function isZero(rate: string): boolean {
  return decimal(rate).units === 0n;
}

/** BR-O-11 to -14: what is outside the scope of VAT stands alone. */
function outsideFaults({ groups }: EInvoice): EInvoiceFault[] {
  const outside = groups.some(({ category }) => category === 'O');
  const message =
    'Lines outside the scope of VAT (O) cannot stand beside others: put them on a document of ' +
    'their own.';
  return unmet([['BR-O-11', !outside || groups.length === 1, message]]);
}

/** BR-IC-11, -12: goods that leave without tax say when and whereto. */
function deliveryFaults({ groups, delivery, period }: EInvoice): EInvoiceFault[] {
  if (!groups.some(({ category }) => category === 'K')) return [];
  return unmet([
    [
      'BR-IC-11',
      delivery?.date || period,
      'The delivery date (BT-72) is missing, and there is no period (BG-14) for it.',
      '/deliveryDate',
    ],
    [
      'BR-IC-12',
      delivery?.place?.country,
      'The country of delivery (BT-80) is missing.',
      '/deliveryAddress/country',
    ],
  ]);
}
