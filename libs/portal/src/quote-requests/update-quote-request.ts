import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { checkVersion, Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';
import { attachToRequest } from './attach-to-request.js';
import type { QuoteRequestId } from './quote-request.js';
import {
  linesOfRequest,
  lockRequest,
  quoteRequestView,
  replaceLines,
  storeRequest,
  type QuoteRequestView,
} from './quote-request.repository.js';
import { RequestFields, type SentForQuote } from './request-fields.js';
import { requestedLines, requestWordsOf, type RequestWords } from './request-draft.js';
import type { RequestLineInput } from './request-line.js';
import { requireRequestStep } from './request-status.js';

/** What its customer changes of a draft; lines that are said replace all there are. */
export interface QuoteRequestPatch extends RequestWords {
  readonly lines?: readonly RequestLineInput[] | undefined;
  /** They come beside those that are there. */
  readonly documentIds?: readonly string[] | undefined;
  /** Custom fields of the quote; those that are not sent stay. */
  readonly own?: SentForQuote | undefined;
}

/** Which one, the version that was read, and who changes it. */
interface ChangedRequest {
  readonly id: QuoteRequestId;
  readonly expectedVersion: number | null;
  readonly portalUserId: PortalUserId;
}

/** Changes a request that is still being written. */
@Injectable()
export class UpdateQuoteRequest {
  constructor(
    private readonly db: Database,
    private readonly fields: RequestFields,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, quote_request_status_conflict,
   *   validation_failed, reference_not_found
   */
  execute(
    ctx: Ctx,
    { id, expectedVersion, portalUserId }: ChangedRequest,
    patch: QuoteRequestPatch,
  ): Promise<QuoteRequestView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockRequest(tx, id);
      checkVersion(before.version, expectedVersion);
      requireRequestStep(before.status, 'edit');
      const words = requestWordsOf(patch, await readToday(tx), before);
      const lines = patch.lines
        ? await requestedLines(tx, id, patch.lines)
        : await linesOfRequest(tx, id);
      if (patch.lines) await replaceLines(tx, id, lines);
      await attachToRequest(tx, { ...before, portalUserId }, patch.documentIds);
      const acted = { abandoned: false, abandonedAt: null };
      const custom = await this.fields.read(tx, patch.own, false, before.custom);
      const change = { ...words, ...acted, custom };
      return quoteRequestView(storeRequest(tx, 'quote_request.updated', before, change), lines);
    });
  }
}
