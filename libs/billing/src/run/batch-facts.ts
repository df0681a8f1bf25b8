import { findProducts } from '@quittance/catalog';
import { readCompany } from '@quittance/company';
import { findBillingAccounts, type BillingAccount } from '@quittance/crm';
import { sql, type Tx, arrays } from '@quittance/database';
import { notFound, type AccountId, type ProductId, type ScheduleId } from '@quittance/kernel';
import type { HeldQuotes, TaxQuotes } from '@quittance/tax';
import { invoicePricing } from '@quittance/receivables';
import { orderedInvoices, type OrderId } from '@quittance/sales';
import type { BilledParty, OrderOfSchedule } from './bill-period.js';
import type { LineProducts, Seller } from '@quittance/lines';
import { linesBySchedule, type LineOfSchedule } from '../schedules/lines-by-schedule.js';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import { scheduleLines } from '../schedules/schedule.repository.js';
import type { Schedule } from '../schedules/schedule.js';
import {
  prepareSubscribed,
  type PreparedSubscription,
} from '../subscriptions/prepare-subscribed.js';
import type { PrepareBounds } from '../subscriptions/walk-subscribed.js';

/** Everything that pricing a batch of schedules needs. */
export interface BatchFacts {
  readonly lines: ReadonlyMap<ScheduleId, readonly ScheduleLine[]>;
  readonly accounts: ReadonlyMap<AccountId, BillingAccount>;
  /** What the orders that some came from have their invoices say. */
  readonly orders: ReadonlyMap<OrderId, OrderOfSchedule>;
  /** As they are now, those that were deleted since among them. */
  readonly products: LineProducts;
  readonly seller: Seller;
  /** What the subscriptions among them bill; those that found no room are not in it. */
  readonly subscribed: ReadonlyMap<ScheduleId, PreparedSubscription>;
}

/** The lines of a set of schedules, by prefix of the primary key. */
const LINES_OF_SCHEDULES = sql(`
  select ${scheduleLines.select('l')}
  from billing.schedule_line l
  where l.company_id = $1 and l.schedule_id = any($2::uuid[])`);

/**
 * Four statements in one round trip, however many schedules, one more each where there are orders
 * among them and where lines have products, and a few where there are subscriptions.
 * @param others lines that are to be priced beside them
 */
export async function loadFacts(
  tx: Tx,
  taxes: TaxQuotes,
  held: HeldQuotes,
  schedules: readonly Schedule[],
  bounds: PrepareBounds,
  others: readonly Pick<ScheduleLine, 'productId'>[] = [],
): Promise<BatchFacts> {
  const accountIds = [...new Set(schedules.map(({ accountId }) => accountId))];
  const orderIds = new Set(schedules.flatMap(({ salesOrderId }) => salesOrderId ?? []));
  const [lines, accounts, orders, company, basis] = await Promise.all([
    tx.rows<LineOfSchedule>(LINES_OF_SCHEDULES, [
      tx.ctx.companyId,
      arrays.uuid(schedules, ({ id }) => id),
    ]),
    findBillingAccounts(tx, accountIds),
    orderedInvoices.references(tx, [...orderIds]),
    readCompany(tx),
    taxes.load(tx, held),
  ]);
  const currencies = schedules.map(({ currency }) => currency);
  await taxes.readAhead(tx, company, held, currencies);
  const subscribed = await prepareSubscribed(tx, schedules, bounds, company.timeZone);
  const products = await productsSold(tx, [...lines, ...others, ...subscribedLines(subscribed)]);
  return {
    lines: linesBySchedule(lines),
    accounts,
    orders,
    products,
    subscribed,
    seller: invoicePricing.seller(company, basis),
  };
}

/**
 * Whom a schedule bills, and by which order.
 * @throws DomainError not_found
 */
export function billedBy(
  { accountId, salesOrderId }: Pick<Schedule, 'accountId' | 'salesOrderId'>,
  { accounts, orders }: BatchFacts,
): BilledParty {
  const account = accounts.get(accountId);
  if (!account) throw notFound({ object: 'account' });
  return { account, order: (salesOrderId && orders.get(salesOrderId)) ?? null };
}

/** A product that is sold no longer is billed all the same where a schedule has it. */
function productsSold(
  tx: Tx,
  lines: readonly Pick<ScheduleLine, 'productId'>[],
): Promise<LineProducts> {
  const ids = new Set<ProductId>();
  for (const { productId } of lines) if (productId) ids.add(productId);
  return findProducts(tx, [...ids], { withDeleted: true });
}

function subscribedLines(prepared: BatchFacts['subscribed']) {
  return [...prepared.values()].flatMap(({ steps }) => steps.flatMap(({ lines }) => lines));
}
