import { divideRounded, formatMinor, formatUnits, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { InvoiceStatus } from '../invoices/invoice.js';
import { DSO_DAYS } from './statistics.sql.js';

export const AGEING_BUCKETS = [
  'current',
  'days1To30',
  'days31To60',
  'days61To90',
  'over90',
] as const;
export type AgeingBucket = (typeof AGEING_BUCKETS)[number];

/** A row of the figures: sums as decimal text of minor units. */
export type FiguresRow = {
  readonly status: InvoiceStatus;
  readonly currency: Currency;
  readonly count: number;
  readonly total: string;
  readonly balance: string;
  readonly billed: string;
} & Readonly<Record<AgeingBucket | `${AgeingBucket}Disputed`, string>> &
  Readonly<Record<`${AgeingBucket}Count`, number>>;

const OVERDUE = AGEING_BUCKETS.filter((name) => name !== 'current');
/** Not yet, or no longer, owed: they are no receivables and count for no sales. */
const NOT_ISSUED: ReadonlySet<InvoiceStatus> = new Set(['draft', 'pending', 'void', 'cancelled']);

/** Sums of one group of invoices in one currency, in minor units. */
interface Sums {
  count: number;
  total: bigint;
  balance: bigint;
  disputed: bigint;
  readonly ageing: Record<AgeingBucket, { count: number; balance: bigint; disputed: bigint }>;
  receivable: bigint;
  billed: bigint;
}

function sumRows(rows: readonly FiguresRow[]): Sums {
  const ageing = Object.fromEntries(
    AGEING_BUCKETS.map((name) => [name, { count: 0, balance: 0n, disputed: 0n }]),
  ) as Sums['ageing'];
  const none = { count: 0, total: 0n, balance: 0n, disputed: 0n, receivable: 0n, billed: 0n };
  const sums: Sums = { ...none, ageing };
  for (const row of rows) {
    sums.count += row.count;
    sums.total += BigInt(row.total);
    sums.balance += BigInt(row.balance);
    for (const name of AGEING_BUCKETS) {
      ageing[name].count += row[`${name}Count`];
      ageing[name].balance += BigInt(row[name]);
      const disputed = BigInt(row[`${name}Disputed`]);
      ageing[name].disputed += disputed;
      sums.disputed += disputed;
    }
    if (NOT_ISSUED.has(row.status)) continue;
    sums.receivable += BigInt(row.balance);
    sums.billed += BigInt(row.billed);
  }
  return sums;
}

/** The figures that a status and a currency have in common. */
function figuresView(sums: Sums, currency: Currency) {
  const overdue = OVERDUE.map((name) => sums.ageing[name]);
  return {
    currency,
    count: sums.count,
    total: formatMinor(sums.total, currency),
    balance: formatMinor(sums.balance, currency),
    disputed: formatMinor(sums.disputed, currency),
    overdue: formatMinor(
      overdue.reduce((sum, each) => sum + each.balance, 0n),
      currency,
    ),
    overdueCount: overdue.reduce((sum, each) => sum + each.count, 0),
  };
}

/**
 * Days sales outstanding, one decimal: what is owed of issued invoices against what was billed in
 * the last 90 days. Null when nothing was billed.
 */
function daysSalesOutstanding({ receivable, billed }: Sums): string | null {
  if (billed <= 0n) return null;
  return formatUnits(divideRounded(receivable * BigInt(DSO_DAYS) * 10n, billed), 1);
}

function currencyView(rows: readonly FiguresRow[], currency: Currency) {
  const sums = sumRows(rows);
  const ageing = Object.fromEntries(
    AGEING_BUCKETS.map((name) => {
      const { count, balance, disputed } = sums.ageing[name];
      const written = [balance, disputed].map((amount) => formatMinor(amount, currency));
      return [name, { count, balance: written[0], disputed: written[1] }];
    }),
  ) as Record<AgeingBucket, { count: number; balance: string; disputed: string }>;
  return { ...figuresView(sums, currency), ageing, dso: daysSalesOutstanding(sums) };
}

/** The figures of a company by status and by currency. */
export function statisticsView(asOf: LocalDate, rows: readonly FiguresRow[]) {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return {
    asOf,
    statuses: rows.map((row) => ({
      status: row.status,
      ...figuresView(sumRows([row]), row.currency),
    })),
    currencies: currencies.map((currency) =>
      currencyView(
        rows.filter((row) => row.currency === currency),
        currency,
      ),
    ),
  };
}

export type InvoiceStatistics = ReturnType<typeof statisticsView>;
