import { activeAdministrators } from '@quittance/access';
import { arrays, sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { managersAbove } from '@quittance/identity';
import { isUuid, type UserId } from '@quittance/kernel';
import { approvalWithoutApprover } from '../rules.errors.js';
import type { ApprovalStep } from '../rules/rule.js';
import { barredFrom } from './approval.js';
import { RECORD_OWNER, ROLE } from '../workflows/recipients.js';

/** People who are asked at once. */
const MOST_ASKED = 50;
/** Whom the owner of the record reports to. */
export const OWNERS_MANAGER = 'owner.manager';
/** Whom whoever has caused the approval reports to. */
export const REQUESTERS_MANAGER = 'requester.manager';

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
const PRESENT = sql(`
  select u.id from identity.pub_user u
  where u.company_id = $1 and u.id = any($2::uuid[]) and u.active order by u.id`);

/** What a step is asked about. */
export interface Asking {
  readonly record: FieldValues;
  readonly requestedBy: UserId | null;
  readonly changedBy: readonly UserId[];
}

/**
 * Who is asked at a step, by who works here now; never who has a part in it. Where all must
 * approve each of the named has somebody, or a control would be left out in silence.
 * @throws DomainError approval_without_approver
 */
export async function approversOf(
  tx: Tx,
  { approver, others = [], decidedBy = 'any' }: ApprovalStep,
  asking: Asking,
): Promise<readonly UserId[]> {
  const asked = new Set<UserId>();
  const part = barredFrom(asking);
  for (const name of [approver, ...others]) {
    const found = await namedBy(tx, name, asking);
    const able = found.filter((id) => !part.includes(id));
    if (able.length === 0 && decidedBy === 'all') throw approvalWithoutApprover({ approver: name });
    for (const id of able) asked.add(id);
  }
  if (asked.size === 0) throw approvalWithoutApprover({ approver });
  // All of more people than are asked would be some of them.
  if (decidedBy === 'all' && asked.size > MOST_ASKED) throw approvalWithoutApprover({ approver });
  return [...asked].slice(0, MOST_ASKED);
}

/** Whom an approver names; a manager who has left is stood in for by theirs. */
async function namedBy(tx: Tx, name: string, asking: Asking): Promise<readonly UserId[]> {
  const { record, requestedBy } = asking;
  if (name === REQUESTERS_MANAGER) return nearestManager(tx, requestedBy, barredFrom(asking));
  if (name === OWNERS_MANAGER) return nearestManager(tx, record.ownerId, barredFrom(asking));
  const found = await tx.rows<{ id: UserId }>(...asked(tx, record, name));
  return found.map(({ id }) => id);
}

async function nearestManager(
  tx: Tx,
  of: unknown,
  except: readonly UserId[],
): Promise<readonly UserId[]> {
  if (!isUuid(of)) return [];
  const above = await managersAbove(tx, of as UserId);
  return above
    .filter(({ id, active }) => active && !except.includes(id))
    .map(({ id }) => id)
    .slice(0, 1);
}

function asked({ ctx: { companyId } }: Tx, record: FieldValues, approver: string) {
  if (approver === RECORD_OWNER) return [OF_OWNER, [companyId, record.ownerId ?? null]] as const;
  if (approver.startsWith(ROLE)) {
    return [OF_ROLE, [companyId, approver.slice(ROLE.length).trim()]] as const;
  }
  return [BY_ADDRESS, [companyId, approver]] as const;
}

/** Those of them who still work here. */
export async function presentOf(tx: Tx, users: readonly UserId[]): Promise<readonly UserId[]> {
  const keys = arrays.uuid(users, (id) => id);
  const found = await tx.rows<{ id: UserId }>(PRESENT, [tx.ctx.companyId, keys]);
  return found.map(({ id }) => id);
}

/**
 * Who decides in place of somebody who has left: whom they reported to, or an administrator; never
 * whoever has caused it, nor who is asked anyway. Null where there is nobody.
 */
export async function standInFor(
  tx: Tx,
  gone: UserId,
  except: ReadonlySet<UserId | null>,
): Promise<UserId | null> {
  const above = await managersAbove(tx, gone);
  const manager = above.find(({ id, active }) => active && !except.has(id));
  if (manager) return manager.id;
  const administrators = await activeAdministrators(tx);
  return administrators.find(({ id }) => !except.has(id))?.id ?? null;
}
