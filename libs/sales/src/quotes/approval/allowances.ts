import { documentAdjustments } from '@quittance/lines';
import { allocate, decimal, divideRounded, pow10 } from '@quittance/money';
import { followedBy } from '../../pricing/quote-adjustments.js';
import type { QuoteLine } from '../lines/quote-line.description.js';

/** What allowances of the whole quote take off a line; minor units. */
export interface TakenOff {
  readonly net: bigint;
  readonly total: bigint;
}

type Line = Pick<
  QuoteLine,
  | 'id'
  | 'kind'
  | 'selected'
  | 'adjustment'
  | 'adjustmentPercent'
  | 'taxCode'
  | 'requestedTaxRate'
  | 'defaultTaxCode'
  | 'taxCategory'
  | 'taxReason'
  | 'taxes'
  | 'net'
  | 'total'
>;

/**
 * What allowances of the whole quote take off each line, so that nothing is given away by them that
 * approval would be asked for on a line. A percentage is one of options too, as they may be chosen;
 * an amount is spread over what is. Charges give nothing away. Pure.
 */
export function allowancesByLine(lines: readonly Line[]): ReadonlyMap<QuoteLine['id'], TakenOff> {
  const taken = new Map<QuoteLine['id'], TakenOff>();
  const take = ({ id }: Line, net: bigint, total: bigint) => {
    const before = taken.get(id) ?? { net: 0n, total: 0n };
    taken.set(id, { net: before.net + net, total: before.total + total });
  };
  const once = lines.flatMap((line) => (line.kind === 'one_off' ? [taxed(line)] : []));
  for (const allowance of lines.filter(({ adjustment }) => adjustment === 'allowance')) {
    const followed = followedBy(taxed(allowance), once).map(({ line }) => line);
    const { adjustmentPercent: percent } = allowance;
    if (percent !== null) {
      for (const line of followed)
        take(line, partOf(line.net, percent), partOf(line.total, percent));
      continue;
    }
    const chosen = followed.filter(({ selected, net }) => selected && net > 0n);
    if (chosen.length === 0) continue;
    const nets = allocate(
      -allowance.net,
      chosen.map(({ net }) => net),
    );
    const totals = allocate(
      -allowance.total,
      chosen.map(({ total }) => total),
    );
    chosen.forEach((line, i) => take(line, nets[i] ?? 0n, totals[i] ?? 0n));
  }
  return taken;
}

function taxed(line: Line) {
  const { taxCode, requestedTaxRate: taxRate, defaultTaxCode: defaultCode } = line;
  return { line, taxCode, taxRate, defaultCode, way: documentAdjustments.wayOf(line) };
}

function partOf(amount: bigint, percent: string): bigint {
  const { units, scale } = decimal(percent);
  return divideRounded(amount * units, 100n * pow10(scale));
}
