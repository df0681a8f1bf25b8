import data from './state-options.json';
import type { SupplyKind } from './decision.js';

const { servicesTaxedByState: services, certificates } = data;

type Supplies = 'all' | 'services' | 'not_digital';

function covers(
  list: readonly { readonly country: string; readonly supplies: string }[],
  country: string | null,
  kind: SupplyKind | null,
): boolean {
  const supplies = list.find((each) => each.country === country)?.supplies as Supplies | undefined;
  if (supplies === 'services') return kind !== 'goods';
  if (supplies === 'not_digital') return kind !== 'digital';
  return supplies === 'all';
}

/** What states have made of what the common rules leave to them; the data names its sources. */
export const law = {
  /**
   * Whether a business owes the tax of what a seller who is not registered there supplies.
   * @param said by the company; null where it says nothing
   */
  buyerOwes: (country: string | null, kind: SupplyKind | null, said: string | null = null) =>
    covers(said ? [{ country: country ?? '', supplies: said }] : data.buyerOwes, country, kind),
  /** Whether services to customers abroad are exported, as goods are. */
  exportsServices: (country: string | null, kind: SupplyKind | null) =>
    covers(data.exportsServices, country, kind),
  /** Whether general services to consumers abroad are taxed at home; in the Union they are. */
  taxesConsumersAbroad: (country: string | null) =>
    data.taxesConsumersAbroadAtHome.includes(country ?? ''),
  /** Whether what intermediaries do for somebody abroad is supplied where they are. */
  placesIntermediariesAtHome: (country: string | null) =>
    data.intermediariesAtHome.countries.includes(country ?? ''),
  /** Provinces of Canada whose tax a registration of the country does not cover. */
  hasOwnTax: (province: string) => data.provincesWithOwnTax.includes(province),
  /** Provinces of Canada whose part of the tax is one with that of the country. */
  isHarmonized: (province: string) => data.harmonizedProvinces.includes(province),
  /** Whether a state of the United States taxes what is no sale of goods; of no kind it is told. */
  taxesService: (state: string | null, kind: SupplyKind | null) => {
    if (kind === null || kind === 'goods' || services.everywhere.includes(kind)) return true;
    const named = services.byState.find((each) => each.state === state)?.kinds ?? [];
    return named.includes(kind) || named.includes('all');
  },
  /** Of a country that has sellers abroad tax small consignments to consumers: up to which. */
  taxesImports: (country: string | null) =>
    data.importsTaxedBySeller.countries.find((each) => each.country === country) ?? null,
  /** Whether the taxes of a country, a state or what lies within it know a kind of certificate. */
  knowsCertificate: (kind: 'resale' | 'first_nations', place: string | null) => {
    const [head = ''] = (place ?? '').split('/');
    const [country = ''] = head.split('-');
    return certificates[kind].some((each) => each === country || each === head);
  },
  /** Member states that are no party to the North Atlantic Treaty. */
  isOutsideTheTreaty: (country: string | null) =>
    certificates.outsideTheTreaty.includes(country ?? ''),
  /** States of the United States that tax what stays within them where it comes from. */
  taxesByOrigin: (state: string | null) => data.taxedByOrigin.includes(state ?? ''),
};
