import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { RateBooks } from '@quittance/tax';
import { loadFacts } from './batch-facts.js';
import { billSchedules, type BilledSchedule } from './bill-schedules.js';
import type { RunScope } from './billing-run.js';
import { keyOf, readNext, type ClaimKey } from './claim.js';

/** Schedules priced at a time: with sixty periods each that is a batch of a run, give or take. */
const PAGE = 500;

/**
 * What a run of this scope would make at this instant, schedule by schedule in the order of the
 * run: the same walk and the same pricing, without locks and without writing. Memory stays flat.
 */
export async function* previewDue(
  ctx: Ctx,
  db: Database,
  rateBooks: RateBooks,
  scope: RunScope,
): AsyncGenerator<BilledSchedule, void, undefined> {
  let after: ClaimKey | null = null;
  for (;;) {
    const from: ClaimKey | null = after;
    const billed = await db.read(ctx, async (tx) => {
      const due = await readNext(tx, { ...scope, id: null }, from, PAGE);
      if (due.length === 0) return [];
      const facts = await loadFacts(tx, rateBooks, due);
      return billSchedules(scope, due, facts, Number.POSITIVE_INFINITY);
    });
    yield* billed;
    const last = billed.at(-1);
    if (!last) return;
    after = keyOf(last.schedule);
  }
}
