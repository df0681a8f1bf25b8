import { addDays, addMonths, parseLocalDate, type LocalDate } from '@quittance/calendar';
import type { Company } from '@quittance/company';
import { formatMinor, type Currency } from '@quittance/money';
import { distanceSales } from '@quittance/tax';
import { declaredUnder, type Declarer, type TaxSum } from './tax-report.js';

/** A sum of lines that count towards the threshold; minor units as decimal text. */
export interface DistanceSum extends Pick<TaxSum, 'category' | 'reason' | 'jurisdiction'> {
  /** `2026-03` */
  readonly month: string;
  readonly state: string;
  readonly document: 'invoice' | 'credit_note';
  readonly supply: 'goods' | 'digital';
  readonly currency: Currency;
  /** Of whoever is not said to be a consumer. */
  readonly buyerId: string | null;
  /** Below nothing of credit notes. */
  readonly net: string;
}

/** How it was taxed: all amounts are decimal text in `currency`, null where a rate is missing. */
interface TaxedHow {
  readonly currency: Currency;
  readonly net: string | null;
  readonly taxedAtHome: string | null;
  readonly oneStopShop: string | null;
  /** Under registrations of the company in the member states themselves. */
  readonly ownRegistrations: string | null;
  /** Currencies that no rate of the company leads from, apart by spaces. */
  readonly unconverted: string | null;
}

/** What was sold to consumers of a member state in a month. */
export interface DistanceSalesMonth extends TaxedHow {
  readonly month: string;
  readonly memberState: string;
}

export const DISTANCE_SALES_STANDINGS = ['below', 'near', 'exceeded'] as const;
export type DistanceSalesStanding = (typeof DISTANCE_SALES_STANDINGS)[number];

/** How what the company says of a year differs from what its documents come to. */
export const DISTANCE_SALES_DISAGREEMENTS = [
  /** It says below, or nothing, and the count is beyond the limit. */
  'counted_exceeded',
  /** It says exceeded, and the count is not; there may be sales of which there is no document. */
  'counted_below',
] as const;
export type DistanceSalesDisagreement = (typeof DISTANCE_SALES_DISAGREEMENTS)[number];

type Setting = Company['distanceSales'][number]['status'];

/** How a year stands to the threshold of Directive 2006/112/EC, article 59c. */
export interface DistanceSalesCount extends TaxedHow {
  readonly year: number;
  /** The member state that the company is established in. */
  readonly establishedIn: string;
  readonly limit: string;
  /** Null to whoever is told of some accounts only, as are all that follow but the setting. */
  readonly left: string | null;
  readonly standing: DistanceSalesStanding | null;
  /** The year, or the one before it, whose sales went beyond the limit. */
  readonly exceededIn: number | null;
  readonly crossedOn: LocalDate | null;
  readonly crossedBy: 'invoice' | 'credit_note' | null;
  readonly crossedById: string | null;
  readonly crossedByNumber: string | null;
  /** What the company says of the year; null where that is nothing, which counts as below. */
  readonly setting: Setting | null;
  readonly disagreement: DistanceSalesDisagreement | null;
}

const HOW = [
  'currency',
  'net',
  'taxedAtHome',
  'oneStopShop',
  'ownRegistrations',
  'unconverted',
] as const satisfies readonly (keyof TaxedHow)[];

/** The columns of downloads, in their order. */
export const DISTANCE_SALES_MONTH_COLUMNS = [
  'month',
  'memberState',
  ...HOW,
] as const satisfies readonly (keyof DistanceSalesMonth)[];

export const DISTANCE_SALES_COLUMNS = [
  'year',
  'establishedIn',
  'limit',
  ...HOW,
  'left',
  'standing',
  'exceededIn',
  'crossedOn',
  'crossedBy',
  'crossedById',
  'crossedByNumber',
  'setting',
  'disagreement',
] as const satisfies readonly (keyof DistanceSalesCount)[];

/** The document with which a year went beyond the limit. */
export interface Crossing {
  readonly year: number;
  readonly id: string;
  readonly number: string;
  readonly document: 'invoice' | 'credit_note';
  readonly day: LocalDate;
}

/** Minor units by the rate of a month, in the currency of the limit; undefined without one. */
export type ConvertedIn = (month: string, minor: bigint, from: Currency) => bigint | undefined;

/** What counts are made with. */
export interface CountingBy {
  readonly state: string;
  readonly limit: ReturnType<typeof distanceSales.limitOf>;
  readonly company: Pick<Company, 'taxRegistrations' | 'distanceSales'>;
  readonly converted: ConvertedIn;
}

/** The last day of a month, `2026-03`. */
export function lastDayOf(month: string): LocalDate {
  return addDays(addMonths(parseLocalDate(`${month}-01`), 1), -1);
}

/** Without what was sold to businesses by an id that is one, as of the state it came from. Pure. */
export function soldToConsumers(sums: readonly DistanceSum[]): readonly DistanceSum[] {
  return sums.filter(({ buyerId }) => buyerId === null || !distanceSales.isOfBusiness(buyerId));
}

interface Tally {
  readonly home: bigint;
  readonly shop: bigint;
  readonly own: bigint;
  readonly missing: ReadonlySet<Currency>;
}

const NOTHING: Tally = { home: 0n, shop: 0n, own: 0n, missing: new Set() };

/** By month and member state, each currency and way of taxing rounded once. Pure. */
export function distanceSalesMonths(
  sums: readonly DistanceSum[],
  by: CountingBy,
): DistanceSalesMonth[] {
  return [...talliesOf(sums, ({ month, state }) => `${month} ${state}`, by)].map(([key, tally]) => {
    const [month = '', memberState = ''] = key.split(' ');
    return { month, memberState, ...told(tally, by.limit.currency) };
  });
}

/** Of some years in their order, each after that before it. Pure. */
export function distanceSalesYears(
  years: readonly number[],
  { sums, crossings }: { sums: readonly DistanceSum[]; crossings: readonly Crossing[] | null },
  by: CountingBy,
): DistanceSalesCount[] {
  // The sum of what the lines by month tell, to the minor unit.
  const months = talliesOf(sums, ({ month, state }) => `${month} ${state}`, by);
  return years.map((year) => {
    const ofYear = [...months].flatMap(([key, tally]) =>
      key.startsWith(`${year}-`) ? [tally] : [],
    );
    return countOf(year, ofYear.reduce(plus, NOTHING), crossings, by);
  });
}

/** Whether a year can have gone beyond the limit: what is credited is not taken off. Pure. */
export function mayHaveCrossed(
  sums: readonly DistanceSum[],
  { limit, ...by }: CountingBy,
): boolean {
  const sold = sums.filter(({ net }) => !net.startsWith('-'));
  const years = talliesOf(sold, ({ month }) => month.slice(0, 4), { limit, ...by });
  return [...years.values()].some(({ home, shop, own }) => home + shop + own > limit.amount);
}

function countOf(
  year: number,
  tally: Tally,
  crossings: readonly Crossing[] | null,
  by: CountingBy,
): DistanceSalesCount {
  const { limit, state, company } = by;
  const setting = company.distanceSales.find((each) => each.year === year)?.status ?? null;
  const net = tally.home + tally.shop + tally.own;
  const left = net < limit.amount ? limit.amount - net : 0n;
  const isKnown = crossings !== null && tally.missing.size === 0;
  const crossing = crossings?.find((each) => each.year === year);
  const before = crossings?.find((each) => each.year === year - 1);
  // What is rounded by currency may be above the limit by as little as it was rounded.
  const isBeyond = crossing !== undefined || (isKnown && net > limit.amount);
  const exceededIn = isBeyond ? year : (before?.year ?? null);
  const standing =
    exceededIn !== null ? 'exceeded' : isKnown ? standingOf(net, limit.amount) : null;
  return {
    year,
    establishedIn: state,
    limit: formatMinor(limit.amount, limit.currency),
    ...told(tally, limit.currency),
    left: isKnown ? formatMinor(left, limit.currency) : null,
    standing,
    exceededIn,
    crossedOn: crossing?.day ?? null,
    crossedBy: crossing?.document ?? null,
    crossedById: crossing?.id ?? null,
    crossedByNumber: crossing?.number ?? null,
    setting,
    disagreement: disagreementOf(setting, standing),
  };
}

/** `near` from 80 % of the limit on. */
function standingOf(net: bigint, limit: bigint): DistanceSalesStanding {
  return net * 100n >= limit * 80n ? 'near' : 'below';
}

function disagreementOf(
  setting: Setting | null,
  standing: DistanceSalesStanding | null,
): DistanceSalesDisagreement | null {
  if (standing === null || setting === 'opted') return null;
  if (standing === 'exceeded') return setting === 'exceeded' ? null : 'counted_exceeded';
  return setting === 'exceeded' ? 'counted_below' : null;
}

function talliesOf(
  sums: readonly DistanceSum[],
  keyOf: (sum: DistanceSum) => string,
  by: CountingBy,
): ReadonlyMap<string, Tally> {
  const alike = new Map<string, { sum: DistanceSum; how: keyof Tally; net: bigint }>();
  for (const sum of sums) {
    const how = taxedHow(sum, by);
    const key = [sum.month, sum.state, how, sum.currency].join(' ');
    const net = BigInt(sum.net) + (alike.get(key)?.net ?? 0n);
    alike.set(key, { sum, how, net });
  }
  const tallies = new Map<string, Tally>();
  for (const { sum, how, net } of alike.values()) {
    const minor = by.converted(sum.month, net, sum.currency);
    const own = minor === undefined ? { missing: new Set([sum.currency]) } : { [how]: minor };
    const key = keyOf(sum);
    tallies.set(key, plus(tallies.get(key) ?? NOTHING, { ...NOTHING, ...own }));
  }
  return tallies;
}

function plus(one: Tally, other: Tally): Tally {
  return {
    home: one.home + other.home,
    shop: one.shop + other.shop,
    own: one.own + other.own,
    missing: new Set([...one.missing, ...other.missing]),
  };
}

/** As the tax report declares it, by the registrations on the last day of the month. */
function taxedHow(sum: DistanceSum, { state, company }: CountingBy): keyof Tally {
  const by: Declarer = {
    country: state,
    registrations: company.taxRegistrations,
    on: lastDayOf(sum.month),
  };
  const { scheme, country } = declaredUnder(sum, by);
  if (scheme === 'oss_union' || scheme === 'oss_non_union') return 'shop';
  return country === state ? 'home' : 'own';
}

function told({ home, shop, own, missing }: Tally, currency: Currency): TaxedHow {
  const text = (minor: bigint) => (missing.size > 0 ? null : formatMinor(minor, currency));
  return {
    currency,
    net: text(home + shop + own),
    taxedAtHome: text(home),
    oneStopShop: text(shop),
    ownRegistrations: text(own),
    unconverted: missing.size > 0 ? [...missing].toSorted().join(' ') : null,
  };
}
