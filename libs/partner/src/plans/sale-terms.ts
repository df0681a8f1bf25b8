import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import { tierOfPartner } from '../members/member.repository.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import type { CommissionPlanId, CommissionTerms } from './commission-plan.js';

/** A sales order that somebody brought. */
export interface BroughtOrder {
  readonly orderId: OrderId;
  readonly partnerId: PartnerId;
  readonly issueDate: LocalDate;
  readonly createdAt: Instant;
}

const ORDER = sql(`
  select o.id as "orderId", o.partner_id as "partnerId", o.issue_date as "issueDate",
    o.created_at as "createdAt"
  from sales.pub_sales_order o
  where o.company_id = $1 and o.partner_id is not null and o.id = coalesce($2::uuid, (
    select s.sales_order_id from sales.pub_subscription s
    where s.company_id = $1 and s.id = $3::uuid))`);

/** The order that an invoice is of, or the subscription that it bills; undefined of no partner's. */
export function broughtOrder(
  tx: Tx,
  of: { readonly salesOrderId: string | null; readonly subscriptionId: string | null },
): Promise<BroughtOrder | undefined> {
  return tx.maybe<BroughtOrder>(ORDER, [tx.ctx.companyId, of.salesOrderId, of.subscriptionId]);
}

const KEPT = sql(`
  select t.partner_id as "partnerId", t.terms from partner.commission_terms t
  where t.company_id = $1 and t.order_id = $2`);
const BOOKED = sql(`
  select 1 from partner.commission c where c.company_id = $1 and c.order_id = $2 limit 1`);
const KEEP = sql(`
  insert into partner.commission_terms (company_id, order_id, partner_id, plan_id, terms)
  select k.id, $2::uuid, $3::uuid, $4::uuid, $5::jsonb from company.pub_company k
  where k.id = $1::uuid
  on conflict (company_id, order_id) do update set partner_id = excluded.partner_id,
    plan_id = excluded.plan_id, terms = excluded.terms`);

interface KeptTerms {
  readonly partnerId: PartnerId;
  readonly terms: CommissionTerms | null;
}

/**
 * By what an order is paid for: the plan as it was when the order was made, kept from then on. It
 * is looked for again only where the order has come to another partner and nothing was booked. The
 * partner is held.
 */
export async function termsOfOrder(tx: Tx, order: BroughtOrder): Promise<KeptTerms> {
  const { companyId } = tx.ctx;
  const kept = await tx.maybe<KeptTerms>(KEPT, [companyId, order.orderId]);
  const moved = kept !== undefined && kept.partnerId !== order.partnerId;
  if (kept && (!moved || (await tx.maybe(BOOKED, [companyId, order.orderId])))) return kept;
  const { partnerId } = order;
  const terms = (await planOf(tx, order)) ?? null;
  const said = terms === null ? null : JSON.stringify(terms);
  await tx.run(KEEP, [companyId, order.orderId, partnerId, terms?.planId ?? null, said]);
  return { partnerId, terms };
}

/** Each plan as it was at an instant. */
const PLANS_AT = sql(`
  select distinct on (v.plan_id) v.plan_id as "planId", v.terms
  from partner.commission_plan_version v
  where v.company_id = $1 and v.since <= $2
  order by v.plan_id, v.version desc`);

async function planOf(tx: Tx, order: BroughtOrder): Promise<CommissionTerms | undefined> {
  const { partnerId, issueDate, createdAt } = order;
  const rows = await tx.rows<{ planId: CommissionPlanId; terms: CommissionTerms }>(PLANS_AT, [
    tx.ctx.companyId,
    createdAt,
  ]);
  const valid = rows
    .map(({ terms }) => terms)
    .filter((terms) => terms.active && isValidOn(terms, issueDate));
  const own = valid.find(({ partnerIds }) => partnerIds.includes(partnerId));
  if (own) return own;
  const tier = await tierOfPartner(tx, partnerId);
  return tier === null ? undefined : valid.find((terms) => terms.tier === tier);
}

function isValidOn({ validFrom, validTo }: CommissionTerms, day: LocalDate): boolean {
  return validFrom <= day && (validTo === null || day <= validTo);
}
