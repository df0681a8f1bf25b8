import { sql, type Tx } from '@quittance/database';
import { addSeconds, notFound, type AccountId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { audit } from '@quittance/audit';
import type { CreditDocument } from '../credit-subject.port.js';
import {
  creditCheckNoun,
  creditCheckView,
  type CreditCheck,
  type CreditCheckId,
  type CreditCheckStatus,
} from './credit-check.js';

const { rows } = creditCheckNoun;
const COLUMNS = rows.select('c');

/** By credit_check_document_key: the one of a document that counts. */
const OF_DOCUMENT = sql(`
  select ${COLUMNS} from credit.credit_check c
  where c.company_id = $1 and c.document_type = $2 and c.document_id = $3
    and c.superseded_at is null and c.status <> 'cancelled'`);

/** The same with whatever of its override ended before now left out. */
const APPROVED_OF_DOCUMENT = sql(`${OF_DOCUMENT.text} and c.status = 'approved'
  and not exists (select from credit.credit_override o
    where o.company_id = $1 and o.check_id = c.id and o.status = 'approved'
      and o.expires_at <= $4)`);

const LOCK = sql(`
  select ${COLUMNS} from credit.credit_check c where c.company_id = $1 and c.id = $2 for update`);
const READ = sql(
  `select ${COLUMNS} from credit.credit_check c where c.company_id = $1 and c.id = $2`,
);

/** By credit_check_account_index. */
const LATEST_OF_ACCOUNT = sql(`
  select ${COLUMNS} from credit.credit_check c where c.company_id = $1 and c.account_id = $2
  order by c.created_at desc, c.id desc limit $3`);

/** By credit_check_bad_index. */
const BAD = sql(`
  select count(*)::int as count from credit.credit_check c
  where c.company_id = $1 and c.account_id = $2 and c.outcome <> 'approved'
    and c.created_at > $3`);

const SUPERSEDE = sql(`
  update credit.credit_check c set superseded_at = $4, version = c.version + 1, updated_at = $4
  where c.company_id = $1 and c.document_type = $2 and c.document_id = $3
    and c.superseded_at is null and c.status <> 'cancelled'`);

const DAY_SECONDS = 86_400;
/** Checks of so many days count for the risk score. */
const RISK_DAYS = 90;

/** The check of a document that counts, whatever its status. Sent before it returns. */
export function checkOfDocument(
  tx: Tx,
  document: CreditDocument | undefined,
): Promise<CreditCheck | undefined> {
  if (!document) return Promise.resolve(undefined);
  return tx.maybe(OF_DOCUMENT, [tx.ctx.companyId, document.type, document.id]);
}

/** The same where it is approved and its override, if there is one, has not expired. */
export function approvedCheckOf(tx: Tx, { type, id }: CreditDocument) {
  const { companyId, now } = tx.ctx;
  return tx.maybe<CreditCheck>(APPROVED_OF_DOCUMENT, [companyId, type, id, now]);
}

/** @throws DomainError not_found */
export async function readCheck(tx: Tx, id: CreditCheckId): Promise<CreditCheck> {
  return found(await tx.maybe<CreditCheck>(READ, [tx.ctx.companyId, id]));
}

/** Behind the lock of the ledger account. @throws DomainError not_found */
export async function lockCheck(tx: Tx, id: CreditCheckId): Promise<CreditCheck> {
  return found(await tx.maybe<CreditCheck>(LOCK, [tx.ctx.companyId, id]));
}

function found(check: CreditCheck | undefined): CreditCheck {
  if (!check) throw notFound({ object: 'credit check' });
  return check;
}

export function latestChecks(tx: Tx, accountId: AccountId, most: number): Promise<CreditCheck[]> {
  return tx.rows(LATEST_OF_ACCOUNT, [tx.ctx.companyId, accountId, most]);
}

/** How many checks of the last 90 days were not simply approved. Sent before it returns. */
export async function countBadChecks(tx: Tx, accountId: AccountId): Promise<number> {
  const since = addSeconds(tx.ctx.now, -RISK_DAYS * DAY_SECONDS);
  const params = [tx.ctx.companyId, accountId, since];
  return (await tx.one<{ count: number }>(BAD, params)).count;
}

/** Stores a decision; an earlier one of the same document counts no longer. */
export function insertCheck(tx: Tx, check: CreditCheck): void {
  const { documentType: type, documentId: id } = check;
  const { companyId, now } = tx.ctx;
  if (type !== null) tx.later(tx.run(SUPERSEDE, [companyId, type, id, now]));
  tx.later(rows.insert(tx, [check]));
  const about = { object: 'credit-check', recordId: check.id };
  const view = creditCheckView(check);
  emit(tx, { type: 'credit_check.decided', ...about, data: view });
  audit(tx, { action: 'credit_check.decided', ...about, after: { ...view } });
}

/** Gives a locked check another status. Its figures stay. */
export function moveCheck(tx: Tx, check: CreditCheck, status: CreditCheckStatus): CreditCheck {
  const moved = { ...check, status, version: check.version + 1, updatedAt: tx.ctx.now };
  tx.later(rows.storeAlike(tx, [check.id], { status }));
  return moved;
}
