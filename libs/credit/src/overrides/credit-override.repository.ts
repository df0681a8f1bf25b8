import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { notFound, type AccountId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { CreditCheckId } from '../checks/credit-check.js';
import {
  creditOverrideNoun,
  creditOverrideView,
  type CreditOverride,
  type CreditOverrideId,
} from './credit-override.js';

const { rows, store } = creditOverrideNoun;
const COLUMNS = rows.select('o');

const FIND = sql(
  `select ${COLUMNS} from credit.credit_override o where o.company_id = $1 and o.id = $2`,
);
const LOCK = sql(`${FIND.text} for update`);

/** By credit_override_check_index. */
const LOCK_REQUESTED = sql(`
  select ${COLUMNS} from credit.credit_override o
  where o.company_id = $1 and o.check_id = $2 and o.status = 'requested' for update`);

/** By credit_override_check_index. */
const LATEST_OF_CHECK = sql(`
  select o.status from credit.credit_override o
  where o.company_id = $1 and o.check_id = $2 order by o.requested_at desc, o.id desc limit 1`);

/** By credit_override_expiry_index. */
const OVER = `
  select ${COLUMNS} from credit.credit_override o
  where o.company_id = $1 and o.expires_at <= $2 and o.status in ('requested', 'approved')`;
const OVER_OF_ACCOUNT = sql(`${OVER} and o.account_id = $3 order by o.expires_at, o.id`);
const LOCK_OVER_OF_ACCOUNT = sql(`${OVER_OF_ACCOUNT.text} for update`);
const ACCOUNTS_OVER = sql(`
  select distinct o.account_id as "accountId" from credit.credit_override o
  where o.company_id = $1 and o.expires_at <= $2 and o.status in ('requested', 'approved')
  order by 1 limit $3`);

/** @throws DomainError not_found */
export async function readOverride(tx: Tx, id: CreditOverrideId): Promise<CreditOverride> {
  const override = await tx.maybe<CreditOverride>(FIND, [tx.ctx.companyId, id]);
  if (!override) throw notFound({ object: 'credit override' });
  return override;
}

/** Behind the lock of the ledger account. */
export function lockOverride(tx: Tx, id: CreditOverrideId): Promise<CreditOverride> {
  return tx.one(LOCK, [tx.ctx.companyId, id]);
}

/** What is asked about a check and not decided yet, locked. */
function lockRequested(tx: Tx, checkId: CreditCheckId): Promise<CreditOverride | undefined> {
  return tx.maybe(LOCK_REQUESTED, [tx.ctx.companyId, checkId]);
}

/** Whether what was asked last about a check ran out; behind the lock of the ledger account. */
export async function hasRunOut(tx: Tx, checkId: CreditCheckId): Promise<boolean> {
  const params = [tx.ctx.companyId, checkId];
  const latest = await tx.maybe<Pick<CreditOverride, 'status'>>(LATEST_OF_CHECK, params);
  return latest?.status === 'expired';
}

/** Overrides of an account whose time is over and which still count. Sent before it returns. */
export function overridesOver(tx: Tx, accountId: AccountId): Promise<CreditOverride[]> {
  return tx.rows(OVER_OF_ACCOUNT, [tx.ctx.companyId, tx.ctx.now, accountId]);
}

/** The same, locked. */
export function lockOverridesOver(tx: Tx, accountId: AccountId): Promise<CreditOverride[]> {
  return tx.rows(LOCK_OVER_OF_ACCOUNT, [tx.ctx.companyId, tx.ctx.now, accountId]);
}

/** Accounts that have such, so many at most. */
export async function accountsWithOverridesOver(tx: Tx, most: number): Promise<AccountId[]> {
  const params = [tx.ctx.companyId, tx.ctx.now, most];
  const found = await tx.rows<{ accountId: AccountId }>(ACCOUNTS_OVER, params);
  return found.map(({ accountId }) => accountId);
}

export function insertOverride(tx: Tx, override: CreditOverride): void {
  tx.later(rows.insert(tx, [override]));
  tell(tx, 'credit_override.requested', override);
}

type Ended = 'credit_override.approved' | 'credit_override.rejected' | 'credit_override.expired';

/** Stores what became of a locked override. */
export function storeOverride(
  tx: Tx,
  type: Ended | 'credit_override.cancelled',
  override: CreditOverride,
  change: Partial<CreditOverride>,
): CreditOverride {
  const after = { ...override, ...change, version: override.version + 1, updatedAt: tx.ctx.now };
  tx.later(store(tx, after));
  tell(tx, type, after, override);
  return after;
}

/**
 * Cancels what is asked about a check that is to count no longer, unless it is decided by now;
 * answers it as it was.
 */
export async function cancelRequested(
  tx: Tx,
  checkId: CreditCheckId,
): Promise<CreditOverride | undefined> {
  const requested = await lockRequested(tx, checkId);
  if (requested) {
    storeOverride(tx, 'credit_override.cancelled', requested, { status: 'cancelled' });
  }
  return requested;
}

function tell(
  tx: Tx,
  type: Ended | 'credit_override.requested' | 'credit_override.cancelled',
  after: CreditOverride,
  before?: CreditOverride,
): void {
  const about = { object: 'credit-override', recordId: after.id };
  const data = creditOverrideView(after);
  // What is cancelled with its check is told by what becomes of that.
  if (type !== 'credit_override.cancelled') emit(tx, { type, ...about, data });
  const was = before ? { before: { ...creditOverrideView(before) } } : {};
  audit(tx, { action: type, ...about, ...was, after: { ...data } });
}
