import { formatMinor } from '@quittance/money';
import { sql, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { LimitPeriod, PortalUserId } from '../actors/portal-actor.js';
import { usedBy } from '../limits/spender.js';
import { readToday } from '@quittance/company';
import { approvalView, type ApprovalId, type ToldApproval } from './approval.js';
import { findApproval, signaturesOf } from './approval.repository.js';

/** By primary keys. */
const NUMBER = sql(`
  select coalesce(
    (select o.number from sales.pub_sales_order o where o.company_id = $1 and o.id = $2::uuid),
    (select q.number from sales.pub_quote q where q.company_id = $1 and q.id = $3::uuid))
    as number`);

/** By primary key. */
const LIMIT = sql(`
  select u.approval_limit as amount, u.currency, u.limit_period as period
  from portal.portal_user u where u.company_id = $1 and u.id = $2`);

interface LimitRow {
  readonly amount: bigint | null;
  readonly currency: Currency;
  readonly period: LimitPeriod;
}

/** A request with who has signed, and the limit of who asks. */
export async function approvalDetail(tx: Tx, approval: ToldApproval) {
  const { id, orderId, quoteId, requestedBy } = approval;
  const [signatures, named, limit] = await Promise.all([
    signaturesOf(tx, id),
    tx.one<{ number: string | null }>(NUMBER, [tx.ctx.companyId, orderId, quoteId]),
    limitOf(tx, requestedBy),
  ]);
  const { number } = named;
  return { ...approvalView(approval, tx.ctx.now), number, ...limit, signatures };
}

export type ApprovalDetail = Awaited<ReturnType<typeof approvalDetail>>;

/** @throws DomainError not_found */
export async function readApprovalDetail(tx: Tx, id: ApprovalId): Promise<ApprovalDetail> {
  return approvalDetail(tx, await findApproval(tx, id));
}

async function limitOf(tx: Tx, id: PortalUserId) {
  const limit = await tx.one<LimitRow>(LIMIT, [tx.ctx.companyId, id]);
  const { amount, currency, period } = limit;
  const used = (await usedBy(tx, [{ id, limit }], await readToday(tx))).get(id) ?? 0n;
  return {
    limit: amount === null ? null : formatMinor(amount, currency),
    limitCurrency: currency,
    limitPeriod: period,
    limitUsed: formatMinor(used, currency),
  };
}
