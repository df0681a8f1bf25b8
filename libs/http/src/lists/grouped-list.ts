import { filterDay } from '@quittance/company';
import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  grouping,
  invalidListRequest,
  type GroupRequest,
  type ListDefinition,
  type ListNarrowing,
  type ListRequest,
} from '@quittance/lists';
import { rowLabels } from './labels.js';
import type { ListCall } from './list-call.js';
import type { PointedRows } from './pointed-rows.js';

/** What is asked about the groups of a list. */
export interface GroupedList {
  readonly list: ListDefinition;
  readonly request: ListRequest;
  readonly groups: GroupRequest;
  readonly narrowing: ListNarrowing | undefined;
  /** With the labels of what the groups are named by. */
  readonly display: boolean;
}

/** Groups are drawn, never taken away. @throws DomainError invalid_list_request */
export function refuseDownload({ format }: ListCall): void {
  if (format === 'json') return;
  const message = 'is answered as JSON alone';
  throw invalidListRequest({}, { errors: [{ parameter: 'groupBy', code: 'state', message }] });
}

/** @throws DomainError too_many_groups */
export async function groupedList(
  ctx: Ctx,
  db: Database,
  pointed: PointedRows,
  { list, request, groups, narrowing, display }: GroupedList,
): Promise<object> {
  const day = await filterDay(ctx, db, 'today');
  const told = { timeZone: day?.timeZone ?? 'UTC', ...(narrowing && { narrowing }) };
  return db.read(ctx, async (tx) => {
    const found = await grouping.list(tx, list, request, groups, told);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    if (!display) return { groups: found, total };
    const labelled = groups.keys.flatMap(({ name, field: { shows } }) =>
      shows ? [{ name, shows }] : [],
    );
    const labels = await rowLabels(
      tx,
      pointed,
      labelled,
      found.map(({ key }) => key),
    );
    return { groups: found.map((each, i) => ({ ...each, display: labels[i] })), total };
  });
}
