import { formatMinor, trimDecimal } from '@quittance/money';
import type { CreditControl } from '@quittance/credit';
import type { Tx } from '@quittance/database';
import { invalidField, newId, type Id } from '@quittance/kernel';
import type { QuoteConversion } from '../../orders/conversion/quote-conversion.js';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { contentChanged, selectionInvalid } from '../../sales.errors.js';
import { refuseUncovered } from '../approval/uncovered.js';
import { changeQuote, type LockedQuote } from '../change-quote.js';
import { isPriced } from '../lines/quote-line.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { quoteStatusAfter, type QuoteStatus } from '../quote.js';
import { replaceQuoteLines } from '../quote.repository.js';
import type { QuoteView } from '../quote.view.js';
import { canonicalJson, type CanonicalValue } from '../receipts/canonical-json.js';
import { contentHash } from '../receipts/content-hash.js';
import { lineContent } from '../receipts/quote-content.js';
import { acceptanceNoun, type Acceptance } from './acceptance.js';
import { refuseSignature } from './signature.js';
import { readLineStubs, type LineStubs } from '../../plans/sold/line-stubs.js';
import { priceSelected, type SelectedQuote } from './price-selected.js';
import { withSelections, type Selection } from './selections.js';

/** What whoever agrees says. */
export interface AcceptanceInput {
  readonly name: string;
  readonly email?: string | null;
  readonly title?: string | null;
  readonly poNumber?: string | null;
  readonly signature?: string | null;
  readonly selections?: readonly Selection[];
  /** Of what was shown. */
  readonly contentHash?: string;
}

/** How they said it. */
export interface AcceptanceWay {
  readonly method: Acceptance['method'];
  readonly userAgent: string | null;
  readonly evidence: string | null;
  /** Of the portal, who it is. */
  readonly portalUserId?: Id<'portal-user'>;
}

/** What an acceptance asks, and hands the quote on to. */
export interface AcceptanceTools {
  readonly credit: Pick<CreditControl, 'covers'>;
  readonly conversion: Pick<QuoteConversion, 'convertAccepted'>;
}

/** What is agreed to of a quote, once it was judged: priced as it was chosen. */
export interface JudgedAcceptance {
  readonly status: QuoteStatus;
  readonly chosen: SelectedQuote;
}

/** How an acceptance is judged. */
interface Judging extends Pick<AcceptanceWay, 'method'> {
  readonly stubs: LineStubs;
  /** It is handed on to whoever signs it. */
  readonly signsLater?: boolean;
}

/**
 * Judges an acceptance of a locked quote, and changes nothing. Pure.
 * @throws DomainError quote_not_open, quote_expired, quote_superseded, content_changed,
 *   selection_invalid, validation_failed
 */
export function judgeAcceptance(
  { quote, lines, company, today }: LockedQuote,
  input: AcceptanceInput,
  { method, stubs, signsLater = false }: Judging,
): JudgedAcceptance {
  const byStaff = method === 'staff';
  const status = quoteStatusAfter(quote, 'accept', today, byStaff);
  if (input.contentHash !== undefined && input.contentHash !== quote.contentHash) {
    throw contentChanged();
  }
  refuseNameless(input);
  refuseSignature(input.signature ?? null, quote.signatureRequired && !byStaff && !signsLater);
  const selected = withSelections(lines, input.selections, quote.tiersAcross);
  refuseNothing(selected);
  const chosen = priceSelected(quote, selected, company, stubs);
  refuseUncovered(chosen);
  return { status, chosen };
}

/**
 * Accepts a locked quote: prices what is chosen of it, writes the receipt, and fixes both.
 * @throws DomainError those of `judgeAcceptance`
 */
export async function acceptIn(
  tx: Tx,
  tools: AcceptanceTools,
  locked: LockedQuote,
  input: AcceptanceInput,
  way: AcceptanceWay,
): Promise<QuoteView> {
  const stubs = await readLineStubs(tx, locked.lines);
  const judged = judgeAcceptance(locked, input, { ...way, stubs });
  return acceptJudged(tx, tools, locked, { ...judged, input, way });
}

/** The same of what was judged behind the same lock. */
export async function acceptJudged(
  tx: Tx,
  { credit, conversion }: AcceptanceTools,
  locked: LockedQuote,
  said: JudgedAcceptance & { readonly input: AcceptanceInput; readonly way: AcceptanceWay },
): Promise<QuoteView> {
  const { status, chosen, input, way } = said;
  const { quote } = locked;
  const coversDocument = await credit.covers(
    tx,
    { type: 'quote', id: quote.id },
    { amount: await readCreditAmount(tx, chosen.quote), currency: quote.currency },
  );
  const acceptance = acceptanceOf(tx, chosen, input, { ...way, coversDocument });
  await acceptanceNoun.rows.insert(tx, [acceptance]);
  tx.later(replaceQuoteLines(tx, quote.id, chosen.lines));
  const { subtotal, taxTotal, total, mrr, acv, tcv, figures } = chosen.quote;
  const change = { status, subtotal, taxTotal, total, mrr, acv, tcv, figures };
  const { method, name, receiptHash } = acceptance;
  const decided = { ...change, decidedAt: tx.ctx.now };
  const accepted = changeQuote(tx, { quote, lines: chosen.lines }, decided, {
    event: 'quote.accepted',
    action: 'quote.accepted',
    more: { method, name, receiptHash },
  });
  const now = { ...locked, quote: { ...quote, ...decided, version: accepted.version } };
  const by = way.portalUserId ?? null;
  return conversion.convertAccepted(tx, { ...now, lines: chosen.lines }, accepted, by);
}

/**
 * Whoever chooses none of a quote that consists of options agrees to nothing.
 * @throws DomainError selection_invalid
 */
function refuseNothing(lines: readonly QuoteLine[]): void {
  if (lines.some((line) => isPriced(line) && line.selected)) return;
  const message = 'must choose at least one of the options';
  throw selectionInvalid({}, { errors: [{ pointer: '/selections', code: 'required', message }] });
}

/** @throws DomainError validation_failed */
function refuseNameless({ name }: AcceptanceInput): void {
  if (name.trim() === '') throw invalidField('/name', 'required', 'is required');
}

function acceptanceOf(
  tx: Tx,
  { quote, lines }: SelectedQuote,
  input: AcceptanceInput,
  way: AcceptanceWay & { readonly coversDocument: boolean },
): Acceptance {
  const { now, ip, userId } = tx.ctx;
  const staff = way.method === 'staff';
  const selections = lines
    .filter(({ optional, selected }) => optional && selected)
    .map(({ id, quantity }) => ({ lineId: id, quantity: trimDecimal(quantity) }));
  const said = {
    name: input.name,
    email: input.email ?? null,
    title: input.title ?? null,
    poNumber: input.poNumber ?? null,
    signature: input.signature ?? null,
    method: way.method,
    evidence: way.evidence,
  };
  const { currency } = quote;
  const receipt: CanonicalValue = {
    quote: JSON.parse(quote.content ?? '{}') as CanonicalValue,
    contentHash: quote.contentHash,
    acceptance: {
      ...said,
      at: now,
      staffUserId: staff ? userId : null,
      ...(way.portalUserId && { portalUserId: way.portalUserId }),
      selections,
      lines: lines.filter(({ selected }) => selected).map((line) => lineContent(line, currency)),
      total: formatMinor(quote.total, currency),
      tax: formatMinor(quote.taxTotal, currency),
    },
  };
  return {
    ...said,
    quoteId: quote.id,
    id: newId<'quote-acceptance'>(),
    at: now,
    ip,
    userAgent: way.userAgent?.slice(0, 500) ?? null,
    staffUserId: staff ? userId : null,
    portalUserId: way.portalUserId ?? null,
    selections,
    contentHash: quote.contentHash ?? '',
    coversDocument: way.coversDocument,
    receipt: canonicalJson(receipt),
    receiptHash: contentHash(receipt),
  };
}
