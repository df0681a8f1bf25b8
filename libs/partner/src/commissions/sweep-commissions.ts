import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import type { Ctx, InvoiceId } from '@quittance/kernel';
import { settledInvoices } from '@quittance/receivables';
import type { OrderId } from '@quittance/sales';
import { bookCommissions } from './book-commissions.js';

const BATCH = 500;
const NONE = '00000000-0000-0000-0000-000000000000';

/** By commission_pending_index. */
const MAKE_PAYABLE = sql(`
  update partner.commission set status = 'payable', version = version + 1, updated_at = $3
  where company_id = $1 and status = 'pending' and available_on <= $2`);

const SOURCES = sql(`
  select s.invoice_id as id, s.seen, s.stopped or s.waits_for is not null as waits
  from partner.commission_source s
  where s.company_id = $1 and s.invoice_id > $2 order by s.invoice_id limit ${BATCH}`);

const ORDERS = sql(`
  select t.order_id as id from partner.commission_terms t
  where t.company_id = $1 and t.order_id > $2 and t.plan_id is not null
  order by t.order_id limit ${BATCH}`);

const KNOWN = sql(`
  select s.invoice_id as id from partner.commission_source s
  where s.company_id = $1 and s.invoice_id = any($2::uuid[])`);

interface SourceRow {
  readonly id: InvoiceId;
  readonly seen: bigint;
  /** For a rate of exchange, or for the end of a dispute, which does not show in the invoice. */
  readonly waits: boolean;
}

/** What came of a sweep. */
export interface SweptCommissions {
  /** Entries whose days on hold are over. */
  readonly payable: number;
  /** Invoices that were looked at again. */
  readonly booked: number;
}

/**
 * Lets go what was held long enough, and books what no event told of: an invoice that changed since
 * it was looked at, money that waited for a rate of exchange, and what was held for a dispute.
 */
@Injectable()
export class SweepCommissions {
  constructor(private readonly db: Database) {}

  /** @param fault told of an invoice that could not be booked; it keeps no other waiting */
  async execute(
    ctx: Ctx,
    fault: (error: unknown, invoiceId: InvoiceId) => void,
  ): Promise<SweptCommissions> {
    let booked = 0;
    const book = async (ids: readonly InvoiceId[]) => {
      for (const id of ids) {
        try {
          await this.db.write(ctx, (tx) => bookCommissions(tx, id));
          booked++;
        } catch (error) {
          fault(error, id);
        }
      }
    };
    for (let after: string | undefined = NONE; after !== undefined;) {
      const page: Page = await this.db.read(ctx, (tx) => staleSources(tx, String(after)));
      await book(page.ids);
      after = page.last;
    }
    for (let after: string | undefined = NONE; after !== undefined;) {
      const page: Page = await this.db.read(ctx, (tx) => unknownInvoices(tx, String(after)));
      await book(page.ids);
      after = page.last;
    }
    return { booked, payable: await this.makePayable(ctx) };
  }

  private makePayable(ctx: Ctx): Promise<number> {
    return this.db.write(ctx, async (tx) =>
      tx.run(MAKE_PAYABLE, [ctx.companyId, await readToday(tx), ctx.now]),
    );
  }
}

/** Invoices to look at, and behind what to go on; nothing where that was the last. */
interface Page {
  readonly ids: readonly InvoiceId[];
  readonly last: string | undefined;
}

async function staleSources(tx: Tx, after: string): Promise<Page> {
  const rows = await tx.rows<SourceRow>(SOURCES, [tx.ctx.companyId, after]);
  const seen = await settledInvoices.seenOf(
    tx,
    rows.map(({ id }) => id),
  );
  const stale = rows.filter((row) => row.waits || seen.get(row.id) !== row.seen);
  return { ids: stale.map(({ id }) => id), last: lastOf(rows) };
}

async function unknownInvoices(tx: Tx, after: string): Promise<Page> {
  const orders = await tx.rows<{ id: OrderId }>(ORDERS, [tx.ctx.companyId, after]);
  const ids = await settledInvoices.ofOrders(
    tx,
    orders.map(({ id }) => id),
  );
  const rows = await tx.rows<{ id: InvoiceId }>(KNOWN, [tx.ctx.companyId, ids]);
  const known = new Set(rows.map(({ id }) => id));
  return { ids: ids.filter((id) => !known.has(id)), last: lastOf(orders) };
}

function lastOf(rows: readonly { readonly id: string }[]): string | undefined {
  return rows.length < BATCH ? undefined : rows.at(-1)?.id;
}
