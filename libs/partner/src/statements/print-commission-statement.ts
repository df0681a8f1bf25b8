import { Injectable } from '@nestjs/common';
import { addDays, addMonths } from '@quittance/calendar';
import { NO_ADDRESS, readCompany } from '@quittance/company';
import { Database, sql } from '@quittance/database';
import { printableHead, type PrintableCommissionStatement } from '@quittance/documents';
import type { Ctx } from '@quittance/kernel';
import { commissionNoun, type Commission } from '../commissions/commission.js';
import type { StatementId } from './commission-statement.js';
import { readStatement } from './statement.repository.js';

/** By commission_statement_index. */
const ENTRIES = sql(`
  select ${commissionNoun.rows.select('c')} from partner.commission c
  where c.company_id = $1 and c.statement_id = $2 order by c.money_on, c.created_at, c.id`);

/** By primary keys. */
const SOLD = sql(`
  select o.id, o.number, a.name as customer from sales.pub_sales_order o
  left join crm.pub_account a on a.company_id = $1 and a.id = o.account_id
  where o.company_id = $1 and o.id = any($2::uuid[])`);

interface Sold {
  readonly id: string;
  readonly number: string;
  readonly customer: string | null;
}

/** By primary key. */
const PARTNER = sql(`
  select l.name from crm.pub_ledger_account l where l.company_id = $1 and l.id = $2`);

/** Reads statements of partners as they are printed: each entry with its base and its rate. */
@Injectable()
export class PrintCommissionStatement {
  constructor(private readonly db: Database) {}

  /**
   * @param sold whether it says of which orders and customers the entries are
   * @throws DomainError not_found
   */
  document(
    ctx: Ctx,
    id: StatementId,
    { sold: isTold }: { readonly sold: boolean },
  ): Promise<PrintableCommissionStatement> {
    return this.db.read(ctx, async (tx) => {
      const statement = await readStatement(tx, id);
      const [company, entries, partner] = await Promise.all([
        readCompany(tx),
        tx.rows<Commission>(ENTRIES, [ctx.companyId, id]),
        tx.one<{ name: string }>(PARTNER, [ctx.companyId, statement.partnerId]),
      ]);
      const ids = isTold ? entries.flatMap(({ orderId }) => orderId ?? []) : [];
      const found = await tx.rows<Sold>(SOLD, [ctx.companyId, [...new Set(ids)]]);
      const sold = new Map(found.map((each) => [each.id, each]));
      const { currency, month, paidOn, carried, earned, reversed, total } = statement;
      const to = addDays(addMonths(month, 1), -1);
      const facts = { company, language: null, email: null };
      const party = { name: partner.name, address: NO_ADDRESS, taxRegistration: null };
      return {
        ...printableHead(facts, party, { currency, changedAt: statement.updatedAt, on: to }),
        kind: 'commission_statement',
        from: month,
        to,
        paidOn,
        carried,
        earned,
        reversed,
        total,
        lines: entries.map((entry) => ({
          on: entry.moneyOn,
          reason: entry.reason,
          orderNumber: (entry.orderId && sold.get(entry.orderId)?.number) ?? null,
          customer: (entry.orderId && sold.get(entry.orderId)?.customer) ?? null,
          base: entry.base,
          baseCurrency: entry.currency,
          rate: entry.rate,
          amount: entry.payoutAmount,
        })),
      };
    });
  }
}
