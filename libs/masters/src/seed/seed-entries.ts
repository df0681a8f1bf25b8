import { CURRENCIES, currencyName } from '@quittance/money';
import { COUNTRIES } from '@quittance/registrations';
import type { MasterType } from '../master.js';
import defaultEntries from './default-entries.json';
import subdivisions from './iso-3166-2.json';

/**
 * An entry that comes with the product. Currencies are none of a company's lists: it switches them.
 */
export interface SeedEntry {
  readonly type: MasterType | 'currency';
  readonly code: string;
  readonly parentCode: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly sortOrder: number;
  readonly colour: string | null;
}

const PLAIN = { parentCode: null, description: null, sortOrder: 0, colour: null } as const;

/** Everything that comes with the product, about 5,600 entries. */
export function seedEntries(): SeedEntry[] {
  return [...defaults(), ...countries(), ...states(), ...currencies()];
}

/** Our own types, each with its entries in the order in which they are shown. */
type Defaults = Readonly<
  Record<Exclude<MasterType, 'country' | 'state' | 'city'>, readonly Default[]>
>;

interface Default {
  readonly code: string;
  readonly name: string;
  /** Where one helps to read a list at a glance. */
  readonly colour?: string;
}

const DEFAULTS: Defaults = defaultEntries.entries;

function defaults(): SeedEntry[] {
  return (Object.keys(DEFAULTS) as (keyof Defaults)[]).flatMap((type) =>
    DEFAULTS[type].map(({ code, name, colour = null }, i): SeedEntry => {
      return { ...PLAIN, type, code, name, sortOrder: (i + 1) * 10, colour };
    }),
  );
}

function countries(): SeedEntry[] {
  return [...COUNTRIES].map(([code, { name, standardName = null }]): SeedEntry => {
    return { ...PLAIN, type: 'country', code, name, description: standardName };
  });
}

function states(): SeedEntry[] {
  return Object.entries(subdivisions.subdivisions).map(([code, name]): SeedEntry => {
    return { ...PLAIN, type: 'state', code, parentCode: code.slice(0, 2), name };
  });
}

function currencies(): SeedEntry[] {
  return CURRENCIES.map((code): SeedEntry => {
    return { ...PLAIN, type: 'currency', code, name: currencyName(code) };
  });
}
