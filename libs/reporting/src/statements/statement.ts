import { formatMinor, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';

/** What moves an account. What is voided takes back what its document charged or credited. */
export const MOVEMENT_KINDS = [
  'invoice',
  'invoice_voided',
  'payment',
  'refund',
  'chargeback',
  'refund_returned',
  'credit_note',
  'credit_note_voided',
  'write_off',
  'write_off_undone',
] as const;
export type StatementMovementKind = (typeof MOVEMENT_KINDS)[number];

/** One movement; minor units, positive where the customer owes more. */
export interface Movement {
  readonly kind: StatementMovementKind;
  readonly documentId: string;
  readonly number: string;
  readonly date: LocalDate;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** What an account came to in one currency before a period. */
export interface Opening {
  readonly currency: Currency;
  readonly amount: bigint;
}

/** One currency of a statement, with the balance after each movement. Minor units. */
export interface StatementPart {
  readonly currency: Currency;
  readonly opening: bigint;
  readonly charged: bigint;
  readonly settled: bigint;
  readonly closing: bigint;
  readonly movements: readonly (Movement & { readonly balance: bigint })[];
}

/** The statement of each currency that was moved or has a balance, in their order. Pure. */
export function statementParts(
  openings: readonly Opening[],
  movements: readonly Movement[],
): StatementPart[] {
  const currencies = new Set([...openings, ...movements].map(({ currency }) => currency));
  return [...currencies].toSorted().flatMap((currency) => {
    const opening = openings
      .filter((each) => each.currency === currency)
      .reduce((sum, { amount }) => sum + amount, 0n);
    const own = movements.filter((each) => each.currency === currency);
    if (opening === 0n && own.length === 0) return [];
    return [partOf(currency, opening, own)];
  });
}

function partOf(
  currency: Currency,
  opening: bigint,
  movements: readonly Movement[],
): StatementPart {
  let balance = opening;
  let [charged, settled] = [0n, 0n];
  const running = movements.map((movement) => {
    const { amount, kind } = movement;
    balance += amount;
    // Nobody is charged by it: what was written off is told to be settled no more.
    if (amount > 0n && kind !== 'write_off_undone') charged += amount;
    else settled -= amount;
    return { ...movement, balance };
  });
  return { currency, opening, charged, settled, closing: balance, movements: running };
}

/** A part as the API shows it: decimal text. */
export function partView({ currency, movements, ...sums }: StatementPart) {
  const text = (minor: bigint) => formatMinor(minor, currency);
  return {
    currency,
    openingBalance: text(sums.opening),
    charged: text(sums.charged),
    settled: text(sums.settled),
    closingBalance: text(sums.closing),
    movements: movements.map(({ kind, documentId, number, date, amount, balance }) => ({
      date,
      kind,
      documentId,
      number,
      amount: text(amount),
      balance: text(balance),
    })),
  };
}

export type StatementPartView = ReturnType<typeof partView>;
