import { formatMinor, parseMinor } from '@quittance/money';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoPage } from './client.js';
import { counted, grouped, type Step } from './story.js';

/** Beside the sources: data are not compiled. */
const SAMPLE = join(__dirname, '../../../../../apps/cli/sample/accounts-receivable.csv');
const AS_OF = '2013-12-31';
const CURRENCY = 'USD';

interface Summary {
  readonly imported: number;
  readonly alreadyImported: number;
  readonly customers: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly amounts: readonly { currency: string; total: string; balance: string }[];
}

export const importHistory: Step = {
  title: 'Import the history',
  async run({ staff }) {
    const summary = await staff.post<Summary>('/invoices/import', {
      query: { asOf: AS_OF, currency: CURRENCY },
      raw: { type: 'text/csv', text: readFileSync(SAMPLE, 'utf8') },
    });
    const { imported, alreadyImported, customers, byStatus, amounts } = summary;
    if (imported === 0)
      return [`${grouped(alreadyImported)} invoices are here from an earlier run`];
    const statuses = Object.entries(byStatus).map(([status, n]) => `${grouped(n)} ${status}`);
    return [
      `${grouped(imported)} invoices of ${customers} customers as of ${AS_OF}`,
      statuses.join(', '),
      ...amounts.map(({ currency, total, balance }) => {
        return `${grouped(total)} ${currency} in all, ${grouped(balance)} ${currency} open`;
      }),
    ];
  },
};

/** What is open and overdue by the file alone, to compare the books with. */
function openByTheFile(): { open: bigint; overdue: bigint } {
  const lines = readFileSync(SAMPLE, 'utf8').trim().split('\n').slice(1);
  let [open, late] = [0n, 0n];
  for (const line of lines) {
    const [, , issued = '', due = '', amount = '', , settled = ''] = line.split(',');
    if (dayOf(issued) > AS_OF || dayOf(settled) <= AS_OF) continue;
    const minor = parseMinor(amount, CURRENCY) ?? 0n;
    open += minor;
    if (dayOf(due) < AS_OF) late += minor;
  }
  return { open, overdue: late };
}

/** `1/2/2013` → `2013-01-02`. */
function dayOf(slashed: string): string {
  const [month = '', day = '', year = ''] = slashed.split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const BUCKETS = {
  current: 'not yet due',
  days1To30: '1 to 30 days',
  days31To60: '31 to 60 days',
  days61To90: '61 to 90 days',
  over90: 'over 90 days',
} as const;

interface Statistics {
  readonly currencies: readonly {
    readonly currency: string;
    readonly balance: string;
    readonly overdue: string;
    readonly dso: string | null;
    readonly ageing: Readonly<
      Record<keyof typeof BUCKETS, { readonly count: number; readonly balance: string }>
    >;
  }[];
}

export const ageing: Step = {
  title: `Ageing at ${AS_OF}`,
  async run({ staff }) {
    const { currencies } = await staff.get<Statistics>('/invoices/statistics', { asOf: AS_OF });
    const file = openByTheFile();
    const own = currencies.filter(({ currency }) => currency === CURRENCY);
    return own.flatMap(({ currency, balance, overdue: late, dso, ageing: buckets }) => [
      `${balance} ${currency} open, ${late} ${currency} overdue, ${dso} days sales outstanding`,
      `the file alone says ${formatMinor(file.open, currency)} and ` +
        `${formatMinor(file.overdue, currency)}`,
      ...Object.entries(BUCKETS).map(([bucket, label]) => {
        const { count, balance: sum } = buckets[bucket as keyof typeof BUCKETS];
        return `${label.padEnd(14)}${String(count).padStart(3)} ${sum.padStart(8)} ${currency}`;
      }),
    ]);
  },
};

interface Overdue {
  readonly daysOverdue: number;
  readonly number: string;
  readonly currency: string;
  readonly balance: string;
  readonly billTo: { readonly name: string };
}

export const overdue: Step = {
  title: `Overdue at ${AS_OF}`,
  async run({ staff }) {
    const query = { asOf: AS_OF, sort: 'dueDate', pageSize: 3 };
    const { total, data } = await staff.get<DemoPage<Overdue>>('/invoices/overdue', query);
    return [
      `${counted(total, 'invoice')}, the oldest:`,
      ...data.map(({ number, daysOverdue, balance, currency, billTo }) => {
        return `${number} of ${billTo.name}: ${balance} ${currency}, ${daysOverdue} days late`;
      }),
    ];
  },
};
