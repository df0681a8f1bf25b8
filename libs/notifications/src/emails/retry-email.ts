import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql } from '@quittance/database';
import type { Ctx, DomainError } from '@quittance/kernel';
import { emailBodyRemoved, emailNotRetryable } from '../notifications.errors.js';
import type { EmailId } from './email.js';
import { findEmail, type EmailView } from './email.queries.js';

/** Puts a failed e-mail back with all its tries; primary key. The last error stays to be read. */
const REQUEUE = sql(`
  update notifications.email set status = 'queued', attempts = 0, due_at = $3, finished_at = null
  where company_id = $1 and id = $2 and status = 'failed' and body_removed_at is null`);

/** Sends an e-mail again that was given up, as it was written and under its message id. */
@Injectable()
export class RetryEmail {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, email_not_retryable, email_body_removed */
  execute(ctx: Ctx, id: EmailId): Promise<EmailView> {
    return this.db.write(ctx, async (tx) => {
      const requeued = await tx.run(REQUEUE, [ctx.companyId, id, ctx.now]);
      const email = await findEmail(tx, id);
      if (requeued === 0) throw refusalOf(email);
      const { to, subject, status, lastError } = email;
      audit(tx, {
        action: 'email.retried',
        object: 'email',
        recordId: id,
        before: { status: 'failed', lastError },
        after: { status, to, subject },
      });
      return email;
    });
  }
}

function refusalOf({ status, bodyRemovedAt }: EmailView): DomainError {
  return status === 'failed' && bodyRemovedAt !== null
    ? emailBodyRemoved({ date: bodyRemovedAt.slice(0, 10) })
    : emailNotRetryable({ status });
}
