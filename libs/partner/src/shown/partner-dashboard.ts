import { addDays, type LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { PartnerScope } from '../registrations/partner-scope.js';
import { commissionSums, type CommissionSums } from './shown-commission.js';

/** What a partner begins its day with; a tile is there only with its right. */
export interface PartnerDashboard {
  readonly registrations: RegistrationCounts;
  /** Orders that are under way; with the right to see orders. */
  readonly openOrders?: number;
  /** With the rights to see invoices and prices. */
  readonly commissions?: readonly CommissionSums[];
}

export interface RegistrationCounts {
  readonly draft: number;
  /** Waiting to be decided. */
  readonly waiting: number;
  readonly returned: number;
  readonly approved: number;
  /** Of the approved, those that end within 30 days. */
  readonly ending: number;
}

const ENDS_WITHIN = 30;

const COUNTS = sql(`
  select count(*) filter (where r.status = 'draft')::int as draft,
    count(*) filter (where r.status in ('submitted', 'under_review'))::int as waiting,
    count(*) filter (where r.status = 'returned')::int as returned,
    count(*) filter (where r.status = 'approved' and r.protected_until >= $5)::int as approved,
    count(*) filter (where r.status = 'approved' and r.protected_until between $5 and $6)::int
      as ending
  from partner.deal_registration r
  where r.company_id = $1 and r.partner_id = any($2::uuid[])
    and ($3::boolean or r.portal_user_id = $4::uuid)`);

const OPEN_ORDERS = sql(`
  select count(*)::int as open from sales.pub_sales_order o
  where o.company_id = $1 and o.partner_id = any($2::uuid[])
    and o.status not in ('draft', 'closed', 'cancelled')`);

/** The rights by which tiles are there. */
export interface DashboardRights {
  readonly orders: boolean;
  readonly commissions: boolean;
}

export async function readPartnerDashboard(
  tx: Tx,
  scope: PartnerScope,
  rights: DashboardRights,
  today: LocalDate,
): Promise<PartnerDashboard> {
  const { partnerIds, colleagues, portalUserId } = scope;
  const { companyId } = tx.ctx;
  const ends = addDays(today, ENDS_WITHIN);
  const registrations = await tx.one<RegistrationCounts>(COUNTS, [
    companyId,
    partnerIds,
    colleagues,
    portalUserId,
    today,
    ends,
  ]);
  const orders = rights.orders
    ? await tx.one<{ open: number }>(OPEN_ORDERS, [companyId, partnerIds])
    : undefined;
  return {
    registrations,
    ...(orders && { openOrders: orders.open }),
    ...(rights.commissions && { commissions: await commissionSums(tx, scope) }),
  };
}
