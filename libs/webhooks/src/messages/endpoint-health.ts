import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { WebhookId } from '../endpoints/endpoint.js';

/** Touches nothing while all goes well, so that deliveries of an endpoint do not wait in line. */
const CLEAR_FAILURES = sql(`
  update webhooks.endpoint set failing_since = null, failures = 0, paused_until = null
  where company_id = $1 and id = any ($2::uuid[]) and failing_since is not null`);

const NOTE_FAILURES = sql(`
  update webhooks.endpoint set failing_since = coalesce(failing_since, $3),
    failures = failures + $5, paused_until = greatest(paused_until, $4::timestamptz)
  where company_id = $1 and id = $2
  returning failing_since as "failingSince", active`);

/** Something has arrived at each of these. */
export async function clearFailures(tx: Tx, ids: readonly WebhookId[]): Promise<void> {
  if (ids.length > 0) await tx.run(CLEAR_FAILURES, [tx.ctx.companyId, ids]);
}

/** How an endpoint stands to which something has not arrived. */
export interface FailingEndpoint {
  /** Since when nothing arrives. */
  readonly failingSince: Instant;
  readonly active: boolean;
}

/** So many messages have not arrived. Undefined when the endpoint is gone. */
export function noteFailures(
  tx: Tx,
  id: WebhookId,
  count: number,
  pausedUntil: Instant | null,
): Promise<FailingEndpoint | undefined> {
  const { companyId, now } = tx.ctx;
  return tx.maybe<FailingEndpoint>(NOTE_FAILURES, [companyId, id, now, pausedUntil, count]);
}
