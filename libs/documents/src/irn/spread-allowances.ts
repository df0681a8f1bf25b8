import { allocate, sumOf, trimDecimal } from '@quittance/money';
import type { PrintableLine } from '../sheets/printable-document.js';

/** A line of what is sold, less what it bears of the allowances of the whole document. */
export interface BearingLine extends PrintableLine {
  /** What it bears of them without tax, in minor units. */
  readonly borne: bigint;
}

/** What is sold, and what of the whole document could not be spread over it. */
export interface SpreadDocument {
  readonly lines: readonly BearingLine[];
  readonly left: readonly PrintableLine[];
}

/**
 * INV-01 knows what is taken off a whole document after tax alone. An allowance ahead of tax
 * lowers the taxable value of the lines that are taxed as it is, by largest remainder of what they
 * come to, and each of its taxes what they bear of that tax. Pure.
 */
export function spreadAllowances(all: readonly PrintableLine[]): SpreadDocument {
  let lines = all.flatMap((line): BearingLine[] =>
    line.adjustment ? [] : [{ ...line, borne: 0n }],
  );
  const left = all.filter((line) => {
    const borne = line.adjustment && bearing(lines, line);
    if (borne) lines = borne;
    return line.adjustment && !borne;
  });
  return { lines, left };
}

/** The lines once they bear an allowance; null where they cannot, and of a charge. */
function bearing(lines: readonly BearingLine[], allowance: PrintableLine): BearingLine[] | null {
  const alike = lines.filter((line) => line.net > 0n && waysOf(line) === waysOf(allowance));
  const taken = -allowance.net;
  if (taken < 0n || taken > sumOf(alike.map(({ net }) => net))) return null;
  if (taken === 0n) return [...lines];
  const nets = allocate(
    taken,
    alike.map(({ net }) => net),
  );
  const taxes = allowance.taxes.map(({ tax }, k) => {
    return allocate(
      -tax,
      alike.map((line) => line.taxes[k]?.tax ?? 0n),
    );
  });
  return lines.map((line): BearingLine => {
    const at = alike.indexOf(line);
    if (at < 0) return line;
    const [net, own] = [nets[at] ?? 0n, taxes.map((each) => each[at] ?? 0n)];
    return {
      ...line,
      borne: line.borne + net,
      net: line.net - net,
      total: line.total - net - sumOf(own),
      taxes: line.taxes.map((each, k) => ({ ...each, tax: each.tax - (own[k] ?? 0n) })),
    };
  });
}

/** How a line is taxed: by which taxes, at which rates. */
function waysOf({ taxes }: PrintableLine): string {
  return JSON.stringify(taxes.map(({ kind, rate }) => [kind, trimDecimal(rate)]));
}
