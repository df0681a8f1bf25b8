import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { dunningAttemptNotFailed } from '../dunning.errors.js';
import { attemptView, type AttemptId, type AttemptView } from './attempt.js';
import { lockAttempt, resetTries } from './attempt.repository.js';

/** Lets the next runs try again what has failed too often. */
@Injectable()
export class RetryAttempt {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, dunning_attempt_not_failed */
  async execute(ctx: Ctx, id: AttemptId): Promise<AttemptView> {
    return this.db.write(ctx, async (tx) => {
      const { result, tries } = await lockAttempt(tx, id);
      if (result !== 'failed') throw dunningAttemptNotFailed({ result });
      const after = await resetTries(tx, id);
      const change = { object: 'dunning-attempt', recordId: id };
      audit(tx, { action: 'dunning.retried', ...change, before: { tries }, after: { tries: 0 } });
      return attemptView(after);
    });
  }
}
