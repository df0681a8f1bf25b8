import { audit } from '@quittance/audit';
import { addDays } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import type { Database, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { Subscription } from '../subscription.description.js';
import { withItems } from '../subscription.repository.js';
import { LOCK_ENDING_TRIALS, NOTE_TOLD_TRIALS } from '../subscription.sql.js';
import { subscriptionView } from '../subscription.view.js';

/** So many days before its end a trial is told of, as customers must be able to leave in time. */
const DAYS_AHEAD = 3;
const BATCH = 200;

/**
 * Tells of trials that end soon, each of its end once: one that is extended is told again. What
 * another sweep has locked is left to it.
 */
export async function tellTrials(ctx: Ctx, db: Database): Promise<void> {
  for (let more = true; more;) more = (await db.write(ctx, tellBatch)) === BATCH;
}

async function tellBatch(tx: Tx): Promise<number> {
  const today = await readToday(tx);
  const until = addDays(today, DAYS_AHEAD);
  const ending = await LOCK_ENDING_TRIALS.rows<Subscription>(tx, { today, until, limit: BATCH });
  if (ending.length === 0) return 0;
  await NOTE_TOLD_TRIALS.run(tx, { ids: ending.map(({ id }) => id) });
  for (const whole of await withItems(tx, ending)) {
    const { id, trialEnd } = whole.subscription;
    const record = { object: 'subscription', recordId: id };
    const data = subscriptionView(whole, today);
    emit(tx, { type: 'subscription.trial_ending', ...record, data });
    audit(tx, { action: 'subscription.trial_ending', ...record, after: { trialEnd } });
  }
  return ending.length;
}
