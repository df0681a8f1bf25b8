import { namedSql, sql, type Tx } from '@quittance/database';
import type { UserId } from '@quittance/kernel';
import { DEFAULT_APPROVAL, type ApprovalSettings } from './approval-rules.js';

/** Settings with their version: 0 until they are saved. */
export interface SavedApproval extends ApprovalSettings {
  readonly version: number;
}

/** By primary key. */
const READ = sql(`select mode, rules, version from sales.quote_approval where company_id = $1`);

const STORE = namedSql(
  `insert into sales.quote_approval as s (company_id, mode, rules, version, updated_at)
   values (:companyId, :mode, :rules, 1, :now)
   on conflict (company_id) do update set mode = excluded.mode, rules = excluded.rules,
     version = s.version + 1, updated_at = excluded.updated_at
   returning s.version`,
  { values: { mode: 'text', rules: 'jsonb' } },
);

/** The roles of a user; by primary key of the table behind the view. */
const ROLES = sql(`
  select h.role_id as id from access.pub_role_holder h
  where h.company_id = $1 and h.user_id = $2`);

/** Those of these roles that there are. */
const KNOWN_ROLES = sql(`
  select r.id from access.pub_role r where r.company_id = $1 and r.id = any($2::uuid[])`);

/** Sent before it returns. */
export async function readApproval(tx: Tx): Promise<SavedApproval> {
  const found = await tx.maybe<SavedApproval>(READ, [tx.ctx.companyId]);
  if (!found) return { ...DEFAULT_APPROVAL, version: 0 };
  // Rules that were saved before there were margins say nothing of them.
  return {
    ...found,
    rules: found.rules.map((rule) => ({ ...rule, minMargin: rule.minMargin ?? null })),
  };
}

export async function storeApproval(tx: Tx, settings: ApprovalSettings): Promise<SavedApproval> {
  const { mode, rules } = settings;
  const { version } = await STORE.one<{ version: number }>(tx, { mode, rules });
  return { mode, rules, version };
}

export async function rolesOfApprover(tx: Tx, userId: UserId | null): Promise<ReadonlySet<string>> {
  if (userId === null) return new Set();
  const rows = await tx.rows<{ id: string }>(ROLES, [tx.ctx.companyId, userId]);
  return new Set(rows.map(({ id }) => id));
}

export async function knownRoles(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(KNOWN_ROLES, [tx.ctx.companyId, ids]);
  return new Set(rows.map(({ id }) => id));
}
