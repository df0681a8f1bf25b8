import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PortalActor } from '../actors/portal-actor.js';
import type { QuoteRequestView } from './quote-request.repository.js';
import { RequestBook, type NewQuoteRequest } from './request-book.js';

/**
 * Writes down what a user of a portal asks a quote for. Whoever calls has seen to it that the
 * account is within the reach of the user, and that they may ask (`createQuotes`).
 */
@Injectable()
export class RaiseQuoteRequest {
  constructor(
    private readonly db: Database,
    private readonly book: RequestBook,
  ) {}

  /** @throws DomainError those of `join` */
  execute(ctx: Ctx, by: PortalActor, asked: NewQuoteRequest): Promise<QuoteRequestView> {
    return this.db.write(ctx, (tx) => this.join(tx, by, asked));
  }

  /**
   * The same in a transaction of the caller's, as of a cart that becomes a request.
   * @throws DomainError validation_failed, reference_not_found; of what is handed over
   *   quote_request_empty, credit_hold_hard, account_inactive
   */
  join(tx: Tx, by: PortalActor, asked: NewQuoteRequest): Promise<QuoteRequestView> {
    return this.book.join(tx, by, asked);
  }
}
