import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { dunningAttemptNotFailed } from '../dunning.errors.js';
import type { AttemptId } from './attempt.js';
import { type AttemptView, attemptView } from './attempt.js';
import { askAgain, lastTryOf } from './attempt.repository.js';

/** Lets the next runs try again what has failed too often. */
@Injectable()
export class RetryAttempt {
  constructor(private readonly db: Database) {}

  /**
   * Whichever try of a step is named, it is the last one that counts, and is answered. What was
   * tried stays as it was.
   * @throws DomainError not_found, dunning_attempt_not_failed
   */
  async execute(ctx: Ctx, id: AttemptId): Promise<AttemptView> {
    return this.db.write(ctx, async (tx) => {
      const last = await lastTryOf(tx, id);
      const { result, tries } = last;
      if (result !== 'failed') throw dunningAttemptNotFailed({ result });
      if (await askAgain(tx, last.id)) {
        const change = { object: 'dunning-attempt', recordId: last.id, after: { tries } };
        audit(tx, { action: 'dunning.retried', ...change });
      }
      return attemptView({ ...last, retryAskedAt: last.retryAskedAt ?? ctx.now });
    });
  }
}
