import type { MasterType } from '../master.js';
import { COUNTRIES } from './countries.js';
import { CURRENCY_NAMES } from './currencies.js';
import { DEFAULT_ENTRIES } from './default-entries.js';
import { SUBDIVISIONS_A_TO_F } from './subdivisions-a-to-f.js';
import { SUBDIVISIONS_G_TO_M } from './subdivisions-g-to-m.js';
import { SUBDIVISIONS_N_TO_Z } from './subdivisions-n-to-z.js';

/** An entry that comes with the product. Currencies are none of a company's lists: it switches them. */
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

const linesOf = (text: string) => text.trim().split('\n');

/** `code=Name` */
function split(text: string): [code: string, name: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function defaults(): SeedEntry[] {
  const types = Object.entries(DEFAULT_ENTRIES) as [keyof typeof DEFAULT_ENTRIES, string][];
  return types.flatMap(([type, text]) =>
    text.split('|').map((each, i): SeedEntry => {
      const [code, named] = split(each.trim());
      const [name = '', colour] = named.split('#');
      const sortOrder = (i + 1) * 10;
      return { ...PLAIN, type, code, name, sortOrder, colour: colour ? `#${colour}` : null };
    }),
  );
}

function countries(): SeedEntry[] {
  return linesOf(COUNTRIES).map((line): SeedEntry => {
    const [code, names] = split(line);
    const [name = '', description = null] = names.split('|');
    return { ...PLAIN, type: 'country', code, name, description };
  });
}

function states(): SeedEntry[] {
  const text = [SUBDIVISIONS_A_TO_F, SUBDIVISIONS_G_TO_M, SUBDIVISIONS_N_TO_Z].join('');
  return linesOf(text.replaceAll('\n  ', '')).flatMap((line) => {
    const country = line.slice(0, 2);
    return line
      .slice(3)
      .split('|')
      .map((each): SeedEntry => {
        const [part, name] = split(each);
        return { ...PLAIN, type: 'state', code: `${country}-${part}`, parentCode: country, name };
      });
  });
}

function currencies(): SeedEntry[] {
  return linesOf(CURRENCY_NAMES).map((line): SeedEntry => {
    const [code, name] = split(line);
    return { ...PLAIN, type: 'currency', code, name };
  });
}
