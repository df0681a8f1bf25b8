import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { newId, type AccountId, type Id } from '@quittance/kernel';
import type { PortalActor } from '../actors/portal-actor.js';
import type { Channel } from '../sessions/portal-session.js';
import { attachToRequest } from './attach-to-request.js';
import { HandOver } from './hand-over.js';
import { RequestFields, type SentForQuote } from './request-fields.js';
import {
  quoteRequestNoun,
  type QuoteRequest,
  type QuoteRequestId,
  type QuoteRequestOrigin,
} from './quote-request.js';
import {
  insertRequest,
  quoteRequestView,
  storeRequest,
  type QuoteRequestView,
} from './quote-request.repository.js';
import { requestedLines, requestWordsOf, type RequestWords } from './request-draft.js';
import type { RequestLineInput } from './request-line.js';
import { requireRequestStep } from './request-status.js';

/** What somebody asks a quote for. */
export interface NewQuoteRequest extends RequestWords {
  /** In reach of who raises it; null of an end customer of a partner who is no account yet. */
  readonly accountId: AccountId | null;
  readonly lines?: readonly RequestLineInput[] | undefined;
  /** Told by programs that know better; else what the session says. */
  readonly origin?: QuoteRequestOrigin | undefined;
  /** What a partner has registered, and who they are. */
  readonly registration?: {
    readonly id: Id<'deal-registration'>;
    readonly partnerId: Id<'ledger-account'>;
  };
  /** The contract that is to be renewed. */
  readonly contractId?: Id<'contract'>;
  /** What they have uploaded for it. */
  readonly documentIds?: readonly string[] | undefined;
  /** Hands it over at once, instead of keeping a draft. */
  readonly submit?: boolean;
  /** Custom fields of the quote, and those that the user could be asked for. */
  readonly own?: SentForQuote | undefined;
  /**
   * Joins the transaction once the request is there, as what is attached to it does; the case that
   * it opens goes with what is handed over.
   */
  readonly along?: (
    tx: Tx,
    id: QuoteRequestId,
  ) => Promise<Pick<QuoteRequest, 'caseId'> | undefined>;
}

/** By primary key. */
const CHANNEL = sql(`
  select f.channel from portal.refresh_family f where f.company_id = $1 and f.id = $2`);

/** Where requests are written down, within a transaction of the caller's. */
@Injectable()
export class RequestBook {
  constructor(
    private readonly handOver: HandOver,
    private readonly fields: RequestFields,
  ) {}

  /**
   * Where it is handed over with it the ledger account is locked: rows of the caller's that a hold
   * may wait for are to be locked behind it.
   * @throws DomainError validation_failed, reference_not_found; of what is handed over
   *   quote_request_empty, credit_hold_hard, account_inactive
   */
  async join(tx: Tx, by: PortalActor, asked: NewQuoteRequest): Promise<QuoteRequestView> {
    const { registration, contractId = null, accountId } = asked;
    const id = newId<'quote-request'>();
    const today = await readToday(tx);
    const lines = await requestedLines(tx, id, asked.lines ?? []);
    const request: QuoteRequest = {
      ...quoteRequestNoun.empty,
      ...requestWordsOf(asked, today),
      id,
      version: 1,
      status: 'draft',
      accountId,
      portalUserId: by.portalUserId,
      portalUserName: by.name,
      contactId: accountId === by.partyId ? by.contactId : null,
      partnerId: registration?.partnerId ?? null,
      registrationId: registration?.id ?? null,
      custom: await this.fields.read(tx, asked.own, asked.submit === true),
      contractId,
      origin: asked.origin ?? (await originOf(tx, by)),
      needsInternalReview: false,
      reviewReasons: [],
      published: false,
      converted: false,
      abandoned: false,
      createdAt: tx.ctx.now,
      updatedAt: tx.ctx.now,
    };
    const changes = asked.submit ? await this.handOver.changes(tx, request, lines) : null;
    await insertRequest(tx, request, lines);
    await attachToRequest(tx, request, asked.documentIds);
    const along = await asked.along?.(tx, id);
    if (!changes) return quoteRequestView(request, lines);
    const status = requireRequestStep(request.status, 'submit');
    const handed = { ...changes, ...along, status };
    const stored = storeRequest(tx, 'quote_request.submitted', request, handed);
    return quoteRequestView(stored, lines);
  }
}

/** A browser is the web; any other session a program. */
async function originOf(tx: Tx, { sessionId }: PortalActor): Promise<QuoteRequestOrigin> {
  const found = await tx.maybe<{ channel: Channel }>(CHANNEL, [tx.ctx.companyId, sessionId]);
  return found?.channel === 'browser' ? 'web' : 'api';
}
