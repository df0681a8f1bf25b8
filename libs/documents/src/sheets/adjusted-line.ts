import type { Labels } from '../labels/labels.js';
import { behind, isolated, type Figures } from './figures.js';
import type { PrintableLine } from './printable-document.js';

type Adjusted = Pick<PrintableLine, 'description' | 'adjustment'>;

/** What a line is of; of the whole document, whether it is taken off or put on. Pure. */
export function nameOfLine({ description, adjustment }: Adjusted, labels: Labels): string {
  if (!adjustment) return description;
  const kind = adjustment.kind === 'allowance' ? labels.allowance : labels.surcharge;
  return behind(`${kind}:`, description);
}

/** Of a percentage what it is of: 5 % × 100.00. Pure. */
export function shareOfLine(
  { adjustment }: Pick<Adjusted, 'adjustment'>,
  write: Figures,
): string | null {
  const { percent = null, base = null } = adjustment ?? {};
  if (percent === null || base === null) return null;
  return isolated(`${write.percent(percent)} × ${write.amount(base)}`);
}
