import { formatDecimal, parseDecimal, pow10, trimDecimal, type Decimal } from '@quittance/money';
import { invalidField } from '@quittance/kernel';
import type { AppliedRate } from './tax-chain.js';

/**
 * The percentage that came with the line, in its shortest writing.
 * @throws DomainError validation_failed when it is none
 */
export function ownRate(text: string, position: number): AppliedRate {
  const percent = parseDecimal(text);
  if (!percent || percent.units < 0n || percent.scale > 6 || isAbove100(percent)) {
    const message = 'taxRate must be a percentage from 0 to 100 with at most 6 decimals.';
    throw invalidField(`/lines/${position}/taxRate`, 'range', message);
  }
  const rate = trimDecimal(formatDecimal(percent));
  return { jurisdiction: null, kind: 'line_rate', rate, compound: false };
}

function isAbove100({ units, scale }: Decimal): boolean {
  return units > 100n * pow10(scale);
}
