import { Injectable, Optional } from '@nestjs/common';
import {
  CreditPorts,
  type Arrears,
  type ArrearsSource,
  type CurrencySum,
  type ExposurePart,
  type ExposureSource,
} from '@quittance/credit';
import { sql, arrays } from '@quittance/database';
import { BankDisputes } from '../disputes/bank-disputes.port.js';
import { undisputedBalanceOf } from '../disputes/undisputed-balance.js';

/**
 * What is open of unsettled invoices: those with a balance, as one that is paid, void or cancelled
 * has none. By invoice_exposure_index alone.
 */
const SUMS = sql(`
  select i.account_id as "accountId", i.currency, sum(i.balance)::bigint as amount
  from receivables.invoice i
  where i.company_id = $1 and i.account_id = any($2::uuid[]) and i.balance > 0
  group by i.account_id, i.currency`);

/** The same less credit that is not applied; by credit_note_open_index. */
const NET = sql(`
  select s.account_id as "accountId", s.currency, sum(s.amount)::bigint as amount
  from (select i.account_id, i.currency, i.balance as amount from receivables.invoice i
      where i.company_id = $1 and i.account_id = any($2::uuid[]) and i.balance > 0
    union all select n.account_id, n.currency, -n.remaining from receivables.credit_note n
      where n.company_id = $1 and n.account_id = any($2::uuid[]) and n.remaining > 0
        and n.status in ('issued', 'partially_applied')) s
  group by s.account_id, s.currency`);

/** The largest balances of an account; by invoice_exposure_index. */
const PARTS = sql(`
  select i.id, i.number, i.status, i.currency, i.balance as amount
  from receivables.invoice i
  where i.company_id = $1 and i.account_id = $2 and i.balance > 0
  order by i.balance desc, i.id limit $3`);

/**
 * Customers who are late: of what was sent, and of it of what nobody objects to, here or at a bank.
 * By
 * invoice_due_index, or of some accounts by invoice_exposure_index.
 */
const OWING = sql(`
  select i.account_id as "accountId", max(i.due_date) as "latestDueDate"
  from receivables.invoice i
  where i.company_id = $1 and i.balance > 0 and i.due_date <= $2 and i.sent_at is not null
    and ${undisputedBalanceOf('i')} > 0 and i.id <> all($4::uuid[])
    and ($3::uuid[] is null or i.account_id = any($3::uuid[]))
  group by i.account_id order by i.account_id`);

/** Unsettled invoices, as credit counts them. */
export const invoiceExposure: ExposureSource = {
  kind: 'invoices',
  // An invoice is no document that credit is asked for: there is none to leave out.
  sums: (tx, { accountIds }) =>
    tx.rows<CurrencySum>(SUMS, [tx.ctx.companyId, arrays.uuid(accountIds, (id) => id)]),
  netSums: (tx, accountIds) =>
    tx.rows<CurrencySum>(NET, [tx.ctx.companyId, arrays.uuid(accountIds, (id) => id)]),
  async parts(tx, accountId, most) {
    type Row = Omit<ExposurePart, 'net' | 'alsoCountedThrough'>;
    const rows = await tx.rows<Row>(PARTS, [tx.ctx.companyId, accountId, most]);
    return rows.map((row) => ({ ...row, net: row.amount, alsoCountedThrough: [] }));
  },
};

/** Who should have paid. Without a gateway nobody knows of disputes at a bank. */
export function invoiceArrears(disputes?: BankDisputes): ArrearsSource {
  return {
    async owing(tx, dueBy, among) {
      const undecided = (await disputes?.undecided(tx)) ?? [];
      const accounts = among && arrays.uuid(among, (id) => id);
      return tx.rows<Arrears>(OWING, [tx.ctx.companyId, dueBy, accounts, undecided]);
    },
  };
}

/** Tells credit of invoices, from the start of the application on. */
@Injectable()
export class CreditOfInvoices {
  constructor(credit: CreditPorts, @Optional() disputes?: BankDisputes) {
    credit.registerExposure(invoiceExposure);
    credit.registerArrears(invoiceArrears(disputes));
  }
}
