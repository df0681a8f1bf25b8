import { formatMinor } from '@quittance/money';
import { sql, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { LimitPeriod, PortalUserId } from '../actors/portal-actor.js';
import { usedBy } from '../limits/spender.js';
import { readToday } from '@quittance/company';
import { approvalView, type ApprovalId, type ToldApproval } from './approval.js';
import { findApproval, signaturesOf } from './approval.repository.js';

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
  const { id, requestedBy } = approval;
  const [signatures, limit] = await Promise.all([signaturesOf(tx, id), limitOf(tx, requestedBy)]);
  return { ...approvalView(approval, tx.ctx.now), ...limit, signatures };
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
