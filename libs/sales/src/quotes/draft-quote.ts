import { personBehind } from '@quittance/access';
import { audit } from '@quittance/audit';
import {
  companyToday,
  readCompanyTerms,
  refuseDisabled,
  type CurrentTerms,
} from '@quittance/company';
import { addDays, type LocalDate } from '@quittance/calendar';
import type { CreditControl } from '@quittance/credit';
import {
  defaultParties,
  holdSellingAccount,
  requireNamedAccount,
  requireSaleParties,
  type SellingAccount,
} from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { invalidField, newId, type AccountId } from '@quittance/kernel';
import { productsOf, quotedSellerOf, billToOf } from '@quittance/lines';
import { assignNumbers, readNumberingRules, type AssignedNumber } from '@quittance/numbering';
import type { RecordInput } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import type { Taxes } from '@quittance/tax';
import { accountInactive } from '../sales.errors.js';
import { withPlans } from '../plans/sold/line-plans.js';
import { priceQuoteLines, type PricedLines } from './lines/price-quote-lines.js';
import { refuseChosenPrices, type UnchosenPrices } from './lines/price-rights.js';
import { keptOf } from './lines/quote-line.js';
import { readOffers, withPrices } from './lines/read-prices.js';
import { refuseDeposit } from './deposit.js';
import { refuseTooManyQuoteLines } from './quote.js';
import { quoteNoun, type Quote } from './quote.description.js';
import { withPricer } from './pricers.js';
import type { QuoteDraft } from './quote-draft.js';
import { quoteLines, quotes } from './quote.repository.js';
import { quoteSummary, quoteView, type QuoteView } from './quote.view.js';
import {
  refuseEmptyDiscount,
  refuseEndlessRenewal,
  refuseFarHead,
  requireBookOfQuote,
} from './refuse-head.js';
import { logPriceOverrides } from './lines/log-price-overrides.js';
import type { QuoteFields } from './records/quote-fields.js';
import { markQuote } from './records/written-quotes.js';
import { readQuoteSettings, type QuoteSettings } from './settings/quote-settings.js';
import { saidByDefault, spokenWith } from './settings/said-by-default.js';
import { begunWith, type BegunDraft } from './templates/begin-with-template.js';
import { templateOf } from './templates/quote-template.queries.js';

/** What a draft is written with. */
export interface QuoteTools {
  readonly taxes: Taxes;
  readonly fields: Pick<QuoteFields, 'read' | 'store'>;
  readonly credit: Pick<CreditControl, 'requireNoHardHold'>;
}

/**
 * Where a draft comes from: its number elsewhere, who has priced what it is a copy of, and by which
 * prices that was.
 */
export type DraftOrigin = Partial<Pick<Quote, 'externalReference' | 'pricers'>> &
  Pick<UnchosenPrices, 'carried'>;

/**
 * Writes a draft quote: priced, taxed and numbered in one transaction.
 * @throws DomainError validation_failed, account_inactive, currency_not_enabled, credit_hold_hard,
 *   discount_exceeds_line, tax_code_unknown, tax_inputs_changing, and those of the rules
 */
export async function draftQuote(
  tx: Tx,
  tools: QuoteTools,
  said: QuoteDraft,
  { pricers = [], carried, ...imported }: DraftOrigin = {},
): Promise<QuoteView> {
  const draft = begunWith(await templateOf(tx, said.templateId), said);
  refuseTooManyQuoteLines(draft.lines.length);
  const [company, basis, rules, settings, products, through] = await Promise.all([
    readCompanyTerms(tx),
    tools.taxes.load(tx),
    readNumberingRules(tx, 'quote'),
    readQuoteSettings(tx),
    productsOf(
      tx,
      draft.lines.map(({ productId = null }) => ({ productId })),
    ),
    defaultParties(tx, draft.accountId, draft),
  ]);
  const today = companyToday(company, tx.ctx.now);
  const { account, head } = await headOf(tx, draft, company, { today, settings });
  const parties = { ...through, dealId: head.dealId };
  await requireSaleParties(tx, head.accountId, { ...parties, ownerId: draft.ownerId ?? null });
  const lines = draft.lines.map((line, i) => keptOf(line, products, `/lines/${i}`));
  const offers = { ...head, accountPriceBookId: account.priceBookId };
  await refuseChosenPrices(tx, 'quotes', offers, { ...offers, today, carried });
  const planned = await withPlans(tx, lines, head.currency);
  const priced = withPrices(planned, await readOffers(tx, offers, planned), offers);
  const seller = quotedSellerOf(company, basis);
  const id = newId<'quote'>();
  const counted = priceQuoteLines(id, head, seller, account, priced);
  // The ledger account is locked by it, before any number is drawn.
  await tools.credit.requireNoHardHold(tx, {
    accountId: head.accountId,
    amount: counted.columns.total,
    currency: head.currency,
  });
  const [number] = await assignNumbers(tx, 'quote', [head.issueDate], rules);
  if (!number) throw new RangeError('The quote was given no number');
  const written = { ...(await newQuote(tx, number)), ...head, ...parties, ...counted.columns };
  const all = pricers.reduce(withPricer, written.pricers);
  const quote: Quote = { ...written, ...imported, pricers: all, id };
  return storeDraft(tx, tools, quote, counted, draft.custom);
}

/** Stores a new quote with its lines, announces and logs it. */
export async function storeDraft(
  tx: Tx,
  { fields }: Pick<QuoteTools, 'fields'>,
  quote: Quote,
  { lines }: Pick<PricedLines, 'lines'>,
  custom?: RecordInput,
  event: 'record.created' | 'quote.revised' = 'record.created',
): Promise<QuoteView> {
  const members = await fields.read(tx, { before: null, after: quote }, custom);
  await quotes.insert(tx, [quote]);
  await quoteLines.insert(tx, lines);
  await fields.store(tx, members);
  markQuote(tx, quote, null);
  const recordId = quote.id;
  const data = { ...quoteSummary(quote), ...members?.draft.values };
  emit(tx, { type: event, object: 'quote', recordId, data });
  const action = event === 'quote.revised' ? event : 'quote.created';
  audit(tx, { action, object: 'quote', recordId, after: quoteSummary(quote) });
  logPriceOverrides(tx, { object: 'quote', recordId }, [], lines);
  return quoteView(quote, lines);
}

/** What every quote begins with: a draft under its number. */
export async function newQuote(tx: Tx, { number, period, seq }: AssignedNumber) {
  const { now, userId } = tx.ctx;
  const person = await personBehind(tx);
  return {
    ...quoteNoun.empty,
    version: 1,
    number,
    numberPeriod: period,
    numberSeq: seq,
    revision: 1,
    status: 'draft',
    writtenBy: person,
    pricers: withPricer([], person),
    createdAt: now,
    createdBy: userId,
    updatedAt: now,
    updatedBy: userId,
  } as const;
}

/** @throws DomainError validation_failed, account_inactive */
export async function sellingAccount(tx: Tx, id: AccountId): Promise<SellingAccount> {
  const account = await holdSellingAccount(tx, id);
  if (!account)
    throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
  if (!account.active) throw accountInactive({ name: account.name });
  return account;
}

/** What a quote has that says nothing else. */
interface DraftDefaults {
  readonly today: LocalDate;
  readonly settings: QuoteSettings;
}

async function headOf(
  tx: Tx,
  draft: BegunDraft,
  company: CurrentTerms,
  { today, settings }: DraftDefaults,
) {
  refuseFarHead(draft);
  refuseEmptyDiscount(draft.discount);
  const account = await sellingAccount(tx, draft.accountId);
  await requireNamedAccount(tx, account.id);
  const currency = draft.currency ?? account.currency ?? company.baseCurrency;
  refuseDisabled(company, currency);
  refuseDeposit(draft.deposit, currency);
  const issueDate = draft.issueDate ?? today;
  const days = draft.validityDays ?? settings.quoteValidityDays;
  const validUntil = draft.validUntil ?? addDays(today > issueDate ? today : issueDate, days);
  if (validUntil < issueDate) throw validBeforeIssued();
  const head = {
    ...quoteNoun.said(draft),
    ...saidByDefault(draft, { account, company, settings }),
    deliveryAddress: draft.deliveryAddress ?? null,
    discount: draft.discount ?? null,
    adjustments: draft.adjustments ?? null,
    deposit: draft.deposit ?? null,
    accountId: account.id,
    currency,
    issueDate,
    validUntil,
    pricingDate: draft.pricingDate ?? today,
    tiersAcross: draft.tiersAcross ?? 'line',
    taxRounding: company.taxRounding,
    signatureRequired: draft.signatureRequired ?? false,
    autoRenew: draft.autoRenew ?? false,
    noticeDays: draft.noticeDays ?? 30,
    upliftPercent: draft.upliftPercent ?? '0',
    autoConvert: draft.autoConvert ?? settings.autoConvert,
    ownerId: draft.ownerId ?? tx.ctx.userId,
    ...partiesOf(account),
  } as const;
  refuseEndlessRenewal(head);
  await requireBookOfQuote(tx, head.priceBookId);
  return { account, head };
}

export function validBeforeIssued() {
  return invalidField('/validUntil', 'min', 'must not be before the issue date');
}

/** The language of another customer, else the company's, where none was sent with them. */
export function languageOfOther(
  before: Pick<Quote, 'accountId'>,
  { language }: Partial<Pick<Quote, 'language'>>,
  { account, company }: { readonly account: SellingAccount; readonly company: CurrentTerms },
): Partial<Pick<Quote, 'language'>> {
  const isOther = account.id !== before.accountId && language === undefined;
  return isOther ? { language: spokenWith(account, company) } : {};
}

/** Whom a quote is for, as the customer is known now. */
export function partiesOf(account: SellingAccount) {
  return { billTo: billToOf(account), shipTo: account.shippingAddress };
}
