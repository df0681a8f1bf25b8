import { arrays, sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { UserId } from '@quittance/kernel';
import { queueEmails } from '@quittance/notifications';
import type { CompanyObject } from '@quittance/metadata';
import { approvalWithoutApprover } from '../rules.errors.js';
import { RECORD_NOTICE } from '../rules/rule.js';
import { RECORD_OWNER, ROLE } from '../workflows/recipients.js';
import type { RecordApproval } from './approval.description.js';

/** People who are asked at once. */
const MOST_ASKED = 50;

const OF_OWNER = sql(`
  select u.id from identity.pub_user u where u.company_id = $1 and u.id = $2 and u.active`);
const BY_ADDRESS = sql(`
  select u.id from identity.pub_user u
  where u.company_id = $1 and u.email = lower($2) and u.active`);
const OF_ROLE = sql(`
  select u.id from access.pub_role r
  join access.pub_role_holder h on h.company_id = $1 and h.role_id = r.id
  join identity.pub_user u on u.company_id = $1 and u.id = h.user_id and u.active
  where r.company_id = $1 and lower(r.name) = lower($2) order by u.id limit ${MOST_ASKED + 1}`);
const ADDRESSES = sql(`
  select u.email from identity.pub_user u
  where u.company_id = $1 and u.id = any($2::uuid[]) and u.active order by u.id`);

/**
 * Who is asked at a step, by who works here now; never whoever has caused it.
 * @throws DomainError approval_without_approver
 */
export async function approversOf(
  tx: Tx,
  record: FieldValues,
  { approver }: { readonly approver: string },
  requestedBy: UserId | null,
): Promise<readonly UserId[]> {
  const found = await tx.rows<{ id: UserId }>(...asked(tx, record, approver));
  const others = found.map(({ id }) => id).filter((id) => id !== requestedBy);
  if (others.length === 0) throw approvalWithoutApprover({ approver });
  return others.slice(0, MOST_ASKED);
}

function asked({ ctx: { companyId } }: Tx, record: FieldValues, approver: string) {
  if (approver === RECORD_OWNER) return [OF_OWNER, [companyId, record.ownerId ?? null]] as const;
  if (approver.startsWith(ROLE)) {
    return [OF_ROLE, [companyId, approver.slice(ROLE.length).trim()]] as const;
  }
  return [BY_ADDRESS, [companyId, approver]] as const;
}

/** The addresses of users who still work here. */
export async function addressesOf(tx: Tx, users: readonly UserId[]): Promise<readonly string[]> {
  const keys = arrays.uuid(users, (id) => id);
  const found = await tx.rows<{ email: string }>(ADDRESSES, [tx.ctx.companyId, keys]);
  return found.map(({ email }) => email);
}

/**
 * Writes to people about an approval. One that cannot be queued keeps nothing back: what waits is
 * in their list all the same.
 */
export async function writeAbout(
  tx: Tx,
  object: CompanyObject,
  approval: RecordApproval,
  addresses: readonly string[],
  message: string,
): Promise<void> {
  const { recordId, ruleName } = approval;
  const title = approval.title ?? object.label;
  const record = { object: object.label, title, path: `${object.path}/${recordId}` };
  const data = { message, rule: { name: ruleName }, record, fields: {} };
  const emails = addresses.map((to) => ({
    templateCode: RECORD_NOTICE,
    to,
    data,
    object: object.name,
    recordId,
  }));
  if (emails.length > 0) await queueEmails(tx, emails);
}
