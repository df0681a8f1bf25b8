import { add, type Currency, type Decimal } from '@quittance/money';
import {
  TaxEngineFailure,
  decimalOf,
  roundedMinor,
  jsonObjects,
  percentOf,
  jsonSentence,
  regionCode,
  type EngineAddress,
  type EngineAnswer,
  type EngineLineTax,
  type EngineRequest,
  type EngineTax,
  type ExactJson,
} from '@quittance/tax/provider';

function unusable(what: string): TaxEngineFailure {
  return new TaxEngineFailure('bad_answer', `The answer of AvaTax cannot be used: ${what}.`);
}

/**
 * The tax of each line by our ids. Lines that are missing or unreadable are left out; when all are
 * there they must add up to AvaTax's own total.
 * @throws TaxEngineFailure bad_answer
 */
export function readAvataxTaxes(answer: ExactJson, request: EngineRequest): EngineAnswer {
  const { currency, lines } = request;
  if (answer.currencyCode !== undefined && answer.currencyCode !== currency) {
    throw unusable('it is in another currency');
  }
  const total = decimalOf(answer.totalTax);
  if (!total) throw unusable('it has no total of tax');
  const byNumber = new Map(
    jsonObjects(answer.lines).map((line) => [String(line.lineNumber), line]),
  );
  const taxes = new Map<string, EngineLineTax>();
  const at = placeOf(request);
  let sum: Decimal = { units: 0n, scale: 0 };
  lines.forEach(({ id }, i) => {
    const line = byNumber.get(String(i + 1));
    const tax = decimalOf(line?.tax);
    const taxable = decimalOf(line?.taxableAmount);
    if (!line || !tax || !taxable) return;
    sum = add(sum, tax);
    taxes.set(id, lineTax(line, { tax, taxable, currency, at }));
  });
  if (taxes.size === lines.length && !same(sum, total)) {
    throw unusable('its lines do not add up to its total');
  }
  return taxes;
}

interface Told {
  readonly tax: Decimal;
  readonly taxable: Decimal;
  readonly currency: Currency;
  readonly at: string;
}

function lineTax(line: ExactJson, { tax, taxable, currency, at }: Told): EngineLineTax {
  return {
    tax: roundedMinor(tax, currency),
    taxable: roundedMinor(taxable, currency),
    taxes: jsonObjects(line.details).flatMap((detail) => detailOf(detail, currency, at) ?? []),
  };
}

function detailOf(detail: ExactJson, currency: Currency, at: string): EngineTax | undefined {
  const [rate, base, tax] = [detail.rate, detail.taxableAmount, detail.tax].map(decimalOf);
  if (!rate || !base || !tax) return undefined;
  return {
    jurisdiction: jurisdictionOf(detail, at),
    kind: kindOf(detail),
    rate: percentOf(rate),
    base: roundedMinor(base, currency),
    tax: roundedMinor(tax, currency),
  };
}

/**
 * `TX State Tax` and the like are names of taxes; the jurisdiction is `US-TX (TEXAS State)`: its
 * names tell reports of no state.
 */
function jurisdictionOf({ jurisName, jurisType, taxName }: ExactJson, at: string): string | null {
  const name = jsonSentence(jurisName) ?? jsonSentence(taxName);
  const type = jsonSentence(jurisType);
  return name && `${at} (${type ? `${name} ${type}` : name})`;
}

/**
 * The country and state where it is delivered, in the codes by which registrations are looked up,
 * however its address has them; a region that has no code says nothing.
 */
function placeOf({ seller, customer }: EngineRequest): string {
  const country = customer.country ?? seller.country;
  const region = regionCode(country, customer.region);
  return region ? `${country}-${region}` : `${country}`;
}

function kindOf({ taxType, taxName }: ExactJson): EngineTax['kind'] {
  const [, indian] = /\b(C|S|UT|I)GST\b/.exec(String(taxName)) ?? [];
  if (indian) return `gst_${indian.toLowerCase() as 'c' | 's' | 'ut' | 'i'}gst`;
  return /^(VAT|Input|Output|GST)/i.test(String(taxType)) ? 'vat' : 'sales';
}

/** Whether a recorded transaction bears this tax. */
export function bearsTax(answer: ExactJson, tax: bigint, currency: Currency): boolean {
  const total = decimalOf(answer.totalTax);
  return total !== undefined && roundedMinor(total, currency) === tax;
}

function same(a: Decimal, b: Decimal): boolean {
  return add(a, { units: -b.units, scale: b.scale }).units === 0n;
}

/** An address that cannot be resolved is answered all the same, with messages that say why. */
export function readAvataxAddress(
  answer: ExactJson,
  asked: EngineAddress['address'],
): EngineAddress {
  const problems = jsonObjects(answer.messages)
    .filter(({ severity }) => severity === 'Error')
    .map(
      ({ summary, details }) => jsonSentence(details) ?? jsonSentence(summary) ?? 'Unknown error',
    );
  const found = jsonObjects(answer.validatedAddresses)[0];
  if (problems.length > 0 || !found) {
    const none = 'AvaTax does not know the address.';
    return { valid: false, address: asked, problems: problems.length > 0 ? problems : [none] };
  }
  const text = (value: unknown) => jsonSentence(value);
  const address = {
    line1: text(found.line1),
    line2: text(found.line2),
    city: text(found.city),
    region: text(found.region),
    postalCode: text(found.postalCode),
    country: text(found.country),
  };
  return { valid: true, address, problems: [] };
}
