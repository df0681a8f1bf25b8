import { knownUnitCode } from '../e-invoices/unit-code.js';
import data from './unit-quantity-codes.json';

/** Counted in no unit of the list. */
const OTHER = 'OTH';

/** The unique quantity codes of the goods and services tax. */
const CODES: ReadonlySet<string> = new Set(data.codes);

/** By the codes of UN/ECE Recommendation 20. */
const BY_UNIT_CODE = new Map<string, string>(Object.entries(data.byUnitCode));

/** The unique quantity code of a product's unit, in whichever way that is written. */
export function unitQuantityCodeOf(unit: string | null): string {
  const text = unit?.trim().toUpperCase() ?? '';
  if (CODES.has(text)) return text;
  const code = knownUnitCode(unit);
  return BY_UNIT_CODE.get(code ?? '') ?? OTHER;
}
