import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { companyToday, readCompanyTerms, refuseDisabled } from '@quittance/company';
import { holdBillingAccounts, type BillingAccount } from '@quittance/crm';
import { type Tx } from '@quittance/database';
import { KeyedLimiter } from '@quittance/work';
import { invalidField, newId, type AccountId, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { DraftOf } from '@quittance/nouns';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import type { CustomMembers, RecordInput } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import { requireBilledLinks } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { productsOf, quotedSellerOf, billToOf, saidOfAccount, taxDays } from '@quittance/lines';
import { accountNotActive } from '../receivables.errors.js';
import { checkInvoiceDates, daysAfter, type InvoiceDates } from './invoice-dates.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { invoiceNoun, type Invoice, type invoiceMembers } from './invoice.description.js';
import { invoiceLines, invoices } from './invoice.repository.js';
import { invoiceSummary, invoiceView, type InvoiceView } from './invoice.view.js';
import { newInvoice } from './new-invoice.js';
import {
  newLine,
  priceInvoice,
  totalsOf,
  type PricedInvoice,
} from '../invoice-lines/price-invoice.js';
import { withListedPrices, type WrittenLine } from '../invoice-lines/listed-prices.js';
import { markWritten } from '../invoice-records/written-invoices.js';
import { markOrderMoney } from '../orders/order-money.js';

/** Days to pay where nothing was agreed with the customer. */
export const USUAL_DAYS_TO_PAY = 30;

/** An invoice as a person writes it. What is absent takes the default it names. */
export interface InvoiceDraft extends Readonly<DraftOf<typeof invoiceMembers>> {
  readonly lines: readonly WrittenLine[];
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
}

/**
 * Invoices of a company that are written at once. They are numbered one after the other, so that
 * more would wait for each other inside the database, each with a connection that others need.
 */
const AT_ONCE = 3;

/** Writes a draft invoice: priced, taxed and numbered in one transaction of three round trips. */
@Injectable()
export class CreateInvoice {
  private readonly limiter = new KeyedLimiter(AT_ONCE);

  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @throws DomainError malformed_request, validation_failed, account_not_active,
   *   invoice_total_negative, tax_inputs_changing, currency_not_enabled
   */
  execute(ctx: Ctx, draft: InvoiceDraft): Promise<InvoiceView> {
    const tools = (taxes: Taxes) => ({ taxes, fields: this.fields });
    const { limiter } = this;
    return this.taxes.write(ctx, (tx, taxes) => draftInvoice(tx, tools(taxes), draft), { limiter });
  }
}

/** The same in a transaction that has read what the draft is made of. */
export async function draftInvoice(
  tx: Tx,
  { taxes, fields, knowsLinks = false, unasked = false }: DraftTools,
  draft: InvoiceDraft,
  imported: Partial<Pick<Invoice, 'externalReference'>> = {},
): Promise<InvoiceView> {
  const [company, account, basis, rules, products] = await Promise.all([
    readCompanyTerms(tx),
    billableAccount(tx, draft.accountId),
    taxes.load(tx),
    readNumberingRules(tx, 'invoice'),
    productsOf(tx, draft.lines),
    knowsLinks ? null : requireBilledLinks(tx, draft.accountId, draft),
  ]);
  const today = companyToday(company, tx.ctx.now);
  const dates = datesOf(draft, account, today);
  const currency = draft.currency ?? account.currency ?? company.baseCurrency;
  refuseDisabled(company, currency);
  const pricesIncludeTax = draft.pricesIncludeTax ?? false;
  const { adjustments = null } = draft;
  const { deliveryAddress = null } = draft;
  const { issueDate } = dates;
  const terms = { currency, pricesIncludeTax, adjustments, deliveryAddress, issueDate };
  const id = newId<'invoice'>();
  const asked = { accountId: account.id, currency, issueDate: dates.issueDate };
  const listed = await withListedPrices(tx, asked, draft.lines);
  const lines = listed.map((line) => newLine(line, products));
  const days = taxDays.of({ ...dates, deliveryDate: draft.deliveryDate });
  const seller = quotedSellerOf(company, basis);
  const priced = priceInvoice(id, { ...terms, ...days }, seller, account, lines);
  const [number] = await assignNumbers(tx, 'invoice', [dates.issueDate], rules);
  if (!number) throw new RangeError('The invoice was given no number');
  const invoice: Invoice = {
    ...newInvoice(number, tx.ctx.now),
    ...invoiceNoun.said(draft),
    ...saidOfAccount(account, draft),
    ...dates,
    ...terms,
    ...totalsOf(priced),
    ...imported,
    id,
    accountId: account.id,
    billTo: billToOf(account),
    taxRounding: company.taxRounding,
  };
  return storeNewInvoice(tx, fields, { invoice, priced, today, unasked }, draft.custom);
}

/** A new invoice that is about to be stored. */
export interface MadeInvoice {
  readonly invoice: Invoice;
  readonly priced: PricedInvoice;
  readonly today: LocalDate;
  /** It is made of something else: nobody says what the company requires of invoices. */
  readonly unasked?: boolean;
}

/**
 * Stores a new invoice with what the company's own fields and rules want of it.
 * @throws DomainError malformed_request, validation_failed
 */
export async function storeNewInvoice(
  tx: Tx,
  fields: DraftTools['fields'],
  { invoice, priced, today, unasked = false }: MadeInvoice,
  custom?: RecordInput,
): Promise<InvoiceView> {
  const written = { before: null, after: invoice, today, unasked };
  const members = await fields.read(tx, written, custom);
  const view = store(tx, invoice, priced, today, members);
  await fields.store(tx, members);
  return view;
}

/** What a draft is written with. */
export interface DraftTools {
  readonly taxes: Taxes;
  readonly fields: Pick<InvoiceFields, 'read' | 'store'>;
  /** What it bills is told by what bills it, and not by whoever asks for it. */
  readonly knowsLinks?: boolean;
  /** Nobody says what the company requires of invoices. */
  readonly unasked?: boolean;
}

function store(
  tx: Tx,
  invoice: Invoice,
  { lines }: PricedInvoice,
  today: LocalDate,
  members: CustomMembers | null,
): InvoiceView {
  tx.later(invoices.insert(tx, [invoice]), invoiceLines.insert(tx, lines));
  markWritten(tx, [{ id: invoice.id, before: null }]);
  markOrderMoney(tx, invoice);
  const data = { ...invoiceSummary(invoice), ...members?.draft.values };
  emit(tx, { type: 'invoice.created', object: 'invoice', recordId: invoice.id, data });
  audit(tx, {
    action: 'invoice.created',
    object: 'invoice',
    recordId: invoice.id,
    after: invoiceSummary(invoice),
  });
  return invoiceView(invoice, lines, today);
}

/**
 * The customer to bill.
 * @throws DomainError validation_failed, account_not_active
 */
export async function billableAccount(tx: Tx, id: AccountId): Promise<BillingAccount> {
  const account = (await holdBillingAccounts(tx, [id])).get(id);
  if (!account)
    throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
  if (!account.active) throw accountNotActive({ name: account.name });
  return account;
}

/** Who is billed, as the customer is known now. */
function datesOf(draft: InvoiceDraft, account: BillingAccount, today: LocalDate): InvoiceDates {
  const issueDate = draft.issueDate ?? today;
  return checkInvoiceDates({
    issueDate,
    dueDate: draft.dueDate ?? daysAfter(issueDate, account.creditDays ?? USUAL_DAYS_TO_PAY),
    periodStart: draft.periodStart ?? null,
    periodEnd: draft.periodEnd ?? null,
  });
}
