import { Injectable } from '@nestjs/common';
import { checkVersion, Database, type Tx } from '@quittance/database';
import { holdUsers } from '@quittance/identity';
import { invalidField, type Ctx, type UserId } from '@quittance/kernel';
import type { QuoteRequest, QuoteRequestId } from './quote-request.js';
import {
  linesOfRequest,
  lockRequest,
  quoteRequestView,
  storeRequest,
  type QuoteRequestView,
} from './quote-request.repository.js';
import { requireRequestStep, type RequestStep } from './request-status.js';

/** What staff note of a request; what is absent stays. */
export interface RequestReview {
  readonly needsInternalReview?: boolean | undefined;
  readonly reviewNotes?: string | null | undefined;
}

/** What staff do to a request before a quote is made of it. */
@Injectable()
export class HandleQuoteRequest {
  constructor(private readonly db: Database) {}

  /**
   * Notes that the customer submitted it, once: asked again it answers what was noted.
   * @throws DomainError not_found, quote_request_status_conflict
   */
  publish(ctx: Ctx, id: QuoteRequestId): Promise<QuoteRequestView> {
    const { kind, id: actor, name } = ctx.actor;
    const published = { published: true, publishedAt: ctx.now };
    const change = { ...published, publishedBy: { kind, id: actor, name } };
    return this.change(ctx, id, 'publish', (tx, before) =>
      before.published ? before : storeRequest(tx, 'quote_request.published', before, change),
    );
  }

  /** @throws DomainError not_found, quote_request_status_conflict, validation_failed */
  assign(ctx: Ctx, id: QuoteRequestId, userId: UserId | null): Promise<QuoteRequestView> {
    return this.change(ctx, id, 'assign', async (tx, before) => {
      if (before.assigneeId === userId) return before;
      if (userId !== null && !(await holdUsers(tx, [userId])).has(userId)) {
        throw invalidField('/userId', 'reference_not_found', 'There is no such user.');
      }
      return storeRequest(tx, 'quote_request.assigned', before, { assigneeId: userId });
    });
  }

  /** @throws DomainError not_found, precondition_failed, quote_request_status_conflict */
  review(
    ctx: Ctx,
    { id, expectedVersion }: { id: QuoteRequestId; expectedVersion: number | null },
    { needsInternalReview, reviewNotes }: RequestReview,
  ): Promise<QuoteRequestView> {
    return this.change(ctx, id, 'review', (tx, before) => {
      checkVersion(before.version, expectedVersion);
      const change = {
        needsInternalReview: needsInternalReview ?? before.needsInternalReview,
        reviewNotes: reviewNotes === undefined ? before.reviewNotes : reviewNotes?.trim() || null,
      };
      return storeRequest(tx, 'quote_request.reviewed', before, change);
    });
  }

  private change(
    ctx: Ctx,
    id: QuoteRequestId,
    step: RequestStep,
    work: (tx: Tx, before: QuoteRequest) => QuoteRequest | Promise<QuoteRequest>,
  ): Promise<QuoteRequestView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockRequest(tx, id);
      requireRequestStep(before.status, step);
      return quoteRequestView(await work(tx, before), await linesOfRequest(tx, id));
    });
  }
}
