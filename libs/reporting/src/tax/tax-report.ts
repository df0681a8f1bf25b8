import type { RegistrationScheme, TaxRegistration } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { formatMinor, type Currency } from '@quittance/money';
import { gstinOfSeller, isEuMember, normalTaxId, placeOfTax } from '@quittance/registrations';
import { type TaxCategory, type TaxReason, taxReports } from '@quittance/tax';

/** A sum over lines that are taxed alike; minor units as decimal text. */
export interface TaxSum {
  readonly category: TaxCategory | null;
  readonly reason: TaxReason | null;
  /** `DE`, `US-CA`, `US-CA/Los Angeles`; null of lines that bear none of their own. */
  readonly jurisdiction: string | null;
  /** Of a tax: VAT, GST-CGST, sales …; null of lines without. */
  readonly kind: string | null;
  readonly rate: string;
  readonly supply: 'goods' | 'services';
  readonly currency: Currency;
  readonly documents: number;
  readonly net: string;
  readonly base: string;
  readonly tax: string;
}

/** Under which registration of the company something is declared. */
export interface DeclaredUnder {
  readonly country: string | null;
  readonly region: string | null;
  readonly scheme: RegistrationScheme;
  /** Null where the company names no registration there. */
  readonly registration: string | null;
}

/** A line of the tax report; amounts are decimal text. */
export interface TaxReportLine extends DeclaredUnder {
  readonly category: TaxCategory | null;
  readonly reason: TaxReason | null;
  readonly supply: TaxSum['supply'];
  readonly kind: string | null;
  readonly jurisdiction: string | null;
  readonly rate: string;
  readonly currency: Currency;
  readonly documents: number;
  /** Told once for each line of a document, with its first tax. */
  readonly net: string;
  /** What the tax is of: with several taxes told with each. */
  readonly base: string;
  readonly tax: string;
  readonly reportingCurrency: Currency;
  /** By the rate of the last day of the period; null where there is none. */
  readonly reportingBase: string | null;
  readonly reportingTax: string | null;
}

/** With where the documents that it is made of are listed: `/reports/tax-documents?…`. */
export interface TaxReportRow extends TaxReportLine {
  readonly documentsPath: string;
}

/** Whose scopes bind what is told of taxes, for whoever may look at those. */
export const TAX_REPORT_OF = ['tax', 'invoices', 'credit-notes'] as const;

/** The columns of a download, in their order. */
export const TAX_REPORT_COLUMNS = [
  'country',
  'region',
  'scheme',
  'registration',
  'category',
  'reason',
  'supply',
  'kind',
  'jurisdiction',
  'rate',
  'currency',
  'documents',
  'net',
  'base',
  'tax',
  'reportingCurrency',
  'reportingBase',
  'reportingTax',
] as const satisfies readonly (keyof TaxReportLine)[];

/** Who declares: where the company is and where it is registered on the last day of the period. */
export interface Declarer {
  readonly country: string | null;
  /** Of its seat. */
  readonly region?: string | null;
  readonly registrations: readonly TaxRegistration[];
  readonly on: LocalDate;
}

const SCHEME_OF: Partial<Record<TaxReason, RegistrationScheme>> = {
  import_one_stop_shop: 'ioss',
  small_business: 'small_business',
  composition: 'composition',
};

/**
 * Under which registration a sum is declared: a tax where it is levied, or under the One-Stop-Shop
 * that the decision names; what bears none where the company is. What the law of another member
 * state exempts or rates at nothing is of its One-Stop-Shop too, where the company has no
 * registration of its own there: the decision names the exemption and not the way of declaring.
 * Pure.
 */
export function declaredUnder(
  { category, reason, jurisdiction }: Pick<TaxSum, 'category' | 'reason' | 'jurisdiction'>,
  by: Declarer,
): DeclaredUnder {
  const { country: head, region } = placeOfTax(jurisdiction);
  const country = head ?? by.country;
  const bearsNone = category === 'E' || category === 'Z';
  const distant = bearsNone && head !== null && isSoldFromAfar(country, by);
  const scheme = schemeOf(distant ? 'one_stop_shop' : reason, by);
  const own = by.registrations.filter((each) => isOf(each, { country, region, scheme }));
  const counting = inForceOrLast(own, by.on);
  // The tax of a province is declared under its own registration, where there is one.
  const registration =
    country === 'IN'
      ? indianOf(counting, by.region ?? null)
      : counting.find((each) => regionOf(each) === region);
  return { country, region, scheme, registration: (registration ?? counting[0])?.number ?? null };
}

/** In India a seller is taxed under its registration in the state it supplies from. */
function indianOf(
  registrations: readonly TaxRegistration[],
  region: string | null,
): TaxRegistration | undefined {
  const numbers = registrations.map(({ number }) => number);
  const own = gstinOfSeller(numbers, region);
  return registrations.find(({ number }) => normalTaxId(number) === own);
}

/** Another country than the seat's, in which nothing but a One-Stop-Shop is in force. */
function isSoldFromAfar(country: string | null, by: Declarer): boolean {
  if (country === null || country === by.country || !isEuMember(country)) return false;
  const inForce = by.registrations.filter((each) => isInForce(each, by.on));
  const isHome = ({ scheme, ...each }: TaxRegistration) =>
    each.country === country && !ONE_STOP_SHOPS.includes(scheme ?? 'normal');
  return !inForce.some(isHome) && inForce.some(({ scheme }) => isUnionShop(scheme));
}

const isUnionShop = (scheme: TaxRegistration['scheme']): boolean =>
  scheme === 'oss_union' || scheme === 'oss_non_union';

function schemeOf(reason: TaxReason | null, { registrations, on }: Declarer): RegistrationScheme {
  if (reason === null) return 'normal';
  if (reason !== 'one_stop_shop') return SCHEME_OF[reason] ?? 'normal';
  const shops = registrations.filter((each) => isUnionShop(each.scheme));
  const isOutside = inForceOrLast(shops, on).some((each) => each.scheme === 'oss_non_union');
  return isOutside ? 'oss_non_union' : 'oss_union';
}

const ONE_STOP_SHOPS: readonly RegistrationScheme[] = ['oss_union', 'oss_non_union', 'ioss'];

/** A One-Stop-Shop covers all countries of consumption; India's state does for the whole of it. */
function isOf(
  each: TaxRegistration,
  { country, region, scheme }: Omit<DeclaredUnder, 'registration'>,
): boolean {
  if ((each.scheme ?? 'normal') !== scheme) return false;
  if (ONE_STOP_SHOPS.includes(scheme)) return true;
  if (each.country !== country) return false;
  return !each.region || each.country === 'IN' || regionOf(each) === region;
}

/** As jurisdictions are told, however it was written. */
const regionOf = ({ country, region = null }: TaxRegistration): string | null =>
  taxReports.regionOf(country, region);

/**
 * Those in force on a day. Tax goes by the day of the supply, and what is billed in arrears is
 * reported after that: where none is in force any more it is declared under what ended last.
 */
function inForceOrLast(
  registrations: readonly TaxRegistration[],
  on: LocalDate,
): readonly TaxRegistration[] {
  const inForce = registrations.filter((each) => isInForce(each, on));
  if (inForce.length > 0) return inForce;
  const endOf = ({ validTo }: TaxRegistration) => validTo ?? '';
  const ended = registrations.filter((each) => endOf(each) !== '' && endOf(each) < on);
  const last = ended.map(endOf).toSorted().at(-1);
  return ended.filter((each) => endOf(each) === last);
}

function isInForce({ validFrom, validTo }: TaxRegistration, on: LocalDate): boolean {
  return (!validFrom || validFrom <= on) && (!validTo || on <= validTo);
}

/** Converts minor units into the reporting currency; undefined where no rate leads there. */
export type Converted = (minor: bigint, from: Currency) => bigint | undefined;

/** A line of the report from its sum. Pure. */
export function taxReportLine(
  sum: TaxSum,
  by: Declarer,
  reportingCurrency: Currency,
  converted: Converted,
): TaxReportLine {
  const { category, reason, supply, kind, jurisdiction, rate, currency, documents } = sum;
  const text = (minor: string) => formatMinor(BigInt(minor), currency);
  const reported = (minor: string) => {
    const amount = converted(BigInt(minor), currency);
    return amount === undefined ? null : formatMinor(amount, reportingCurrency);
  };
  return {
    ...declaredUnder(sum, by),
    category,
    reason,
    supply,
    kind,
    jurisdiction,
    rate,
    currency,
    documents,
    net: text(sum.net),
    base: text(sum.base),
    tax: text(sum.tax),
    reportingCurrency,
    reportingBase: reported(sum.base),
    reportingTax: reported(sum.tax),
  };
}

/** What lines of documents have in common that are summed up in one. */
const ALIKE = ['category', 'reason', 'supply', 'kind', 'jurisdiction', 'rate', 'currency'] as const;

/** A line of the report of a period with where its documents are listed. Pure. */
export function withDocuments(
  line: TaxReportLine,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): TaxReportRow {
  const and = ALIKE.map((field) => {
    const value = line[field];
    return value === null ? { field, op: 'isNotSet' } : { field, op: 'eq', value };
  });
  const query = new URLSearchParams({ from, to, filter: JSON.stringify({ and }) });
  return { ...line, documentsPath: `/reports/tax-documents?${query}` };
}

/** In the order in which they are declared. */
export function inOrderOfReturn(lines: readonly TaxReportLine[]): TaxReportLine[] {
  const key = ({ scheme, country, category, reason, kind, jurisdiction, ...line }: TaxReportLine) =>
    [scheme, country, jurisdiction, category, line.rate.padStart(12), reason, kind, line.supply]
      .concat(line.currency)
      .join('|');
  return lines.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Whether a line belongs into a return of a One-Stop-Shop. */
export function isOfOneStopShop({ scheme }: TaxReportLine): boolean {
  return ONE_STOP_SHOPS.includes(scheme);
}
