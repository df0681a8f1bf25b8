import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './client.js';
import { grouped, type Step } from './story.js';

/** Beside the sources: data are not compiled. */
const SAMPLE = join(__dirname, '../../../../../apps/cli/sample/accounts-receivable.csv');
const AS_OF = '2013-12-31';

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
      query: { asOf: AS_OF, currency: 'USD' },
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

interface Statistics {
  readonly currencies: readonly {
    readonly currency: string;
    readonly ageing: Readonly<Record<string, { readonly count: number; readonly balance: string }>>;
  }[];
}

export const ageing: Step = {
  title: `Ageing at ${AS_OF}`,
  async run({ staff }) {
    const { currencies } = await staff.get<Statistics>('/invoices/statistics', { asOf: AS_OF });
    return currencies.flatMap(({ currency, ageing: buckets }) =>
      Object.entries(buckets).map(
        ([bucket, { count, balance }]) =>
          `${bucket.padEnd(10)}${String(count).padStart(4)} invoices ${balance.padStart(10)} ${currency}`,
      ),
    );
  },
};

interface Overdue {
  readonly number: string;
  readonly dueDate: string;
  readonly currency: string;
  readonly balance: string;
  readonly billTo: { readonly name: string };
}

export const overdue: Step = {
  title: `Overdue at ${AS_OF}`,
  async run({ staff }) {
    const query = { asOf: AS_OF, sort: 'dueDate', pageSize: 3 };
    const { total, data } = await staff.get<Page<Overdue>>('/invoices/overdue', query);
    return [
      `${total} invoices, the oldest:`,
      ...data.map(({ number, dueDate, balance, currency, billTo }) => {
        return `${number} of ${billTo.name}, due ${dueDate}: ${balance} ${currency}`;
      }),
    ];
  },
};
