import type { ListDefinition, ListField } from '@quittance/lists';
import { formatMinor, type Currency } from '@quittance/money';
import type { AccountId } from '@quittance/kernel';
import { toldOfAccounts } from '../report-scope.js';

export const UTILISATION_HOLDS = ['hard', 'soft'] as const;
export type UtilisationHold = (typeof UTILISATION_HOLDS)[number];

/** How amounts of one currency become those of another, exactly. */
export interface UtilisationRate {
  readonly from: Currency;
  readonly to: Currency;
  readonly dividend: bigint;
  readonly divisor: bigint;
}

interface Row {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  readonly creditLimit: bigint | null;
  readonly exposure: bigint | null;
  readonly available: bigint | null;
  readonly utilisation: string | null;
  readonly hold: UtilisationHold | null;
}

/** How much of its credit one customer uses, in its credit currency. Amounts are decimal text. */
export interface UtilisationLine {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  /** Null: no limit. */
  readonly creditLimit: string | null;
  /** Null where a rate is missing. */
  readonly exposure: string | null;
  readonly available: string | null;
  /** Percent of the limit with two decimals, cut off; null without one, and where it is 0. */
  readonly utilisation: string | null;
  /** The strongest that is placed. */
  readonly hold: UtilisationHold | null;
}

const money = (column: string): ListField => ({
  sql: `a.${column}`,
  type: 'money',
  currency: 'a.currency',
});

/** Orders that count, as credit counts them. */
export const OPEN_ORDER_STATUSES = `('pending', 'pending_approval', 'confirmed', 'in_production',
  'shipped')`;

/** What customers owe and have ordered, by currency: unsettled invoices and open orders. */
const SUMS = `
  select e.account_id, e.currency, sum(e.amount) as amount
  from (select i.account_id, i.currency, i.balance as amount
      from receivables.pub_invoice i where i.company_id = $1::uuid and i.balance > 0
    union all select o.account_id, o.currency, o.value
      from sales.pub_sales_order o
      where o.company_id = $1::uuid and o.status in ${OPEN_ORDER_STATUSES}) e
  group by e.account_id, e.currency`;

/** What is in the currency stays; half a minor unit is rounded up, as nothing is below 0. */
const CONVERTED = `case when s.currency = l.default_currency then s.amount
  else div(2 * s.amount * r.dividend + r.divisor, 2 * r.divisor) end`;

/**
 * Customers that have a limit, owe anything or are held, with how much of their credit they use:
 * as `GET /accounts/{id}/credit` counts it, each currency converted and rounded once.
 */
export function creditUtilisationList(
  rates: readonly UtilisationRate[],
): ListDefinition<Row, UtilisationLine> {
  // Codes and whole numbers alone; the first row is there so that there is one.
  const values = [
    `('', '', 1::numeric, 1::numeric)`,
    ...rates.map((each) => `('${each.from}', '${each.to}', ${each.dividend}, ${each.divisor})`),
  ];
  const from = `
    (select l.company_id, l.account_id as id, l.account_id, l.name as account_name,
       l.default_currency as currency, l.credit_limit, e.exposure,
       l.credit_limit - e.exposure as available, h.hold,
       round(div(e.exposure::numeric * 10000, nullif(l.credit_limit, 0)) / 100, 2) as utilisation
     from crm.pub_ledger_account l
     cross join lateral (
       select case when bool_and(x.converted is not null) is false then null
         else coalesce(sum(x.converted), 0)::bigint end as exposure
       from (select ${CONVERTED} as converted
         from (${SUMS}) s
         left join (values ${values.join(', ')}) r (base, quote, dividend, divisor)
           on r.base = s.currency and r.quote = l.default_currency
         where s.account_id = l.account_id) x) e
     left join (select h.account_id, min(h.strength) as hold
       from credit.pub_credit_hold h
       where h.company_id = $1::uuid and h.status = 'placed'
       group by h.account_id) h on h.account_id = l.account_id
     where l.company_id = $1::uuid and l.account_id is not null and (l.credit_limit is not null
       or e.exposure is distinct from 0 or h.hold is not null)) a`;
  return {
    from,
    select: `a.account_id as "accountId", a.account_name as "accountName", a.currency,
      a.credit_limit as "creditLimit", a.exposure, a.available, a.utilisation, a.hold`,
    id: 'a.id',
    fields: {
      accountId: { sql: 'a.account_id', type: 'id', shows: { target: 'account' }, notNull: true },
      accountName: { sql: 'a.account_name', type: 'text', notNull: true },
      currency: { sql: 'a.currency', type: 'text', notNull: true },
      creditLimit: money('credit_limit'),
      exposure: money('exposure'),
      available: money('available'),
      utilisation: { sql: 'a.utilisation', type: 'decimal' },
      hold: { sql: 'a.hold', type: 'enum', values: UTILISATION_HOLDS },
    },
    search: ['a.account_name'],
    defaultSort: 'accountName,accountId',
    columns: [
      'accountId',
      'accountName',
      'currency',
      'creditLimit',
      'exposure',
      'available',
      'utilisation',
      'hold',
    ],
    scope: (ctx, bind) => toldOfAccounts(ctx, ['accounts', 'credit-checks'], 'a', bind),
    map: lineOf,
  };
}

function lineOf(row: Row): UtilisationLine {
  const { accountId, accountName, currency, hold } = row;
  const text = (minor: bigint | null) => (minor === null ? null : formatMinor(minor, currency));
  return {
    accountId,
    accountName,
    currency,
    creditLimit: text(row.creditLimit),
    exposure: text(row.exposure),
    available: text(row.available),
    utilisation: row.utilisation,
    hold,
  };
}
