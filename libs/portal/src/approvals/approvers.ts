import { readToday } from '@quittance/company';
import { ancestorsOf } from '@quittance/crm';
import { sql, type Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { CredentialId, LimitPeriod, PortalUserId } from '../actors/portal-actor.js';
import { amountIn, usedBy, type Spender } from '../limits/spender.js';
import { isWithinLimit } from '../limits/within-limit.js';

/** Somebody who has the right to approve what an account commits to. */
export interface Approver extends Spender {
  readonly isAdmin: boolean;
  /** Whose password it is: of several users who are one person one alone decides. */
  readonly credentialId: CredentialId;
}

interface ApproverRow {
  readonly id: PortalUserId;
  readonly amount: bigint | null;
  readonly currency: Currency;
  readonly period: LimitPeriod;
  readonly isAdmin: boolean;
  readonly credentialId: CredentialId;
}

/** More than any customer has. */
const MOST = 500;

/** Who acts for an account, with level tree for one above it; by portal_user_of_account_index. */
const RIGHTFUL = sql(`
  select u.id, u.approval_limit as amount, u.currency, u.limit_period as period,
    u.role = 'Admin' as "isAdmin", u.credential_id as "credentialId"
  from portal.portal_user u
  where u.company_id = $1 and u.directory = 'customer' and u.active and u.approve_quotes
    and u.verified_at is not null and (u.locked_until is null or u.locked_until <= $4)
    and (u.account_id = $2
      or u.account_id = any($3::uuid[]) and u.access_level = 'account_tree')
  order by u.id limit ${MOST}`);

/** Who may approve at all, whatever is left of their limits. */
export async function rightfulApprovers(tx: Tx, accountId: AccountId): Promise<Approver[]> {
  const above = await ancestorsOf(tx, accountId);
  const params = [tx.ctx.companyId, accountId, above, tx.ctx.now];
  const rows = await tx.rows<ApproverRow>(RIGHTFUL, params);
  return rows.map(({ id, amount, currency, period, ...others }) => ({
    id,
    limit: { amount, currency, period },
    ...others,
  }));
}

/** All users that people are, by the password that signs in to each. */
const SAME_PERSON = sql(`
  select u.id from portal.portal_user me
  join portal.portal_user u on u.company_id = $1 and u.credential_id = me.credential_id
  where me.company_id = $1 and me.id = any($2::uuid[])`);

/**
 * Whom users are as well, of whatever account: four eyes are of two people, and whoever asks as one
 * does not decide as another.
 */
export async function samePerson(
  tx: Tx,
  ...users: readonly PortalUserId[]
): Promise<ReadonlySet<PortalUserId>> {
  const rows = await tx.rows<{ id: PortalUserId }>(SAME_PERSON, [tx.ctx.companyId, users]);
  return new Set([...users, ...rows.map(({ id }) => id)]);
}

/** How many people these are. */
export function peopleAmong(approvers: readonly Pick<Approver, 'credentialId'>[]): number {
  return new Set(approvers.map(({ credentialId }) => credentialId)).size;
}

/** Those of them of whose limit enough is left. */
export async function withEnoughLeft(
  tx: Tx,
  approvers: readonly Approver[],
  { total, currency }: { readonly total: bigint; readonly currency: Currency },
): Promise<Approver[]> {
  const on = await readToday(tx);
  const currencies = approvers.map(({ limit }) => limit.currency);
  const counted = await amountIn(tx, total, currency, currencies, on);
  const used = await usedBy(tx, approvers, on);
  return approvers.filter(({ id, limit }) =>
    isWithinLimit(limit.amount, used.get(id) ?? 0n, counted(limit.currency)),
  );
}
