import { namedSql, sql, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { InvoiceId } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import type { PartnerId } from '../registrations/deal-registration.js';

/** An invoice that somebody earns by, and how far that was looked at. */
export interface CommissionSource {
  readonly invoiceId: InvoiceId;
  readonly orderId: OrderId;
  readonly partnerId: PartnerId;
  /** What it was when it was looked at last. */
  readonly seen: bigint;
  /** Its entries are on hold. */
  readonly stopped: boolean;
  /** `USD/EUR`: money waits for a rate of exchange, of `waitsOn`. Null where none does. */
  readonly waitsFor: string | null;
  readonly waitsOn: LocalDate | null;
}

const FIND = sql(`
  select s.invoice_id as "invoiceId", s.order_id as "orderId", s.partner_id as "partnerId", s.seen,
    s.stopped, s.waits_for as "waitsFor", s.waits_on as "waitsOn"
  from partner.commission_source s where s.company_id = $1 and s.invoice_id = $2`);

export function findSource(tx: Tx, id: InvoiceId): Promise<CommissionSource | undefined> {
  return tx.maybe<CommissionSource>(FIND, [tx.ctx.companyId, id]);
}

/** The category that a product had, by its id; null where it had none. */
export type SoldCategories = Readonly<Record<string, string | null>>;

const CATEGORIES = sql(`
  select s.categories from partner.commission_source s
  where s.company_id = $1 and s.invoice_id = $2`);

/** Of the products that were looked at before, as they were then. */
export async function soldCategories(tx: Tx, id: InvoiceId): Promise<SoldCategories> {
  const params = [tx.ctx.companyId, id];
  const found = await tx.maybe<{ categories: SoldCategories }>(CATEGORIES, params);
  return found?.categories ?? {};
}

/** What was said of a category stays. */
const STORE = namedSql(
  `insert into partner.commission_source as s (company_id, invoice_id, order_id, partner_id, seen,
     stopped, waits_for, waits_on, categories)
   values (:companyId, :invoiceId, :orderId, :partnerId, :seen, :stopped, :waitsFor, :waitsOn,
     :categories)
   on conflict (company_id, invoice_id) do update set seen = excluded.seen,
     stopped = excluded.stopped, waits_for = excluded.waits_for, waits_on = excluded.waits_on,
     categories = excluded.categories || s.categories`,
  {
    values: {
      invoiceId: 'uuid',
      orderId: 'uuid',
      partnerId: 'uuid',
      seen: 'bigint',
      stopped: 'boolean',
      waitsFor: 'text',
      waitsOn: 'date',
      categories: 'jsonb',
    },
  },
);

export async function storeSource(
  tx: Tx,
  { invoiceId, orderId, partnerId, seen, stopped, waitsFor, waitsOn }: CommissionSource,
  categories: SoldCategories = {},
): Promise<void> {
  const links = { invoiceId, orderId, partnerId };
  await STORE.run(tx, { ...links, seen, stopped, waitsFor, waitsOn, categories });
}

/** Money as it was counted, by the movement that it is of. */
export type CountedMoney = ReadonlyMap<string, bigint>;

const COUNTED = sql(`
  select m.movement_id as id, m.amount from partner.settled_money m
  where m.company_id = $1 and m.invoice_id = $2`);

export async function countedMoney(tx: Tx, id: InvoiceId): Promise<CountedMoney> {
  const rows = await tx.rows<{ id: string; amount: bigint }>(COUNTED, [tx.ctx.companyId, id]);
  return new Map(rows.map((row) => [row.id, row.amount]));
}

const COUNT = sql(`
  insert into partner.settled_money (company_id, invoice_id, movement_id, amount)
  select k.id, $2::uuid, n.movement_id, n.amount from company.pub_company k
  cross join (select unnest($3::uuid[]) as movement_id, unnest($4::bigint[]) as amount) as n
  where k.id = $1::uuid
  on conflict (company_id, invoice_id, movement_id) do update set amount = excluded.amount`);

/** Notes that money was counted, so that it is once. */
export async function countMoney(tx: Tx, id: InvoiceId, counted: CountedMoney): Promise<void> {
  if (counted.size === 0) return;
  const amounts = [...counted.values()].map(String);
  await tx.run(COUNT, [tx.ctx.companyId, id, [...counted.keys()], amounts]);
}
