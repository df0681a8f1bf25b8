import data from './gst-state-codes.json';
import { isGstin, normalTaxId } from './tax-ids.js';

/** A state or union territory of India, as its goods and services tax knows it. */
export interface GstState {
  /** The first two digits of a GSTIN. */
  readonly code: string;
  /** The region part of ISO 3166-2:IN. */
  readonly region: string;
  readonly name: string;
  /** A union territory without legislature: its own tax is UTGST instead of SGST. */
  readonly isUnionTerritory: boolean;
}

/** As it stands in the file: numbers given out no more stand beside the one in force. */
interface Listed extends Omit<GstState, 'isUnionTerritory'> {
  readonly isUnionTerritory?: boolean;
  readonly formerCodes?: readonly string[];
}

const byCode = new Map<string, GstState>();
const byRegion = new Map<string, GstState>();
const byName = new Map<string, GstState>();

for (const listed of data.states as readonly Listed[]) {
  const { code, region, name, isUnionTerritory = false, formerCodes = [] } = listed;
  const state: GstState = { code, region, name, isUnionTerritory };
  byRegion.set(region, state);
  byName.set(name.toUpperCase(), state);
  for (const each of [code, ...formerCodes]) byCode.set(each, state);
}

/** ISO changed some codes in 2023, and two territories became one; addresses carry the old ones. */
const FORMER = new Map<string, string>(Object.entries(data.formerRegions));

/** The state of a GSTIN by its first two digits; null when they are none of a state. */
export function gstStateOfNumber(gstin: string): GstState | null {
  return byCode.get(gstin.slice(0, 2)) ?? null;
}

/**
 * The state of a region as addresses write it, in any case: as ISO 3166-2:IN has or had it (`KA`,
 * `IN-KA`), by its number in the goods and services tax (`29`), or by its name.
 */
export function gstStateOfRegion(region: string | null): GstState | null {
  if (region === null) return null;
  const written = region.trim().replace(/\s+/g, ' ').toUpperCase();
  const code = written.replace(/^IN-/, '');
  const named = () => byName.get(written.replace(/ AND /g, ' & '));
  return byRegion.get(FORMER.get(code) ?? code) ?? byCode.get(code) ?? named() ?? null;
}

/**
 * Of a seller's numbers the GSTIN of the state that it supplies from, under which it is taxed
 * there; the first where it has none of that state. Null without any.
 */
export function gstinOfSeller(numbers: readonly string[], region: string | null): string | null {
  const own = numbers.map(normalTaxId).filter(isGstin);
  const state = gstStateOfRegion(region)?.code;
  const there = own.find(
    (number) => state !== undefined && gstStateOfNumber(number)?.code === state,
  );
  return there ?? own[0] ?? null;
}
