import { formatMinor, type Currency } from '@quittance/money';
import { disputeStatus, type Dispute } from './dispute.js';
import type { DisputedLine } from './disputed-lines.js';

/** What of lines is in dispute, in major units. */
export const shownLines = (
  lines: readonly DisputedLine[],
  currency: Currency,
): readonly DisputedLine[] =>
  lines.map((line) => ({ ...line, amount: formatMinor(BigInt(line.amount), currency) }));

/** A dispute as the API shows it. */
export function disputeView(dispute: Dispute | null, currency: Currency) {
  if (!dispute) return null;
  const { partPaidAt: _, amount, lines, ...shown } = dispute;
  return {
    ...shown,
    status: disputeStatus(dispute),
    amount: formatMinor(BigInt(amount), currency),
    lines: shownLines(lines, currency),
  };
}
