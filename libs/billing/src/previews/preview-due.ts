import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { HeldQuotes, type TaxQuotes } from '@quittance/tax';
import { loadFacts } from '../run/batch-facts.js';
import { billSchedules, type BilledSchedule } from '../run/bill-schedules.js';
import type { RunScope } from '../run/billing-run.js';
import { runBounds } from '../subscriptions/prepare-subscribed.js';
import { claimKeyOf, readNext, type ClaimKey } from '../run/claim.js';

/** Schedules priced at a time: with sixty periods each that is a batch of a run, give or take. */
const PAGE = 500;

/**
 * What a run of this scope would bill at this instant, page by page in the order of the run: the
 * same walk and the same pricing, without locks and without writing. Memory stays flat.
 */
export async function* previewDue(
  ctx: Ctx,
  db: Database,
  taxes: TaxQuotes,
  scope: RunScope,
): AsyncGenerator<readonly BilledSchedule[], void, undefined> {
  let after: ClaimKey | null = null;
  for (;;) {
    const from: ClaimKey | null = after;
    const held = new HeldQuotes();
    const page = await db.read(ctx, async (tx) => {
      const due = await readNext(tx, { ...scope, id: null }, from, PAGE);
      if (due.length === 0) return null;
      const bounds = runBounds(scope, Number.POSITIVE_INFINITY);
      return { due, facts: await loadFacts(tx, taxes, held, due, bounds) };
    });
    if (!page) return;
    const billed = await taxes.settle(ctx, held, () =>
      billSchedules(scope, page.due, page.facts, Number.POSITIVE_INFINITY),
    );
    yield billed;
    const last = billed.at(-1);
    if (!last) return;
    after = claimKeyOf(last.schedule);
  }
}
