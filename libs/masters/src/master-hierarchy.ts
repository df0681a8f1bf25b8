import { sql, type Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import { masterHasChildren } from './masters.errors.js';
import {
  childTypeOf,
  parentTypeOf,
  type Master,
  type MasterKey,
  type MasterType,
} from './master.js';
import { lookUpMaster } from './master.queries.js';

/** What is wrong with the parent of an entry of this type; null when it may lie there. */
export async function parentFault(
  tx: Tx,
  type: MasterType,
  parentCode: string | null,
): Promise<FieldError | null> {
  const parentType = parentTypeOf(type);
  const isNamed = parentType !== null && parentCode !== null;
  const parent = isNamed
    ? await lookUpMaster(tx, { type: parentType, code: parentCode })
    : undefined;
  return parentFaultOf(type, parentCode, parent);
}

/** The same where the parent has been looked up by its code in any case. */
export function parentFaultOf(
  type: MasterType,
  parentCode: string | null,
  parent: Pick<Master, 'code' | 'deletedAt'> | undefined,
): FieldError | null {
  const fault = (code: string, message: string) => ({ pointer: '/parentCode', code, message });
  const parentType = parentTypeOf(type);
  if (parentType === null) {
    const message = `must be absent: an entry of ${type} lies in nothing`;
    return parentCode === null ? null : fault('not_allowed', message);
  }
  if (parentCode === null) return fault('required', `must be the code of a ${parentType}`);
  if (parent?.code === parentCode && parent.deletedAt === null) return null;
  return fault('reference_not_found', `is not the code of a ${parentType}`);
}

/** By the indexes of the parent, of ours and of the company's. */
const CHILDREN = sql(`
  select count(*)::int as children from masters.known_entry m
  where m.company_id = $1 and m.type = $2 and m.parent_code = $3 and m.active
    and m.deleted_at is null`);

/** Active entries that lie in this one. */
export async function countChildren(tx: Tx, { type, code }: MasterKey): Promise<number> {
  const childType = childTypeOf(type);
  if (childType === null) return 0;
  const params = [tx.ctx.companyId, childType, code];
  return (await tx.one<{ children: number }>(CHILDREN, params)).children;
}

/** @throws DomainError master_has_children */
export async function requireNoChildren(tx: Tx, key: MasterKey): Promise<void> {
  const children = await countChildren(tx, key);
  if (children > 0) throw masterHasChildren({ children, code: key.code });
}
