import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { RetryLog, type EventView } from '@quittance/outbox/host';

/** Writes the audit log; what an event tells stands there already. */
@Injectable()
export class AuditedRetries extends RetryLog {
  retried(tx: Tx, before: EventView, after: EventView): void {
    audit(tx, {
      action: 'event.retried',
      object: 'event',
      recordId: after.id,
      before: { state: before.state, attempts: before.attempts, lastError: before.lastError },
      after: { type: after.type, state: after.state, attempts: after.attempts },
    });
  }
}
