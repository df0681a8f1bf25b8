import type { Tx } from '@quittance/database';
import { notFound, type AccountId } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';

const MOST = 1000;

/** An account in its place below another. */
export interface HierarchyNode {
  readonly id: AccountId;
  readonly name: string;
  readonly parentId: AccountId | null;
  readonly status: string;
  /** 0 at the top. */
  readonly depth: number;
}

export interface AccountHierarchy {
  /** The account asked for. */
  readonly id: AccountId;
  /** From the top down, level by level, by name; what the actor may not see is left out. */
  readonly nodes: readonly HierarchyNode[];
  /** There are more than are told. */
  readonly truncated: boolean;
}

/**
 * The whole tree that an account is in, in one statement: up to its top by primary key, and down by
 * `account_parent_index`.
 * @throws DomainError not_found when the actor may not see the account
 */
export async function readAccountHierarchy(tx: Tx, id: AccountId): Promise<AccountHierarchy> {
  const params: unknown[] = [tx.ctx.companyId, id];
  const scope = rowScope.owned(tx.ctx, 'accounts', 'a', (value) => `$${params.push(value)}`);
  const nodes = await tx.rows<HierarchyNode>(
    `with recursive above as (
       select id, parent_id, 0 as up from crm.account
       where company_id = $1 and id = $2 and deleted_at is null
       union all
       select a.id, a.parent_id, above.up + 1 from crm.account a
       join above on a.company_id = $1 and a.id = above.parent_id
       where a.deleted_at is null and above.up < 100),
     tree as (
       select id, 0 as depth from (select id from above order by up desc limit 1) as top
       union all
       select a.id, tree.depth + 1 from crm.account a
       join tree on a.company_id = $1 and a.parent_id = tree.id
       where a.deleted_at is null and tree.depth < 100)
     select a.id, a.name, a.parent_id as "parentId", a.status, tree.depth
     from tree join crm.account a on a.company_id = $1 and a.id = tree.id
     ${scope === null ? '' : `where ${scope}`}
     order by tree.depth, a.name, a.id limit ${MOST + 1}`,
    params,
  );
  if (!nodes.some((node) => node.id === id) && nodes.length <= MOST) {
    throw notFound({ object: 'account' });
  }
  return { id, nodes: nodes.slice(0, MOST), truncated: nodes.length > MOST };
}
