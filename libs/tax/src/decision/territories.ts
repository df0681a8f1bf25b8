import { normalTaxId } from '@quittance/registrations';
import data from './vat-territories.json';

/** Where an address lies for value added tax, which is not always its country. */
export interface Territory {
  /**
   * Whose tax is charged there: an ISO 3166-1 code, or one of our own for a place that has no code
   * and none of its country's tax.
   */
  readonly code: string | null;
  /** The same for goods alone: Northern Ireland is a member state for them, under the prefix XI. */
  readonly goods: string | null;
  /** The member state whose VAT ids are given out there although its tax does not hold there. */
  readonly outlying: string | null;
}

/** What trades under the tax of another country. */
const WITHIN = new Map<string, string>(Object.entries(data.within));

/**
 * Parts of member states outside the Union's territory of value added tax (Directive 2006/112/EC,
 * article 6), by the beginning of their postal codes, and where they are regions of their country
 * of their own by how addresses write these.
 */
const OUTSIDE: readonly {
  readonly country: string;
  readonly code: string;
  readonly postalPrefixes: readonly string[];
  readonly regions?: readonly string[];
}[] = data.outside;

interface Place {
  readonly country: string | null;
  readonly postalCode: string | null;
  readonly region?: string | null;
}

/** Where goods to an address arrive, and services are supplied. Pure. */
export function territoryOf({ country, postalCode, region }: Place): Territory {
  if (country === null) return { code: null, goods: null, outlying: null };
  const written = (postalCode ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  const bare = written
    .replace(new RegExp(`^${country}(?=\\d)`), '')
    .replace(/^[DFI](?=\d{5}$)/, '');
  const named = (region ?? '').trim().toUpperCase().replace(`${country}-`, '');
  const outside = OUTSIDE.find(
    (each) =>
      each.code === country ||
      (each.country === country &&
        (each.postalPrefixes.some((prefix) => bare.startsWith(prefix)) ||
          (named !== '' && each.regions?.includes(named)))),
  );
  if (outside) return { code: outside.code, goods: outside.code, outlying: outside.country };
  const code = WITHIN.get(country) ?? country;
  const goods = country === 'GB' && /^BT\d/.test(written) ? NORTHERN_IRELAND : code;
  return { code, goods, outlying: null };
}

/** Countries that trade under the tax of one of these. Pure. */
export function territoriesWithin(codes: readonly string[]): string[] {
  return [...WITHIN].flatMap(([country, code]) => (codes.includes(code) ? [country] : []));
}

/**
 * The same as `territoryOf` says of goods, as SQL over expressions of an address; null for parts of
 * member states outside the Union.
 */
export function territorySql({ country, postalCode, region }: Record<keyof Place, string>): string {
  const written = `upper(regexp_replace(coalesce(${postalCode}, ''), '[^A-Za-z0-9]', '', 'g'))`;
  const named = `upper(btrim(coalesce(${region}, '')))`;
  const bare = (of: string) =>
    `regexp_replace(regexp_replace(${written}, '^${of}(?=[0-9])', ''), '^[DFI](?=[0-9]{5}$)', '')`;
  const outside = [...new Set(OUTSIDE.map((each) => each.country))].map((of) => {
    const parts = OUTSIDE.filter((each) => each.country === of);
    const prefixes = parts.flatMap(({ postalPrefixes }) => postalPrefixes).join('|');
    const regions = parts.flatMap((each) => each.regions ?? []).map((each) => `'${each}'`);
    const isNamed =
      regions.length > 0 ? ` or replace(${named}, '${of}-', '') in (${regions.join(', ')})` : '';
    return `when ${country} = '${of}' and (${bare(of)} ~ '^(${prefixes})'${isNamed}) then null`;
  });
  const within = [...WITHIN].map(([each, code]) => `when ${country} = '${each}' then '${code}'`);
  return `case ${outside.join(' ')} ${within.join(' ')}
    when ${country} = 'GB' and ${written} ~ '^BT[0-9]' then '${NORTHERN_IRELAND}'
    else ${country} end`;
}

/** Whether what is taxed at one of two places is taxed at the other by the same tax. Pure. */
export function sharesTerritory(one: Place, other: Place): boolean {
  const [here, there] = [territoryOf(one), territoryOf(other)];
  return here.code === there.code && here.goods === there.goods;
}

export const NORTHERN_IRELAND = 'XI';

/**
 * Where goods leave and arrive: between Great Britain and Northern Ireland they stay in one
 * country.
 */
export function wayOfGoods(from: Territory, to: Territory): [string | null, string | null] {
  if (from.code === 'GB' && to.code === 'GB') return ['GB', 'GB'];
  return [from.goods, to.goods];
}

/** A VAT id of Northern Ireland: those of Great Britain, whose check digits are modulo 97. */
export function isNorthernIrishId(registration: string | null): boolean {
  const [, digits] = /^XI(\d{9})(?:\d{3})?$/.exec(normalTaxId(registration ?? '')) ?? [];
  if (digits === undefined) return false;
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 1];
  const sum = weights.reduce((all, weight, i) => all + weight * Number(digits[i]), 0);
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}
