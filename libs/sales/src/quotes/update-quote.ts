import { Injectable } from '@nestjs/common';
import { refuseDisabled } from '@quittance/company';
import { CreditControl } from '@quittance/credit';
import { lockLedgerAccounts, requireNamedAccount, requireSaleParties } from '@quittance/crm';
import type { PatchOf } from '@quittance/nouns';
import { readNumberingRules, periodOf } from '@quittance/numbering';
import type { Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { parseMinor } from '@quittance/money';
import type { RecordInput } from '@quittance/objects';
import { TaxQuotes } from '@quittance/tax';
import { refuseDeposit } from './deposit.js';
import { validBeforeIssued } from './draft-quote.js';
import { isElsewhere, isPricedElsewhere, requirePricesWritable } from './lines/price-rights.js';
import { keptQuoteLine } from './lines/quote-line.js';
import type { Quote, QuoteId, quoteMembers } from './quote.description.js';
import type { QuoteView } from './quote.view.js';
import { lockDraft, storeDraftChange } from './reprice-quote-in.js';
import { QuoteFields } from './records/quote-fields.js';
import {
  refuseEmptyDiscount,
  refuseEndlessRenewal,
  refuseFarHead,
  requireBookOfQuote,
} from './refuse-head.js';

/** What may change of a draft besides its lines; absent members stay, null clears. */
export interface QuotePatch extends Readonly<
  Omit<PatchOf<typeof quoteMembers>, 'discount' | 'deposit'>
> {
  readonly discount?: Quote['discount'];
  readonly deposit?: Quote['deposit'];
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
}

/** Changes a draft and prices it again; stored prices stay until somebody asks for new ones. */
@Injectable()
export class UpdateQuote {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: QuoteFields,
    private readonly credit: CreditControl,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, quote_locked, validation_failed,
   *   account_inactive, currency_not_enabled, credit_hold_hard, discount_exceeds_line,
   *   tax_inputs_changing, malformed_request
   */
  execute(
    ctx: Ctx,
    id: QuoteId,
    { custom, ...patch }: QuotePatch,
    expectedVersion: number | null,
  ): Promise<QuoteView> {
    const { fields } = this;
    return this.taxes.write(ctx, async (tx, taxes) => {
      // The ledger account is the first of all locks.
      if (patch.accountId) await lockLedgerAccounts(tx, [patch.accountId]);
      const draft = await lockDraft(tx, { taxes, fields }, id, expectedVersion);
      const { quote, company } = draft;
      const head = headOf(quote, patch);
      const after: Quote = { ...quote, ...head };
      refuseOtherCustomer(quote, after);
      refuseFarHead(head);
      refuseEndlessRenewal(after);
      refuseEmptyDiscount(head.discount);
      if (after.validUntil < after.issueDate) throw validBeforeIssued();
      refuseDeposit(after.deposit, after.currency);
      if (after.currency !== quote.currency) refuseDisabled(company, after.currency);
      await refuseOtherPeriod(tx, quote, after);
      await requireBookOfQuote(tx, after.priceBookId);
      if (after.accountId !== quote.accountId) await requireNamedAccount(tx, after.accountId);
      await requireSaleParties(tx, after.accountId, after);
      // Prices of another currency or customer are others; what was typed was typed in the old one.
      const elsewhere = isElsewhere(quote, after);
      const hasLines = draft.lines.length > 0;
      if (isPricedElsewhere(quote, after, { hasLines })) requirePricesWritable(ctx, 'quotes');
      const lines = draft.lines.map((line) => keptQuoteLine(line, quote.currency));
      const change = { head, lines, anew: elsewhere, custom };
      const note = { event: 'record.updated', action: 'quote.updated' } as const;
      const changed = await storeDraftChange(tx, { taxes, fields }, draft, change, note);
      if (after.accountId !== quote.accountId) await this.refuseHeld(tx, changed);
      return changed;
    });
  }

  /** Nobody who is held is offered anything anew. @throws DomainError credit_hold_hard */
  private async refuseHeld(tx: Tx, { accountId, total, currency }: QuoteView): Promise<void> {
    const amount = parseMinor(total, currency) ?? 0n;
    await this.credit.requireNoHardHold(tx, { accountId, amount, currency });
  }
}

/** What becomes of it. No check that was asked for one customer counts for another. */
function headOf(quote: Quote, patch: Omit<QuotePatch, 'custom'>): Partial<Quote> {
  const head = said(patch);
  const { accountId = quote.accountId } = head;
  return accountId === quote.accountId ? head : { ...head, creditCheckId: null };
}

/** The members that were sent. */
function said(patch: Omit<QuotePatch, 'custom'>): Partial<Quote> {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<Quote>;
}

/** The link that the customer has opens each revision of the number, and tells it nobody else. */
function refuseOtherCustomer({ accountId, revision }: Quote, after: Quote): void {
  if (revision === 1 || after.accountId === accountId) return;
  const message = 'stays that of the revision before; copy the quote for another customer';
  throw invalidField('/accountId', 'revision', message);
}

/** The number came from the counter of the issue date's period, so the date stays within it. */
async function refuseOtherPeriod(tx: Tx, quote: Quote, { issueDate }: Quote): Promise<void> {
  if (issueDate === quote.issueDate) return;
  const rules = await readNumberingRules(tx, 'quote');
  if (periodOf(rules, quote.issueDate) !== quote.numberPeriod) return;
  if (periodOf(rules, issueDate) === quote.numberPeriod) return;
  const message = `must stay in the period ${quote.numberPeriod} of the number ${quote.number}`;
  throw invalidField('/issueDate', 'period', message);
}
