import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { QuoteRequestId } from './quote-request.js';
import {
  linesOfRequest,
  lockRequest,
  quoteRequestView,
  storeRequest,
  type QuoteRequestView,
} from './quote-request.repository.js';
import { requireRequestStep } from './request-status.js';

/** Ends a request: its customer takes it back, or the company declines it. */
@Injectable()
export class CloseQuoteRequest {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, quote_request_status_conflict */
  withdraw(ctx: Ctx, id: QuoteRequestId): Promise<QuoteRequestView> {
    return this.close(ctx, id, 'withdraw', null);
  }

  /**
   * @param reason which its customer reads
   * @throws DomainError not_found, quote_request_status_conflict
   */
  decline(ctx: Ctx, id: QuoteRequestId, reason: string): Promise<QuoteRequestView> {
    return this.close(ctx, id, 'decline', reason);
  }

  private close(
    ctx: Ctx,
    id: QuoteRequestId,
    step: 'withdraw' | 'decline',
    reason: string | null,
  ): Promise<QuoteRequestView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockRequest(tx, id);
      const status = requireRequestStep(before.status, step);
      const change = { status, reason, closedAt: ctx.now, abandoned: false, abandonedAt: null };
      const told = step === 'withdraw' ? 'quote_request.withdrawn' : 'quote_request.declined';
      const after = storeRequest(tx, told, before, change);
      return quoteRequestView(after, await linesOfRequest(tx, id));
    });
  }
}
