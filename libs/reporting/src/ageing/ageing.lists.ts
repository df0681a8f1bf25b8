import { moneyAsOf } from '@quittance/receivables';
import { type ListDefinition, type ListField, dateLiteral } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { AccountId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { toldOfAccounts } from '../report-scope.js';

const BUCKETS = [
  ['current', 'f.due_date >= $DAY'],
  ['days1To30', '$DAY - f.due_date between 1 and 30'],
  ['days31To60', '$DAY - f.due_date between 31 and 60'],
  ['days61To90', '$DAY - f.due_date between 61 and 90'],
  ['over90', '$DAY - f.due_date > 90'],
] as const;
type Bucket = (typeof BUCKETS)[number][0];
type Sum = 'balance' | 'overdue' | 'disputed';

interface Row extends Readonly<Record<Bucket | Sum, bigint>> {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  readonly invoices: number;
  readonly oldestDueDate: LocalDate;
}

/** What one customer owes in one currency, by age. Amounts are decimal text. */
export interface AgeingLine extends Readonly<Record<Bucket | Sum, string>> {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  readonly invoices: number;
  readonly oldestDueDate: LocalDate;
}

const column = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const money = (name: string): ListField => ({
  sql: `a.${column(name)}`,
  type: 'money',
  currency: 'a.currency',
  notNull: true,
});

/**
 * What customers owe at the end of a day, by customer, currency and days since the due date. The
 * buckets are those of `GET /invoices/statistics` as of that day, drafts in none; `disputed` is the
 * part of the balance that was in dispute then.
 */
export function ageingList(asOf: LocalDate, timeZone: string): ListDefinition<Row, AgeingLine> {
  const day = dateLiteral(asOf);
  const then = { date: day, timeZone: `'${timeZone.replaceAll("'", "''")}'` };
  const sums = BUCKETS.map(
    ([name, condition]) =>
      `coalesce(sum(f.balance) filter (where ${condition.replaceAll('$DAY', day)}), 0)::bigint
        as ${column(name)}`,
  );
  const from = `
    (select f.company_id, md5(f.account_id::text || f.currency)::uuid as id, f.account_id,
       c.name as account_name, f.currency, count(*)::int as invoices,
       min(f.due_date) as oldest_due_date, sum(f.balance)::bigint as balance,
       coalesce(sum(f.balance) filter (where f.due_date < ${day}), 0)::bigint as overdue,
       sum(f.disputed)::bigint as disputed,
       ${sums.join(', ')}
     from (select i.company_id, i.account_id, i.currency, i.due_date,
         ${moneyAsOf.balance(then)} as balance, ${moneyAsOf.disputed(then)} as disputed
       from receivables.pub_invoice i ${moneyAsOf.joined(then)}
       where i.company_id = $1::uuid and i.issue_date <= ${day} and ${moneyAsOf.issued}) f
     join crm.pub_account c on c.company_id = $1::uuid and c.id = f.account_id
     where f.balance > 0
     group by f.company_id, f.account_id, c.name, f.currency) a`;
  return {
    from,
    select: `a.account_id as "accountId", a.account_name as "accountName", a.currency, a.invoices,
      a.oldest_due_date as "oldestDueDate", a.balance, a.overdue,
      a.disputed,
      ${BUCKETS.map(([name]) => `a.${column(name)} as "${name}"`).join(', ')}`,
    id: 'a.id',
    fields: {
      accountId: { sql: 'a.account_id', type: 'id', shows: { target: 'account' }, notNull: true },
      accountName: { sql: 'a.account_name', type: 'text', notNull: true },
      currency: { sql: 'a.currency', type: 'text', notNull: true },
      invoices: { sql: 'a.invoices', type: 'integer', notNull: true },
      oldestDueDate: { sql: 'a.oldest_due_date', type: 'date', notNull: true },
      balance: money('balance'),
      overdue: money('overdue'),
      disputed: money('disputed'),
      ...Object.fromEntries(BUCKETS.map(([name]) => [name, money(name)])),
    },
    search: ['a.account_name'],
    defaultSort: 'accountName,currency',
    columns: [
      'accountId',
      'accountName',
      'currency',
      'invoices',
      'oldestDueDate',
      ...BUCKETS.map(([name]) => name),
      'overdue',
      'disputed',
      'balance',
    ],
    scope: (ctx, bind) => toldOfAccounts(ctx, ['invoices', 'accounts'], 'a', bind),
    map: lineOf,
  };
}

function lineOf(row: Row): AgeingLine {
  const { accountId, accountName, currency, invoices, oldestDueDate } = row;
  const text = (minor: bigint) => formatMinor(minor, currency);
  return {
    accountId,
    accountName,
    currency,
    invoices,
    oldestDueDate,
    current: text(row.current),
    days1To30: text(row.days1To30),
    days31To60: text(row.days31To60),
    days61To90: text(row.days61To90),
    over90: text(row.over90),
    overdue: text(row.overdue),
    disputed: text(row.disputed),
    balance: text(row.balance),
  };
}
