import type { PrintableLine, PrintableTax } from '@quittance/documents';
import { printedOf } from '@quittance/nouns';
import { documentLineMembers } from './document-line.description.js';
import type { DocumentLine } from './document-line.js';
import { roundingCertificate } from './rounding-certificate.js';

/** The columns of a line that are printed, of all documents alike. */
type Line = Omit<DocumentLine, 'productTaxed'>;

const printed = printedOf({ members: documentLineMembers });

export function printableLine(line: Line): PrintableLine {
  return {
    ...printed(line),
    adjustment: line.adjustment && {
      kind: line.adjustment,
      percent: line.adjustmentPercent,
      base: line.adjustmentBase,
    },
    taxes: line.taxes.map(({ kind, jurisdiction, rate, tax, certificate }) => ({
      kind,
      jurisdiction,
      rate,
      tax: BigInt(tax),
      ...(certificate !== undefined && { certificate }),
    })),
    decision: { category: line.taxCategory, reason: line.taxReason },
    supplyKind: line.supplyKind,
    placeOf: line.placeOf,
  };
}

/** One row per tax, place and rate, whatever codes the lines name it by. */
export function printableTaxes(
  lines: readonly Pick<Line, 'position' | 'net' | 'total' | 'taxes'>[],
  pricesIncludeTax: boolean,
): PrintableTax[] {
  const taxes = new Map<string, PrintableTax>();
  for (const { kind, jurisdiction, rate, base, tax } of roundingCertificate(
    lines,
    pricesIncludeTax,
  )) {
    const key = JSON.stringify([kind, jurisdiction, rate]);
    const known = taxes.get(key) ?? { kind, jurisdiction, rate, base: 0n, tax: 0n };
    taxes.set(key, { ...known, base: known.base + base, tax: known.tax + tax });
  }
  return [...taxes.values()];
}
