import { companyToday, readCompanyTerms, type CurrentTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { checkVersion, type Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { documentApproval } from '@quittance/rules';
import { logChange, type DocumentNote } from './log-change.js';
import { quoteNoun, type Quote, type QuoteId } from './quote.description.js';
import type { QuoteLine } from './lines/quote-line.description.js';
import { linesOfQuote, lockAnyQuote, lockQuote, storeQuote } from './quote.repository.js';
import { quoteHead, quoteSummary, quoteView, type QuoteView } from './quote.view.js';
import { markQuote } from './records/written-quotes.js';

/** A locked quote with what every change of it needs. */
export interface LockedQuote {
  readonly quote: Quote;
  readonly lines: readonly QuoteLine[];
  readonly company: CurrentTerms;
  readonly today: LocalDate;
}

/** How a change is announced and logged. */
export type QuoteNote = DocumentNote<'quote'>;

/**
 * Locks a quote and reads its lines and the company with its date in one round trip.
 * @throws DomainError not_found, precondition_failed, record_awaits_approval
 */
export async function lockQuoteToChange(
  tx: Tx,
  id: QuoteId,
  expectedVersion: number | null = null,
): Promise<LockedQuote> {
  const { waits, ...locked } = await lockQuoteAwaited(tx, id);
  checkVersion(locked.quote.version, expectedVersion);
  documentApproval.refuse('quote', waits);
  return locked;
}

/**
 * The same for what is decided elsewhere, such as by who may overrule credit: whoever may see it.
 * @throws DomainError not_found, record_awaits_approval
 */
export async function lockAnyQuoteToChange(tx: Tx, id: QuoteId): Promise<LockedQuote> {
  const { waits, ...locked } = await lockAwaited(tx, () => lockAnyQuote(tx, id), id);
  documentApproval.refuse('quote', waits);
  return locked;
}

type AwaitedQuote = LockedQuote & { readonly waits: boolean };

/**
 * As `lockQuoteToChange`, for what no approval holds up, such as that its customer looks at it;
 * with whether it waits for one.
 * @throws DomainError not_found
 */
export function lockQuoteAwaited(tx: Tx, id: QuoteId): Promise<AwaitedQuote> {
  return lockAwaited(tx, () => lockQuote(tx, id), id);
}

async function lockAwaited(tx: Tx, lock: () => Promise<Quote>, id: QuoteId): Promise<AwaitedQuote> {
  const [quote, lines, company, waits] = await tx.locked(
    lock,
    (behind) => linesOfQuote(behind, id),
    readCompanyTerms,
    (behind) => documentApproval.waits(behind, id),
  );
  return { quote, lines, company, today: companyToday(company, tx.ctx.now), waits };
}

/**
 * Stores a changed quote, announces and logs it, and answers it as the API shows it.
 * @param version that it has then: the next one, but for what changes nothing of its content
 */
export function changeQuote(
  tx: Tx,
  { quote, lines }: Pick<LockedQuote, 'quote' | 'lines'>,
  change: Partial<Quote>,
  note: QuoteNote,
  version = quote.version + 1,
): QuoteView {
  const { now, userId } = tx.ctx;
  const after: Quote = {
    ...quote,
    ...change,
    version,
    updatedAt: now,
    updatedBy: userId,
  };
  tx.later(storeQuote(tx, after));
  markQuote(tx, after, quote);
  announceQuote(tx, quote, after, Object.keys(change) as (keyof Quote)[], note);
  return quoteView(after, lines);
}

const TOLD = {
  object: 'quote',
  shown: new Set<string>(quoteNoun.head),
  head: quoteHead,
} as const;

/** Announces and logs what of a stored quote is another than it was. */
export function announceQuote(
  tx: Tx,
  quote: Quote,
  after: Quote,
  keys: readonly (keyof Quote)[],
  note: QuoteNote,
): void {
  const { values, changed, before } = logChange<Quote>(tx, TOLD, [quote, after], keys, note);
  const about = { object: 'quote', recordId: quote.id } as const;
  const data = { ...quoteSummary(after), ...values };
  emit(tx, { type: note.event, ...about, data, changed, before });
}
