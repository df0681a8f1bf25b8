import { sql, type Tx } from '@quittance/database';
import type { Stub } from '../../subscriptions/proration.js';
import type { PlanVersionId } from '../plan-version.js';

/** What the days before the first whole period cost by versions of plans; without one: by days. */
export type LineStubs = ReadonlyMap<PlanVersionId, Stub>;

export const NO_STUBS: LineStubs = new Map();

/** What of a line decides whether there may be days before its first whole period. */
interface StubbedLine {
  readonly planVersionId: PlanVersionId | null;
  readonly anchorDay: number | null;
}

/** By primary key. */
const STUBS = sql(`select v.id, v.stub from sales.plan_version v
  where v.company_id = $1 and v.id = any($2::uuid[])`);

/** The stubs of the versions that lines are of: what a version says of them never changes. */
export async function readLineStubs(tx: Tx, lines: readonly StubbedLine[]): Promise<LineStubs> {
  const ids = lines.flatMap(({ planVersionId, anchorDay }) =>
    anchorDay === null ? [] : (planVersionId ?? []),
  );
  if (ids.length === 0) return NO_STUBS;
  const rows = await tx.rows<{ readonly id: PlanVersionId; readonly stub: Stub }>(STUBS, [
    tx.ctx.companyId,
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, stub }) => [id, stub]));
}

/** Lines that are priced, with the stubs of the versions that they have. */
export async function withStubs<
  Line extends Pick<StubbedLine, 'anchorDay'> & {
    readonly plan: Pick<StubbedLine, 'planVersionId'> | undefined;
    readonly stub?: Stub | undefined;
  },
>(tx: Tx, lines: readonly Line[]): Promise<Line[]> {
  const stubs = await readLineStubs(
    tx,
    lines.map(({ anchorDay, plan }) => {
      return { anchorDay, planVersionId: plan?.planVersionId ?? null };
    }),
  );
  if (stubs.size === 0) return [...lines];
  return lines.map((line): Line => {
    const id = line.plan?.planVersionId;
    return { ...line, stub: id ? stubs.get(id) : undefined };
  });
}
