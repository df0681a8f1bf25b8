import { findMasters, isMasterType, type MasterKey } from '@quittance/masters';
import type { Tx } from '@quittance/database';
import type { ShownValue } from '@quittance/lists';
import type { PointedRows } from './pointed-rows.js';

/** A member of rows whose values only name something. */
export interface Labelled {
  readonly name: string;
  readonly shows: ShownValue;
}

type Row = Readonly<Record<string, unknown>>;
type Labels = ReadonlyMap<string, string>;

/**
 * The labels of each row by the names of its members: of choices and entries of masters, and the
 * titles of records. What may not be seen has none. One statement for each kind of record, and one
 * for all masters, however many rows there are.
 */
export async function rowLabels(
  tx: Tx,
  pointed: PointedRows,
  labelled: readonly Labelled[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const wanted = wantedOf(labelled, rows);
  const known = new Map<string, Labels>();
  for (const [target, ids] of wanted.ids) {
    known.set(`target ${target}`, await pointed.titles(tx, target, [...ids]));
  }
  for (const [type, names] of await masterNames(tx, [...wanted.codes.values()])) {
    known.set(`master ${type}`, names);
  }
  return rows.map((row) => {
    const shown: Record<string, string> = {};
    for (const { name, shows } of labelled) {
      const label = labelOf(valueNamed(row, name), shows, known);
      if (label !== undefined) shown[name] = label;
    }
    return shown;
  });
}

/** A member by its name, or a member of a member: the country of an address. */
export function valueNamed(row: Row, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  const dot = name.indexOf('.');
  const value = dot < 1 ? undefined : row[name.slice(0, dot)];
  if (typeof value !== 'object' || value === null) return value === null ? null : undefined;
  const member = name.slice(dot + 1);
  return Object.hasOwn(value, member) ? (value as Row)[member] : null;
}

function wantedOf(labelled: readonly Labelled[], rows: readonly Row[]) {
  const ids = new Map<string, Set<string>>();
  const codes = new Map<string, Code>();
  for (const { name, shows } of labelled) {
    const { choices, master, target } = shows;
    for (const value of choices ? [] : rows.flatMap((row) => valueNamed(row, name) ?? [])) {
      if (typeof value !== 'string') continue;
      if (master !== undefined && (isMasterType(master) || INTL[master])) {
        codes.set(`${master} ${value}`, { type: master, code: value });
      } else if (target !== undefined) {
        ids.set(target, (ids.get(target) ?? new Set<string>()).add(value));
      }
    }
  }
  return { ids, codes };
}

function labelOf(
  value: unknown,
  { choices, master, target }: ShownValue,
  known: ReadonlyMap<string, Labels>,
): string | undefined {
  if (value === null || value === undefined) return undefined;
  const codes = [value].flat().map(String);
  if (codes.length === 0) return undefined;
  if (choices) return codes.map((code) => choices[code] ?? code).join(', ');
  const names = known.get(master === undefined ? `target ${target}` : `master ${master}`);
  if (master === undefined) return names?.get(codes[0] as string);
  return codes.map((code) => names?.get(code) ?? code).join(', ');
}

/** ISO codes have a name in every language; what a company calls them holds in its own. */
const INTL: Readonly<Partial<Record<string, 'currency' | 'region'>>> = {
  currency: 'currency',
  country: 'region',
};

interface Code {
  readonly type: string;
  readonly code: string;
}

async function masterNames(tx: Tx, wanted: readonly Code[]): Promise<ReadonlyMap<string, Labels>> {
  const kept = wanted.filter((each): each is MasterKey => isMasterType(each.type));
  const own = new Map<string, string>();
  for (const { type, code, name } of await findMasters(tx, kept)) own.set(`${type} ${code}`, name);
  const names = new Map<string, Map<string, string>>();
  for (const { type, code } of wanted) {
    const name = masterName(tx.ctx.locale, { type, code }, own.get(`${type} ${code}`));
    if (name === undefined) continue;
    const of = names.get(type) ?? new Map<string, string>();
    names.set(type, of.set(code, name));
  }
  return names;
}

/** What an entry of a master is called in a language; what a company keeps is written in English. */
export function masterName(locale: string, { type, code }: Code, own: string | undefined) {
  const kind = INTL[type];
  if (kind === undefined || (own !== undefined && /^en\b/i.test(locale))) return own;
  try {
    return namesIn(locale, kind).of(code) ?? own;
  } catch {
    return own;
  }
}

const known = new Map<string, Intl.DisplayNames>();
const MOST_KNOWN = 100;

/** They take longer to be made than to be asked. @throws RangeError of what is no locale */
function namesIn(locale: string, type: 'currency' | 'region'): Intl.DisplayNames {
  const key = `${type} ${locale}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = new Intl.DisplayNames([locale, 'en'], { type, fallback: 'none' });
  known.set(key, made);
  return made;
}
