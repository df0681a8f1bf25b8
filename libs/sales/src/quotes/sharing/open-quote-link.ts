import { Injectable } from '@nestjs/common';
import { companyToday, readCompany, type Company } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { Database, type Tx } from '@quittance/database';
import type { PrintableQuote } from '@quittance/documents';
import {
  notFound,
  systemCtx,
  type Ctx,
  type Instant,
  type Permissions,
  type Unit,
} from '@quittance/kernel';
import { WorkBudget } from '@quittance/work';
import { linkRevoked } from '../../sales.errors.js';
import { changeQuote, lockQuoteAwaited, type LockedQuote } from '../change-quote.js';
import { ReviewedQuotes } from '../decisions/reviewed-quotes.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import type { Quote } from '../quote.description.js';
import { isOpenQuote, quoteStatusAfter } from '../quote.js';
import { linesOfQuote, requireQuote } from '../quote.repository.js';
import { printableQuote } from '../printing/printable-quote.js';
import { receiptOfQuote, type QuoteReceipt } from '../receipts/quote-receipt.js';
import { companyOfLink, linkTokenHash, pageNonce } from './link-token.js';
import { publicQuote, type PublicQuote, type PublicQuoteFacts } from './public-quote.js';
import { countOpening, linkByToken, type QuoteLink } from './quote-link.repository.js';

/** A request of somebody who holds a link. */
export interface LinkRequest {
  readonly token: string;
  readonly now: Instant;
  readonly requestId: string;
  readonly ip?: string | null;
  readonly unit?: Unit | undefined;
}

/** What whoever holds a link is shown. */
export interface OpenedQuote {
  readonly quote: PublicQuote;
  /** Null until it is accepted. */
  readonly receipt: QuoteReceipt | null;
  /** The same, as it is printed; of an acceptance what the receipt says. */
  readonly printed: PrintableQuote;
  /** Sent back by whoever acts on what it shows. */
  readonly nonce: string;
}

/** Whoever holds a link has no right but to its quote. */
const OF_HOLDER: Permissions = Object.freeze({
  all: false,
  can: () => false,
  granted: () => false,
  scope: () => 'all' as const,
});

/** The context of a link. @throws DomainError not_found when it is no word of a link */
export function linkCtx({ token, now, requestId, ip = null, unit }: LinkRequest): Ctx {
  const companyId = companyOfLink(token);
  if (!companyId) throw notFound({ object: 'quote' });
  const actor = { kind: 'share_link', id: null, name: 'Share link' } as const;
  return Object.freeze({
    ...systemCtx(companyId, now, requestId, actor),
    ip,
    ...(unit && { unit }),
    work: new WorkBudget(),
    permissions: OF_HOLDER,
  });
}

/** What a link leads to, not locked: reading it is no opening. */
export interface ReadByLink {
  readonly quote: Quote;
  readonly lines: readonly QuoteLine[];
  readonly company: Company;
}

/** @throws DomainError not_found, link_revoked */
export async function readByLink(tx: Tx, token: string): Promise<ReadByLink> {
  const link = await linkByToken(tx, linkTokenHash(token));
  if (!link) throw notFound({ object: 'quote' });
  const [quote, lines, company] = await Promise.all([
    requireQuote(tx, link.quoteId),
    linesOfQuote(tx, link.quoteId),
    readCompany(tx),
  ]);
  refuseEnded(link, companyToday(company, tx.ctx.now));
  return { quote, lines, company };
}

/** @throws DomainError link_revoked */
function refuseEnded({ revokedAt, expiresOn }: QuoteLink, today: LocalDate): void {
  if (revokedAt !== null || expiresOn < today) throw linkRevoked();
}

/** The live link of a word, with its quote locked. @throws DomainError not_found, link_revoked */
export async function lockByLink<L extends LockedQuote = LockedQuote>(
  tx: Tx,
  token: string,
  lock: (tx: Tx, id: QuoteLink['quoteId']) => Promise<L>,
): Promise<{ readonly link: QuoteLink; readonly locked: L }> {
  const link = await linkByToken(tx, linkTokenHash(token));
  if (!link) throw notFound({ object: 'quote' });
  const locked = await lock(tx, link.quoteId);
  refuseEnded(link, locked.today);
  return { link, locked };
}

/**
 * Shows a quote to whoever holds its link. The first opening marks a sent quote as viewed, each is
 * counted, and nothing else happens; one that only looks ahead does neither.
 */
@Injectable()
export class OpenQuoteLink {
  constructor(
    private readonly db: Database,
    private readonly reviewed: ReviewedQuotes,
  ) {}

  /** @throws DomainError not_found, link_revoked */
  execute(request: LinkRequest & { readonly looksAhead?: boolean }): Promise<OpenedQuote> {
    const { token, looksAhead = false } = request;
    return this.db.write(linkCtx(request), async (tx) => {
      const { link, locked } = await lockByLink(tx, token, lockQuoteAwaited);
      const { waits, quote, today } = locked;
      const company = await readCompany(tx);
      const isAsked = isOpenQuote(quote, today) && !waits;
      const refused = isAsked && (await this.reviewed.isRefused(tx, quote));
      const receipt = AGREED.has(quote.status) ? await receiptOfQuote(tx, quote.id) : null;
      const facts = { token, company, shown: { today, waits, refused }, receipt };
      if (looksAhead) return opened(locked, facts);
      await countOpening(tx, link.id);
      return opened(viewed(tx, locked), facts);
    });
  }
}

function viewed(tx: Tx, locked: LockedQuote): LockedQuote {
  const { quote, today } = locked;
  if (quote.status !== 'sent' || quote.supersededById !== null) return locked;
  const change = { status: quoteStatusAfter(quote, 'view', today), viewedAt: tx.ctx.now };
  const note = { event: 'quote.viewed', action: 'quote.viewed' } as const;
  changeQuote(tx, locked, change, note, quote.version);
  return { ...locked, quote: { ...quote, ...change } };
}

const AGREED: ReadonlySet<Quote['status']> = new Set(['accepted', 'ordered']);

interface OpenedFacts extends Pick<OpenedQuote, 'receipt'> {
  readonly token: string;
  readonly company: Company;
  readonly shown: PublicQuoteFacts;
}

function opened(
  { quote, lines }: LockedQuote,
  { token, company, shown, receipt }: OpenedFacts,
): OpenedQuote {
  // The signature is on the file that was made then, and nowhere else.
  const acceptance = receipt && { ...receipt, signature: null };
  return {
    quote: publicQuote(quote, lines, company, shown),
    receipt,
    printed: { ...printableQuote(quote, lines, { company }), acceptance },
    nonce: pageNonce(token, quote.contentHash ?? ''),
  };
}
