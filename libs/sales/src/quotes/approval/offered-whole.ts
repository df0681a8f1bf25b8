import { documentAdjustments } from '@quittance/lines';
import { decimal, parseMinor, pow10, trimDecimal, type Currency } from '@quittance/money';
import { followedBy } from '../../pricing/quote-adjustments.js';
import type { QuoteLine } from '../lines/quote-line.description.js';

/** An amount that allowances take off lines, however few of them are chosen. Minor units. */
interface FixedAllowance {
  readonly amount: bigint;
  /** The lines that bear it. */
  readonly of: ReadonlySet<QuoteLine['id']>;
}

/** What allowances of a whole quote take off its lines. */
export interface Allowances {
  readonly fixed: readonly FixedAllowance[];
  /** By line, in millionths of what is left of it after the discount of the document. */
  readonly percent: ReadonlyMap<QuoteLine['id'], bigint>;
}

/** A whole, in the unit of percentages of allowances. */
export const WHOLE = 100n * pow10(6);

/**
 * The allowances of a quote. What of one is asked of several ways of taxing is split over what is
 * chosen of them, so its lines bear it together. Pure.
 */
export function allowancesOf(lines: readonly QuoteLine[], currency: Currency): Allowances {
  const fixed = new Map<string, { amount: bigint; of: Set<QuoteLine['id']> }>();
  const percent = new Map<QuoteLine['id'], bigint>();
  const once = lines.filter(({ kind }) => kind === 'one_off').map(taxed);
  lines.forEach((line, i) => {
    if (line.adjustment !== 'allowance') return;
    const followed = followedBy(taxed(line), once).map((each) => each.line.id);
    if (line.adjustmentPercent !== null) {
      const { units, scale } = decimal(line.adjustmentPercent);
      const share = (units * pow10(6)) / pow10(scale);
      for (const id of followed) percent.set(id, (percent.get(id) ?? 0n) + share);
      return;
    }
    const key = String(line.adjustmentIndex ?? `line ${i}`);
    const known = fixed.get(key) ?? { amount: 0n, of: new Set() };
    known.amount += parseMinor(trimDecimal(line.unitPrice ?? '0'), currency) ?? 0n;
    for (const id of followed) known.of.add(id);
    fixed.set(key, known);
  });
  return { fixed: [...fixed.values()], percent };
}

function taxed(line: QuoteLine) {
  const { taxCode, requestedTaxRate: taxRate, defaultTaxCode: defaultCode } = line;
  return { line, taxCode, taxRate, defaultCode, way: documentAdjustments.wayOf(line) };
}
