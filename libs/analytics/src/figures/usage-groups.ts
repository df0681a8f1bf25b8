import type { Tx } from '@quittance/database';
import type { UsageName } from '../events/usage-event.js';
import { bySignedIn } from './users.js';
import { usesIn, type UsagePeriod } from './usage-period.js';

/** By what uses are counted apart. */
export const USAGE_GROUPS = ['day', 'account', 'directory', 'channel'] as const;
export type UsageGrouping = (typeof USAGE_GROUPS)[number];

/** The uses of one day, account, directory or channel. */
export interface UsageGroup {
  /** The day, the id of the account, or the word; null of what is of no account. */
  readonly key: string | null;
  readonly activeUsers: number;
  readonly events: readonly NamedUses[];
}

export interface NamedUses {
  readonly name: UsageName;
  readonly count: number;
}

/** So many groups are told; of accounts those that did the most. */
export const MOST_GROUPS = 400;

interface Row {
  readonly key: string | null;
  /** Null in the row of the group itself. */
  readonly name: UsageName | null;
  readonly count: number;
  readonly users: number;
}

/** Days in their order, the others by how much was done. */
export async function usageGroups(
  tx: Tx,
  period: UsagePeriod,
  by: UsageGrouping,
): Promise<UsageGroup[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const key = keyOf(by, period, bind);
  const rows = await tx.rows<Row>(
    `select u.key, u.name, count(*)::int as count,
       count(distinct u.portal_user_id) filter (where u.signed_in)::int as users
     from (select ${key} as key, e.name, e.portal_user_id, ${bySignedIn('e')} as signed_in
       from analytics.usage_event e where ${usesIn('e', period, bind)}) u
     group by grouping sets ((u.key), (u.key, u.name))
     order by u.key nulls last, u.name`,
    params,
  );
  const groups = rows
    .filter(({ name }) => name === null)
    .map((row) => ({ ...row, events: namedIn(rows, row.key) }));
  if (by !== 'day') groups.sort((a, b) => b.count - a.count);
  return groups
    .slice(0, MOST_GROUPS)
    .map(({ key: of, users, events }) => ({ key: of, activeUsers: users, events }));
}

function keyOf(by: UsageGrouping, { timeZone }: UsagePeriod, bind: (value: unknown) => string) {
  if (by === 'day') return `to_char(e.at at time zone ${bind(timeZone)}::text, 'YYYY-MM-DD')`;
  return by === 'account' ? 'e.account_id::text' : `e.${by}`;
}

function namedIn(rows: readonly Row[], key: string | null): NamedUses[] {
  return rows.flatMap((row) =>
    row.name !== null && row.key === key ? [{ name: row.name, count: row.count }] : [],
  );
}
