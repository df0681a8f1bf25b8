import { add, sumOf, type Currency, type Decimal } from '@quittance/money';
import {
  TaxEngineFailure,
  decimalOf,
  roundedMinor,
  jsonObject,
  jsonObjects,
  percentOf,
  regionCode,
  jsonSentence,
  type EngineAddress,
  type EngineAnswer,
  type EngineDocument,
  type EngineLineTax,
  type EngineRequest,
  type EngineTax,
  type ExactJson,
} from '@quittance/tax/provider';

function unusable(what: string): TaxEngineFailure {
  return new TaxEngineFailure('bad_answer', `The answer of TaxJar cannot be used: ${what}.`);
}

const NOTHING: EngineLineTax = { tax: 0n, taxable: 0n, taxes: [] };

/**
 * The tax of each line by our ids; lines without a usable answer are left out. Without a breakdown
 * nothing is taxed: there is no nexus, or nothing is taxable.
 * @throws TaxEngineFailure bad_answer
 */
export function readTaxjarTaxes(answer: ExactJson, request: EngineRequest): EngineAnswer {
  const tax = jsonObject(answer.tax);
  const total = decimalOf(tax?.amount_to_collect);
  if (!tax || !total) throw unusable('it has no amount to collect');
  const breakdown = jsonObject(tax.breakdown);
  if (!breakdown) {
    if (total.units !== 0n) throw unusable('it does not say what is taxed');
    return new Map(request.lines.map(({ id }) => [id, NOTHING]));
  }
  const byId = new Map(jsonObjects(breakdown.line_items).map((item) => [String(item.id), item]));
  return linesOf(byId, total, request);
}

function linesOf(
  byId: ReadonlyMap<string, ExactJson>,
  total: Decimal,
  { lines, currency, customer }: EngineRequest,
): EngineAnswer {
  const taxes = new Map<string, EngineLineTax>();
  const { country } = customer;
  const place = { country, region: regionCode(country, customer.region), currency };
  let sum: Decimal = { units: 0n, scale: 0 };
  for (const { id } of lines) {
    const item = byId.get(id);
    const tax = decimalOf(item?.tax_collectable);
    const taxable = decimalOf(item?.taxable_amount);
    if (!item || !tax || !taxable) continue;
    sum = add(sum, tax);
    taxes.set(
      id,
      lineTax(item, roundedMinor(tax, currency), roundedMinor(taxable, currency), place),
    );
  }
  if (taxes.size === lines.length && !near(sum, total, lines.length)) {
    throw unusable('its lines do not add up to its total');
  }
  return taxes;
}

/** The total is rounded on its own: it may be a cent per line from the sum of the lines. */
function near(sum: Decimal, total: Decimal, lines: number): boolean {
  const { units, scale } = add(sum, { units: -total.units, scale: total.scale });
  const apart = units < 0n ? -units : units;
  return apart * 100n <= BigInt(lines) * 10n ** BigInt(scale);
}

interface Place {
  readonly country: string | null;
  readonly region: string | null;
  readonly currency: Currency;
}

/** Name of the part, members of its amount, rate and base, and what it is in law. */
const PARTS: readonly (readonly [string, string, string, string, EngineTax['kind']])[] = [
  ['state', 'state_amount', 'state_sales_tax_rate', 'state_taxable_amount', 'sales'],
  ['county', 'county_amount', 'county_tax_rate', 'county_taxable_amount', 'sales'],
  ['city', 'city_amount', 'city_tax_rate', 'city_taxable_amount', 'sales'],
  [
    'district',
    'special_district_amount',
    'special_tax_rate',
    'special_district_taxable_amount',
    'sales',
  ],
  ['GST', 'gst', 'gst_tax_rate', 'gst_taxable_amount', 'vat'],
  ['PST', 'pst', 'pst_tax_rate', 'pst_taxable_amount', 'sales'],
  ['QST', 'qst', 'qst_tax_rate', 'qst_taxable_amount', 'sales'],
  ['country', 'country_tax_collectable', 'country_tax_rate', 'country_taxable_amount', 'vat'],
];

function lineTax(item: ExactJson, tax: bigint, taxable: bigint, place: Place): EngineLineTax {
  const parts = PARTS.flatMap((part) => partOf(item, part, place) ?? []);
  const told = sumOf(parts.map((part) => part.tax)) === tax;
  return { tax, taxable, taxes: told ? parts : together(item, tax, taxable, place) };
}

function partOf(
  item: ExactJson,
  [name, amount, rate, base, kind]: (typeof PARTS)[number],
  { country, region, currency }: Place,
): EngineTax | undefined {
  const values = [item[amount], item[rate], item[base]].map(decimalOf);
  const [tax, fraction, taxable] = values;
  if (!tax || !fraction || !taxable || tax.units === 0n) return undefined;
  const at = region ? `${country}-${region}` : country;
  return {
    jurisdiction: `${at} (${name})`,
    kind,
    rate: percentOf(fraction),
    base: roundedMinor(taxable, currency),
    tax: roundedMinor(tax, currency),
  };
}

/** One tax at the combined rate, where the parts do not say it all. */
function together(
  item: ExactJson,
  tax: bigint,
  base: bigint,
  { country, region }: Place,
): EngineTax[] {
  if (tax === 0n) return [];
  const rate = percentOf(decimalOf(item.combined_tax_rate) ?? { units: 0n, scale: 0 });
  const kind = country === 'US' ? 'sales' : 'vat';
  return [{ jurisdiction: region ? `${country}-${region}` : country, kind, rate, base, tax }];
}

/** Whether an order that TaxJar already has is this document. */
export function isSameTransaction(answer: ExactJson, document: EngineDocument): boolean {
  const { net, tax, currency, corrects } = document;
  const known = jsonObject(corrects ? answer.refund : answer.order);
  const [amount, salesTax] = [known?.amount, known?.sales_tax].map(decimalOf);
  if (!amount || !salesTax) return false;
  const sign = corrects ? -1n : 1n;
  return (
    roundedMinor(amount, currency) === sign * net && roundedMinor(salesTax, currency) === sign * tax
  );
}

/** The best of the addresses that were found. */
export function readTaxjarAddress(
  answer: ExactJson,
  asked: EngineAddress['address'],
): EngineAddress {
  const [found] = jsonObjects(answer.addresses);
  if (!found) return unknownAddress(asked);
  const text = (value: unknown) => jsonSentence(value);
  const address = {
    line1: text(found.street),
    line2: asked.line2,
    city: text(found.city),
    region: text(found.state),
    postalCode: text(found.zip),
    country: text(found.country),
  };
  return { valid: true, address, problems: [] };
}

export function unknownAddress(address: EngineAddress['address']): EngineAddress {
  return { valid: false, address, problems: ['TaxJar does not know the address.'] };
}
