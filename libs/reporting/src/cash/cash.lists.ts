import { PAYMENT_METHODS, type PaymentMethod } from '@quittance/receivables';
import { type ListDefinition, type ListField, dateLiteral } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { Ctx } from '@quittance/kernel';
import { asLiteral, toldOfAccounts } from '../report-scope.js';

interface Row {
  readonly date: LocalDate;
  readonly method: PaymentMethod;
  readonly currency: Currency;
  readonly payments: number;
  readonly refunds: number;
  readonly received: bigint;
  readonly refunded: bigint;
}

/**
 * What came in and went back on one day by one method, in one currency. Amounts are decimal text.
 */
export interface CashLine {
  readonly date: LocalDate;
  readonly method: PaymentMethod;
  readonly currency: Currency;
  readonly payments: number;
  readonly refunds: number;
  readonly received: string;
  readonly refunded: string;
  /** What came in less what went back. */
  readonly net: string;
}

/** The days of a report, both included. */
export interface ReportPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const money = (sql: string): ListField => ({
  sql,
  type: 'money',
  currency: 'c.currency',
  notNull: true,
});

/** What of payments `p` the report tells whoever asks, behind its conditions. */
export function cashTold(ctx: Ctx): string {
  const told = toldOfAccounts(ctx, ['payments'], 'p', asLiteral);
  return told === null ? '' : ` and ${told}`;
}

/**
 * Cash by day and method: payments on the day they were received, refunds on the day they were
 * made. A payment that is pending or has failed is no cash. By payment_received_index.
 */
export function cashList({ from, to }: ReportPeriod, told = ''): ListDefinition<Row, CashLine> {
  const [first, last] = [dateLiteral(from), dateLiteral(to)];
  return {
    from: `
      (select m.company_id, md5(m.date::text || m.method || m.currency)::uuid as id, m.date,
         m.method, m.currency, sum(m.payments)::int as payments, sum(m.refunds)::int as refunds,
         sum(m.received)::bigint as received, sum(m.refunded)::bigint as refunded
       from (
         select p.company_id, p.received_on as date, p.method, p.currency, 1 as payments,
           0 as refunds, p.amount as received, 0 as refunded
         from receivables.pub_payment p
         where p.company_id = $1::uuid and p.status in ('completed', 'refunded')
           and p.received_on between ${first} and ${last}${told}
         union all
         select r.company_id, r.refunded_on, p.method, p.currency, 0,
           (r.amount > 0)::int, 0, r.amount
         from receivables.pub_refund r
         join receivables.pub_payment p on p.company_id = $1::uuid and p.id = r.payment_id
         where r.company_id = $1::uuid and r.refunded_on between ${first} and ${last}${told}) m
       group by m.company_id, m.date, m.method, m.currency) c`,
    select: `c.date, c.method, c.currency, c.payments, c.refunds, c.received, c.refunded`,
    id: 'c.id',
    fields: {
      date: { sql: 'c.date', type: 'date', notNull: true },
      method: { sql: 'c.method', type: 'enum', values: PAYMENT_METHODS, notNull: true },
      currency: { sql: 'c.currency', type: 'text', notNull: true },
      payments: { sql: 'c.payments', type: 'integer', notNull: true },
      refunds: { sql: 'c.refunds', type: 'integer', notNull: true },
      received: money('c.received'),
      refunded: money('c.refunded'),
      net: money('(c.received - c.refunded)'),
    },
    search: [],
    defaultSort: 'date,method,currency',
    columns: ['date', 'method', 'currency', 'payments', 'refunds', 'received', 'refunded', 'net'],
    map: ({ received, refunded, ...row }) => ({
      ...row,
      received: formatMinor(received, row.currency),
      refunded: formatMinor(refunded, row.currency),
      net: formatMinor(received - refunded, row.currency),
    }),
  };
}
