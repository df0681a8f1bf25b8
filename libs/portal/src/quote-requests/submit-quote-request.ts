import { Injectable } from '@nestjs/common';
import { lockLedgerAccount } from '@quittance/crm';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { HandOver } from './hand-over.js';
import type { QuoteRequestId } from './quote-request.js';
import {
  linesOfRequest,
  lockRequest,
  quoteRequestView,
  readRequest,
  storeRequest,
  type QuoteRequestView,
} from './quote-request.repository.js';
import { RequestFields, type SentForQuote } from './request-fields.js';
import { requireRequestStep } from './request-status.js';

/** Hands a draft over to the company, and says whether somebody has to look at it first. */
@Injectable()
export class SubmitQuoteRequest {
  constructor(
    private readonly db: Database,
    private readonly handOver: HandOver,
    private readonly fields: RequestFields,
  ) {}

  /**
   * @throws DomainError not_found, quote_request_status_conflict, quote_request_empty,
   *   credit_hold_hard, account_inactive, validation_failed (a field that is required)
   */
  execute(ctx: Ctx, id: QuoteRequestId, own?: SentForQuote): Promise<QuoteRequestView> {
    return this.db.write(ctx, async (tx) => {
      const { accountId } = await readRequest(tx, id);
      if (accountId !== null) await lockLedgerAccount(tx, accountId);
      const before = await lockRequest(tx, id);
      const status = requireRequestStep(before.status, 'submit');
      const lines = await linesOfRequest(tx, id);
      const custom = await this.fields.read(tx, own, true, before.custom);
      const change = { ...(await this.handOver.changes(tx, before, lines)), status, custom };
      return quoteRequestView(storeRequest(tx, 'quote_request.submitted', before, change), lines);
    });
  }
}
