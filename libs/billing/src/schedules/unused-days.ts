import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import { divideRounded, minOf } from '@quittance/money';
import type { DocumentsWithin } from '@quittance/receivables';

type Held = Awaited<ReturnType<typeof DocumentsWithin.holdBilledLines>>;
/** A line that bills a period of the schedule. */
export type HeldLine = Held['lines'][number];
/** What no note has given back of what an invoice asks at the same taxes. */
export type HeldLeft = Held['left'][number];

/** What a line of an invoice gives back, as its days from a day on are not served. Minor units. */
export interface UnusedDays {
  readonly line: HeldLine;
  readonly start: LocalDate;
  /** The last of them. */
  readonly end: LocalDate;
  readonly days: number;
  /** All days of the period that was billed. */
  readonly of: number;
  readonly asked: bigint;
  /** No more than credit notes have left of the line. */
  readonly amount: bigint;
}

/** What comes back, and the invoices of which nothing is left by that. */
export interface UnusedWithin {
  readonly unused: readonly UnusedDays[];
  readonly emptied: ReadonlySet<InvoiceId>;
}

/**
 * What comes back of a billed line where nothing is served from `on`: what it asked for the days
 * from then on, rounded once as credits are, half a minor unit away from zero. Of prices that
 * include tax these are gross. Pure. Null where nothing comes back.
 */
export function unusedDays(line: HeldLine, on: LocalDate): UnusedDays | null {
  const { periodStart, periodEnd, pricesIncludeTax } = line;
  const start = on > periodStart ? on : periodStart;
  if (start > periodEnd) return null;
  const of = daysBetween(periodStart, periodEnd) + 1;
  const days = daysBetween(start, periodEnd) + 1;
  const asked = pricesIncludeTax ? line.total : line.net;
  const left = asked - (pricesIncludeTax ? line.creditedTotal : line.creditedNet);
  const amount = minOf(divideRounded(asked * BigInt(days), BigInt(of)), left);
  if (amount <= 0n) return null;
  return { line, start, end: addDays(start, days - 1), days, of, asked, amount };
}

/**
 * The same of many lines, within what is left of their invoices. What was credited without naming
 * a line was credited of all that bear its taxes; so less comes back, with the tax of that, and no
 * note is more than its invoice has left. Pure.
 */
export function unusedWithin(
  lines: readonly HeldLine[],
  left: readonly HeldLeft[],
  on: LocalDate,
): UnusedWithin {
  const rests = new Rests(left);
  const unused = lines.flatMap((line): UnusedDays[] => {
    const days = unusedDays(line, on);
    const amount = days && rests.take(days);
    return amount ? [{ ...days, amount }] : [];
  });
  const emptied = unused.filter(({ line }) => rests.isEmpty(line));
  return { unused, emptied: new Set(emptied.map(({ line }) => line.invoiceId)) };
}

type Rest = Record<'net' | 'total', bigint>;

/** What is left of invoices, and of what each asks at the same taxes. */
class Rests {
  private readonly whole = new Map<InvoiceId, Rest>();
  private readonly alike = new Map<string, Rest>();

  constructor(left: readonly HeldLeft[]) {
    for (const { invoiceId, taxedAs, net, total } of left) {
      this.alike.set(keyOf({ invoiceId, taxedAs }), { net, total });
      const sum = this.whole.get(invoiceId) ?? { net: 0n, total: 0n };
      this.whole.set(invoiceId, { net: sum.net + net, total: sum.total + total });
    }
  }

  /** As much of it as may come back, which is then no longer left; 0 where nothing is. */
  take({ line, amount }: UnusedDays): bigint {
    const { whole, alike } = this.of(line);
    const by = line.pricesIncludeTax ? 'total' : 'net';
    let most = minOf(amount, minOf(alike[by], whole[by]));
    // What others take off at other taxes may leave less of the invoice than this with its tax.
    if (by === 'net' && whole.total < alike.total && line.total > 0n) {
      most = minOf(most, (whole.total * line.net) / line.total);
    }
    if (most <= 0n) return 0n;
    const asked = line[by];
    const taken = {
      net: by === 'net' ? most : divideRounded(most * line.net, asked),
      // In full, so that what is left is never less than it is taken for.
      total: by === 'net' ? (most * line.total + asked - 1n) / asked : most,
    };
    for (const rest of [whole, alike]) {
      rest.net -= taken.net;
      rest.total -= taken.total;
    }
    return most;
  }

  isEmpty(line: HeldLine): boolean {
    return this.of(line).whole[line.pricesIncludeTax ? 'total' : 'net'] <= 0n;
  }

  private of(line: HeldLine) {
    const nothing = () => ({ net: 0n, total: 0n });
    const whole = this.whole.get(line.invoiceId) ?? nothing();
    return { whole, alike: this.alike.get(keyOf(line)) ?? nothing() };
  }
}

const keyOf = ({ invoiceId, taxedAs }: Pick<HeldLine, 'invoiceId' | 'taxedAs'>) =>
  `${invoiceId} ${taxedAs}`;
