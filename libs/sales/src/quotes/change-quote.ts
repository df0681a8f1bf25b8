import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms, type CurrentTerms } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import type { EventType } from '@quittance/contracts';
import { checkVersion, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { CustomMembers } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import { quoteNoun, type Quote, type QuoteId } from './quote.description.js';
import type { QuoteLine } from './lines/quote-line.description.js';
import { linesOfQuote, lockQuote, storeQuote } from './quote.repository.js';
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
export interface QuoteNote {
  readonly event: 'record.updated' | Extract<EventType, `quote.${string}`>;
  /** The log's verb: `quote.sent`. */
  readonly action: string;
  readonly custom?: CustomMembers | null;
  /** What the log says beside the members that changed. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * Locks a quote and reads its lines and the company with its date in one round trip.
 * @throws DomainError not_found, precondition_failed
 */
export async function lockQuoteToChange(
  tx: Tx,
  id: QuoteId,
  expectedVersion: number | null = null,
): Promise<LockedQuote> {
  const [quote, lines, company] = await tx.locked(
    () => lockQuote(tx, id),
    (behind) => linesOfQuote(behind, id),
    readCompanyTerms,
  );
  checkVersion(quote.version, expectedVersion);
  return { quote, lines, company, today: companyToday(company, tx.ctx.now) };
}

/** Stores a changed quote, announces and logs it, and answers it as the API shows it. */
export function changeQuote(
  tx: Tx,
  { quote, lines }: Pick<LockedQuote, 'quote' | 'lines'>,
  change: Partial<Quote>,
  note: QuoteNote,
): QuoteView {
  const { now, userId } = tx.ctx;
  const after: Quote = {
    ...quote,
    ...change,
    version: quote.version + 1,
    updatedAt: now,
    updatedBy: userId,
  };
  tx.later(storeQuote(tx, after));
  markQuote(tx, after, quote);
  announceQuote(tx, quote, after, Object.keys(change) as (keyof Quote)[], note);
  return quoteView(after, lines);
}

const SHOWN: ReadonlySet<string> = new Set(quoteNoun.head);

/** Announces and logs what of a stored quote is another than it was. */
export function announceQuote(
  tx: Tx,
  quote: Quote,
  after: Quote,
  keys: readonly (keyof Quote)[],
  { event, action, custom, more }: QuoteNote,
): void {
  const values: FieldValues = custom?.draft.values ?? {};
  const differing = keys.filter((key) => SHOWN.has(key) && !isSame(quote[key], after[key]));
  const [was, is] = [quoteHead(quote), quoteHead(after)];
  const before = pick(was, differing);
  emit(tx, {
    type: event,
    object: 'quote',
    recordId: quote.id,
    data: { ...quoteSummary(after), ...values },
    changed: [...differing, ...Object.keys(values)],
    before: { ...before, ...beforeOf(custom) },
  });
  const recordId = quote.id;
  audit(tx, {
    action,
    object: 'quote',
    recordId,
    before,
    after: { ...pick(is, differing), ...more },
  });
}

function beforeOf(custom: CustomMembers | null | undefined): FieldValues {
  const names = Object.keys(custom?.draft.values ?? {});
  return Object.fromEntries(names.map((name) => [name, custom?.draft.before?.view[name] ?? null]));
}

function isSame(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  return JSON.stringify(before) === JSON.stringify(after);
}

function pick(head: object, keys: readonly string[]): Record<string, unknown> {
  const values = head as Readonly<Record<string, unknown>>;
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}
