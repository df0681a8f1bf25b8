import { addDays } from '@quittance/calendar';
import { csvTextOf } from '@quittance/http/host';
import type { StatementView } from '@quittance/reporting/host';

const COLUMNS = ['currency', 'date', 'kind', 'number', 'documentId', 'amount', 'balance'] as const;

/**
 * A statement as rows: each currency begins with its balance of the day before, and ends with that
 * of the last day.
 */
export function statementCsv({
  from,
  to,
  currencies,
}: Pick<StatementView, 'from' | 'to' | 'currencies'>): string {
  const before = addDays(from, -1);
  const rows = currencies.flatMap(({ currency, openingBalance, closingBalance, movements }) => [
    { currency, date: before, kind: 'opening_balance', balance: openingBalance },
    ...movements.map((movement) => ({ currency, ...movement })),
    { currency, date: to, kind: 'closing_balance', balance: closingBalance },
  ]);
  return csvTextOf(rows, COLUMNS);
}
