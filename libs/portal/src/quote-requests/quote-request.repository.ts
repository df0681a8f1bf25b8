import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import {
  quoteRequestHead,
  quoteRequestNoun,
  type QuoteRequest,
  type QuoteRequestHead,
  type QuoteRequestId,
} from './quote-request.js';
import {
  requestLineNoun,
  requestLineView,
  type RequestLine,
  type RequestLineView,
} from './request-line.js';

const { rows, store } = quoteRequestNoun;
const lineRows = requestLineNoun.rows;

/** By primary key. */
const FIND = sql(`
  select ${rows.select('r')} from portal.quote_request r where r.company_id = $1 and r.id = $2`);
const LOCK = sql(`${FIND.text} for no key update`);
const LINES = sql(`
  select ${lineRows.select('l')} from portal.quote_request_line l
  where l.company_id = $1 and l.request_id = $2 order by l.position`);
const DROP_LINES = sql(`
  delete from portal.quote_request_line where company_id = $1 and request_id = $2`);

/** A request as the API shows it, with its lines. */
export type QuoteRequestView = QuoteRequestHead & { readonly lines: readonly RequestLineView[] };

const gone = () => notFound({ object: 'quote request' });

/** @throws DomainError not_found */
export async function readRequest(tx: Tx, id: QuoteRequestId): Promise<QuoteRequest> {
  const found = await tx.maybe<QuoteRequest>(FIND, [tx.ctx.companyId, id]);
  if (!found) throw gone();
  return found;
}

/** @throws DomainError not_found */
export async function lockRequest(tx: Tx, id: QuoteRequestId): Promise<QuoteRequest> {
  const found = await tx.maybe<QuoteRequest>(LOCK, [tx.ctx.companyId, id]);
  if (!found) throw gone();
  return found;
}

/** In their order. */
export function linesOfRequest(tx: Tx, id: QuoteRequestId): Promise<RequestLine[]> {
  return tx.rows<RequestLine>(LINES, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function viewRequest(tx: Tx, id: QuoteRequestId): Promise<QuoteRequestView> {
  const [request, lines] = await Promise.all([readRequest(tx, id), linesOfRequest(tx, id)]);
  return quoteRequestView(request, lines);
}

export function quoteRequestView(
  request: QuoteRequest,
  lines: readonly RequestLine[],
): QuoteRequestView {
  return { ...quoteRequestHead(request), lines: lines.map(requestLineView) };
}

/** What happened to a request and is announced. */
const TOLD = [
  'quote_request.submitted',
  'quote_request.published',
  'quote_request.withdrawn',
  'quote_request.declined',
  'quote_request.abandoned',
] as const;
type Told = (typeof TOLD)[number];
/** What only the log has. */
type Logged =
  | 'quote_request.created'
  | 'quote_request.updated'
  | 'quote_request.reviewed'
  | 'quote_request.assigned'
  | 'quote_request.quoted'
  | 'quote_request.ready'
  | 'quote_request.answered'
  | 'quote_request.converted';

export async function insertRequest(
  tx: Tx,
  request: QuoteRequest,
  lines: readonly RequestLine[],
): Promise<void> {
  await rows.insert(tx, [request]);
  if (lines.length > 0) await lineRows.insert(tx, lines);
  tell(tx, 'quote_request.created', request);
}

/** Puts these lines in place of all the request has. */
export async function replaceLines(
  tx: Tx,
  id: QuoteRequestId,
  lines: readonly RequestLine[],
): Promise<void> {
  await tx.run(DROP_LINES, [tx.ctx.companyId, id]);
  if (lines.length > 0) await lineRows.insert(tx, lines);
}

/** Stores what became of a locked request, and tells it. */
export function storeRequest(
  tx: Tx,
  type: Told | Logged,
  before: QuoteRequest,
  change: Partial<QuoteRequest>,
): QuoteRequest {
  const after = { ...before, ...change, version: before.version + 1, updatedAt: tx.ctx.now };
  tx.later(store(tx, after));
  tell(tx, type, after, before);
  return after;
}

/** What is announced of a request: nothing that somebody has written by hand but its title. */
export function requestSummary(request: QuoteRequest) {
  const head = quoteRequestHead(request);
  return {
    id: head.id,
    version: head.version,
    status: head.status,
    accountId: head.accountId,
    portalUserId: head.portalUserId,
    partnerId: head.partnerId,
    registrationId: head.registrationId,
    contractId: head.contractId,
    origin: head.origin,
    title: head.title,
    preferredDeliveryDate: head.preferredDeliveryDate,
    currency: head.currency,
    estimatedTotal: head.estimatedTotal,
    needsInternalReview: head.needsInternalReview,
    reviewReasons: head.reviewReasons,
    published: head.published,
    converted: head.converted,
    abandoned: head.abandoned,
    quoteId: head.quoteId,
    orderId: head.orderId,
    submittedAt: head.submittedAt,
    reason: head.reason,
    createdAt: head.createdAt,
    updatedAt: head.updatedAt,
  };
}

function tell(tx: Tx, type: Told | Logged, after: QuoteRequest, before?: QuoteRequest): void {
  const about = { object: 'quote-request', recordId: after.id } as const;
  if (isTold(type)) emit(tx, { type, ...about, data: requestSummary(after) });
  const was = before ? { before: { ...quoteRequestHead(before) } } : {};
  audit(tx, { action: type, ...about, ...was, after: { ...quoteRequestHead(after) } });
}

function isTold(type: Told | Logged): type is Told {
  return TOLD.some((told) => told === type);
}
