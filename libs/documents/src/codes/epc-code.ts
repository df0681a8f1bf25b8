/** A transfer in euro that a banking app can read from a square code. */
export interface EpcTransfer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** `12.50` */
  readonly amount: string;
  readonly text: string;
}

/** What the guideline allows in one transfer. */
const MOST_CENTS = 99_999_999_999n;

/**
 * The text of a code by EPC069-12, version 2 (the BIC may be absent), in UTF-8. Null for an amount
 * that cannot be transferred so.
 */
export function epcContent({ name, iban, bic, amount, text }: EpcTransfer): string | null {
  const cents = BigInt(amount.replace('.', ''));
  if (cents <= 0n || cents > MOST_CENTS) return null;
  const plain = (line: string, most: number) => line.replace(/\s+/g, ' ').trim().slice(0, most);
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', plain(name, 70), iban, `EUR${amount}`];
  return [...lines, '', '', plain(text, 140)].join('\n');
}
