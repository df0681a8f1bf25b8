import { readProductCosts } from '@quittance/catalog';
import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import { recordDocuments } from '@quittance/objects';
import { isUndetermined } from '@quittance/tax';
import { formatMinor, parseMinor } from '@quittance/money';
import {
  depositExceedsQuote,
  priceNotFound,
  quoteHasNoLines,
  quoteTaxUndetermined,
  validityPassed,
} from '../../sales.errors.js';
import { changeQuote, type LockedQuote } from '../change-quote.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced, keptQuoteLine, namedProducts } from '../lines/quote-line.js';
import { lacksPlan } from '../../plans/sold/line-plan.js';
import { withPlans } from '../../plans/sold/line-plans.js';
import { readLineStubs } from '../../plans/sold/line-stubs.js';
import { priceSelected } from '../decisions/price-selected.js';
import { replaceQuoteLines } from '../quote.repository.js';
import type { Quote } from '../quote.description.js';
import type { QuoteView } from '../quote.view.js';
import { canonicalJson } from '../receipts/canonical-json.js';
import { contentHash } from '../receipts/content-hash.js';
import { quoteContent } from '../receipts/quote-content.js';
import { findingsOf, rulesFor } from './approval-rules.js';
import { readCurrentList } from './current-list.js';
import { judgedLines } from './judged-quote.js';
import { readApproval, rolesOfApprover } from './quote-approval.repository.js';
import { mostOf, worstCases } from './worst-choice.js';

/**
 * What a quote must have before anybody is asked to approve it.
 * @throws DomainError quote_has_no_lines, price_not_found, validity_passed, deposit_exceeds_quote,
 *   quote_tax_undetermined
 */
export function refuseIncomplete({ quote, lines, today }: LockedQuote): void {
  const priced = lines.filter(isPriced);
  if (!priced.some(({ selected }) => selected)) throw quoteHasNoLines();
  const open = pointersOf(priced, ({ unitPrice }) => unitPrice === null, 'unitPrice', 'missing');
  if (open.errors.length > 0) {
    const { errors, positions } = open;
    throw priceNotFound({ currency: quote.currency, lines: positions }, { errors });
  }
  if (quote.validUntil < today) throw validityPassed({ validUntil: quote.validUntil });
  refuseLargeDeposit(quote);
  const untaxed = pointersOf(lines, (line) => isUndetermined(line.taxReason), 'taxCode', 'open');
  const { errors, positions } = untaxed;
  if (errors.length > 0) throw quoteTaxUndetermined({ lines: positions }, { errors });
}

/** @throws DomainError deposit_exceeds_quote */
function refuseLargeDeposit({ deposit, total, currency }: Quote): void {
  if (!deposit || 'percent' in deposit) return;
  if ((parseMinor(deposit.amount, currency) ?? 0n) <= total) return;
  throw depositExceedsQuote({ total: formatMinor(total, currency), currency });
}

function pointersOf(
  lines: readonly QuoteLine[],
  is: (line: QuoteLine) => boolean,
  member: string,
  code: string,
) {
  const found = lines.filter(is);
  const errors = found.map(({ position, description }): FieldError => {
    return { pointer: `/lines/${position - 1}/${member}`, code, message: description };
  });
  return { errors, positions: found.map(({ position }) => position).join(', ') };
}

/** The lines as they are fixed: what had no plan when it was written has one from now on. */
async function linesWithPlans(
  tx: Tx,
  { quote, lines }: LockedQuote,
): Promise<readonly QuoteLine[]> {
  const kept = lines.map((line) => keptQuoteLine(line, quote.currency));
  if (!kept.some(lacksPlan)) return lines;
  const planned = await withPlans(tx, kept, quote.currency);
  return lines.map((line, i): QuoteLine => ({ ...line, ...planned[i]?.plan }));
}

/** The quote as it is fixed when it is submitted, which credit is asked about. */
export async function asSubmitted(tx: Tx, locked: LockedQuote): Promise<Quote> {
  const lines = await linesWithPlans(tx, locked);
  return { ...locked.quote, ...(await stubbedWorth(tx, { ...locked, lines }, {})) };
}

/** What a term comes to by the stubs of the plans that are fixed, where it was not written so. */
async function stubbedWorth(
  tx: Tx,
  { quote, lines, company }: LockedQuote,
  change: Partial<Quote>,
): Promise<Partial<Quote>> {
  const stubs = await readLineStubs(tx, lines);
  if ([...stubs.values()].every((stub) => stub === 'prorated')) return {};
  const worth = priceSelected({ ...quote, ...change }, lines, company, stubs).quote;
  return { tcv: worth.tcv, acv: worth.acv, figures: worth.figures };
}

/**
 * Fixes a complete quote: what it says stays as it is. Where the company lets quotes pass by its
 * rules, one that breaks none is approved by that.
 * @param locked with its lines as they are submitted
 */
export async function submitComplete(
  tx: Tx,
  locked: LockedQuote,
  change: Partial<Quote>,
): Promise<QuoteView> {
  const { company, today } = locked;
  const lines = await linesWithPlans(tx, locked);
  if (lines !== locked.lines) tx.later(replaceQuoteLines(tx, locked.quote.id, lines));
  const stubbed = await stubbedWorth(tx, { ...locked, lines }, change);
  const quote: Quote = { ...locked.quote, ...change, ...stubbed };
  const { submittedBy } = quote;
  const [seller, settings, roles, costs, list, attachments] = await Promise.all([
    readCompany(tx),
    readApproval(tx),
    rolesOfApprover(tx, submittedBy),
    readProductCosts(tx, namedProducts(lines)),
    readCurrentList(tx, quote, lines, today),
    recordDocuments.hashes(tx, 'quote', quote.id),
  ]);
  const { currency } = quote;
  const findings = findingsOf(settings.rules, roles, {
    lines: [
      ...judgedLines(quote, lines, costs, { list }),
      ...worstCases(quote, lines, costs, list),
    ],
    total: mostOf(quote, lines, company),
    currency,
    baseCurrency: company.baseCurrency,
  });
  const passes = settings.mode === 'rules' && findings.length === 0;
  const content = quoteContent(quote, lines, seller, attachments);
  const { now } = tx.ctx;
  return changeQuote(
    tx,
    { quote, lines },
    {
      ...change,
      ...stubbed,
      status: passes ? 'approved' : 'submitted',
      approval: findings,
      passedRules: passes ? rulesFor(settings.rules, roles) : null,
      content: canonicalJson(content),
      contentHash: contentHash(content),
      submittedAt: now,
      approvedAt: passes ? now : null,
      returnNote: null,
    },
    { event: passes ? 'quote.approved' : 'quote.submitted', action: 'quote.submitted' },
  );
}
