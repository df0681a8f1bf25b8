import { addDays, type LocalDate } from '@quittance/calendar';
import { namedSql, type Tx } from '@quittance/database';
import type { Id } from '@quittance/kernel';
import { renewedFrom } from '../contracts/renewed-from.js';

/** How far the contract of a subscription reaches, in force or terminated. */
export interface ContractBound {
  /** Its last day; null where it has none, or has been renewed or is over. */
  readonly contractEnd: LocalDate | null;
  /** Whether it is renewed by itself behind that. */
  readonly contractRenews: boolean;
}

/** Of what has no contract, and of one without an end. */
export const UNBOUND: ContractBound = { contractEnd: null, contractRenews: false };

/**
 * The columns of a bound. One that was renewed or is over has moved its subscriptions already; so
 * has one that was terminated, behind whose day nothing is billed whatever becomes of them.
 */
export const BOUND_COLUMNS = (c: string) =>
  `case ${c}.status when 'active' then ${c}.end_date
     when 'terminated' then ${c}.terminated_on - 1 end as "contractEnd",
   coalesce(${c}.status <> 'terminated' and ${c}.auto_renew, false) as "contractRenews"`;

/** By primary key. */
const BOUNDS = namedSql(
  `select c.id, ${BOUND_COLUMNS('c')} from sales.contract c
   where c.company_id = :companyId and c.id = any(:ids)`,
  { values: { ids: 'uuid[]' } },
);

/** How far contracts reach; no statement where there are none. */
export async function contractBounds(
  tx: Tx,
  contractIds: readonly (Id<'contract'> | null)[],
): Promise<(contractId: Id<'contract'> | null) => ContractBound> {
  const ids = [...new Set(contractIds.flatMap((id) => id ?? []))];
  if (ids.length === 0) return () => UNBOUND;
  const rows = await BOUNDS.rows<ContractBound & { readonly id: Id<'contract'> }>(tx, { ids });
  const found = new Map<string | null, ContractBound>(rows.map((row) => [row.id, row]));
  return (id) => found.get(id) ?? UNBOUND;
}

/** The first day behind a contract that ends with its term. */
export function boundUntil({ contractEnd, contractRenews }: ContractBound): LocalDate | null {
  return contractEnd === null || contractRenews ? null : addDays(contractEnd, 1);
}

/**
 * The first day whose price a contract that renews by itself says with its renewal; null of others.
 * Until that has come nothing is billed from it on.
 */
export function renewalAwaitedFrom(
  terms: Parameters<typeof renewedFrom>[0] & ContractBound,
): LocalDate | null {
  const { contractEnd, contractRenews } = terms;
  return contractEnd === null || !contractRenews
    ? null
    : renewedFrom(terms, addDays(contractEnd, 1));
}
