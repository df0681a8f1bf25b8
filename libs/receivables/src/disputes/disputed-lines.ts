import { invalidField, type Id } from '@quittance/kernel';
import {
  decimal,
  divideRounded,
  formatMinor,
  minOf,
  parseDecimal,
  pow10,
  type Currency,
} from '@quittance/money';

/** A line of an invoice, with what it comes to in minor units. */
export interface DisputableLine {
  readonly id: Id<'invoice-line'>;
  readonly total: bigint;
  readonly quantity: string;
}

/** What of a line somebody objects to: all of it when neither is said. */
export interface AskedLine {
  readonly lineId: Id<'invoice-line'>;
  /** Minor units. */
  readonly amount?: bigint | undefined;
  /** Pieces, as decimal text. */
  readonly quantity?: string | undefined;
}

/** What of a line is in dispute. */
export interface DisputedLine {
  readonly lineId: Id<'invoice-line'>;
  /** Minor units as decimal text: it is stored as JSON. */
  readonly amount: string;
  /** How many pieces that is, where they were told. */
  readonly quantity: string | null;
}

/**
 * What of lines is objected to, none of them twice and none for more than it comes to. Pure.
 * @throws DomainError validation_failed
 */
export function disputedLines(
  lines: readonly DisputableLine[],
  asked: readonly AskedLine[],
  currency: Currency,
): DisputedLine[] {
  return asked.map(({ lineId, amount, quantity }, i) => {
    const pointer = `/lines/${i}`;
    const line = lines.find(({ id }) => id === lineId);
    if (!line) {
      throw invalidField(
        `${pointer}/lineId`,
        'reference_not_found',
        'The invoice has no such line.',
      );
    }
    if (asked.findIndex((each) => each.lineId === lineId) !== i) {
      throw invalidField(`${pointer}/lineId`, 'duplicate', 'is named twice');
    }
    if (amount !== undefined && quantity !== undefined) {
      throw invalidField(`${pointer}/quantity`, 'state', 'is told beside an amount');
    }
    if (line.total <= 0n) {
      throw invalidField(`${pointer}/lineId`, 'min', 'must come to more than 0');
    }
    const part =
      quantity === undefined
        ? (amount ?? line.total)
        : amountOf(line, quantity, `${pointer}/quantity`);
    if (part > line.total) {
      const message = `must be at most ${formatMinor(line.total, currency)}`;
      throw invalidField(`${pointer}/amount`, 'max', message);
    }
    return { lineId, amount: part.toString(), quantity: quantity ?? null };
  });
}

/** Of so many pieces what the whole line comes to, tax included. */
function amountOf({ total, quantity }: DisputableLine, asked: string, pointer: string): bigint {
  const part = parseDecimal(asked);
  const whole = decimal(quantity);
  if (!part || part.units <= 0n) throw invalidField(pointer, 'min', 'must be greater than 0');
  const scale = Math.max(part.scale, whole.scale);
  const units = part.units * pow10(scale - part.scale);
  const most = whole.units * pow10(scale - whole.scale);
  if (units > most) throw invalidField(pointer, 'max', `must be at most ${quantity}`);
  const exact = divideRounded(total * units, most);
  // A piece of very little is still something that is objected to.
  return exact > 0n ? exact : minOf(1n, total);
}
