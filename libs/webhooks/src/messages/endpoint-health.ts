import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { WebhookId } from '../endpoints/endpoint.entity.js';

/** Touches nothing while all goes well, so that deliveries of an endpoint do not wait in line. */
const CLEAR_FAILURES = sql(`
  update webhooks.endpoint set failing_since = null, failures = 0, paused_until = null
  where company_id = $1 and id = $2 and failing_since is not null`);

const NOTE_FAILURE = sql(`
  update webhooks.endpoint set failing_since = coalesce(failing_since, $3),
    failures = failures + 1, paused_until = greatest(paused_until, $4::timestamptz)
  where company_id = $1 and id = $2
  returning failing_since as "failingSince", active`);

/** Something has arrived. */
export async function clearFailures(tx: Tx, id: WebhookId): Promise<void> {
  await tx.run(CLEAR_FAILURES, [tx.ctx.companyId, id]);
}

/** How an endpoint stands to which something has not arrived. */
export interface FailingEndpoint {
  /** Since when nothing arrives. */
  readonly failingSince: Instant;
  readonly active: boolean;
}

/** Something has not arrived. Undefined when the endpoint is gone. */
export function noteFailure(
  tx: Tx,
  id: WebhookId,
  pausedUntil: Instant | null,
): Promise<FailingEndpoint | undefined> {
  const { companyId, now } = tx.ctx;
  return tx.maybe<FailingEndpoint>(NOTE_FAILURE, [companyId, id, now, pausedUntil]);
}
