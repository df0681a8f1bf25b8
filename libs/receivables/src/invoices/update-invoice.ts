import { Injectable } from '@nestjs/common';
import { readCompanyTerms, refuseDisabled } from '@quittance/company';
import { sql, type LockedTx, type Tx } from '@quittance/database';
import { invalidFields, type Ctx, type InvoiceId } from '@quittance/kernel';
import type { PatchOf } from '@quittance/nouns';
import type { RecordInput } from '@quittance/objects';
import { readNumberingRules } from '@quittance/numbering';
import { requireBilledLinks } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { quotedSellerOf, billToOf, taxDays } from '@quittance/lines';
import { invoiceNotEditable, invoicePartyFixed } from '../receivables.errors.js';
import { readCreditNotes, refuseCreditedLines } from '../credit-notes/notes-of-invoice.js';
import { billableAccount } from './create-invoice.js';
import {
  changeInvoice,
  customChange,
  lockInvoiceToChange,
  type LockedInvoice,
} from './change-invoice.js';
import { checkInvoiceDates } from './invoice-dates.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { invoiceNoun, type invoiceMembers } from './invoice.description.js';
import type { Invoice } from './invoice.repository.js';
import { isClosed, isEditable } from './invoice.js';
import type { InvoiceView } from './invoice.view.js';
import { refuseOtherOrder } from '../orders/ordered-invoice.js';
import { refuseOtherPeriod } from './number-period.js';
import { tellOtherAgreed } from '../invoice-lines/other-agreed.js';
import { PaymentLinks } from '../printing/payment-links.port.js';
import { keptLine } from '../invoice-lines/price-invoice.js';
import { taxDaysOfInvoice } from '../invoice-lines/tax-day-of-invoice.js';
import { isTaxedElsewhere } from '../invoice-lines/taxed-place.js';
import {
  repriceInvoice,
  storeRepriced,
  type RepricedInvoice,
} from '../invoice-lines/reprice-invoice.js';

/** What may change of an invoice besides its lines; absent members stay, null clears. */
export interface InvoicePatch extends StandardPatch {
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
}

type StandardPatch = Readonly<PatchOf<typeof invoiceMembers>>;

/**
 * May change as long as the invoice is neither void nor cancelled; all else only before sending.
 */
const DESCRIPTIVE: readonly string[] = invoiceNoun.changesAlways;
/** What the price of the lines depends on. */
const PRICING: readonly (keyof StandardPatch)[] = [
  'accountId',
  'currency',
  'issueDate',
  // The day of the supply is the day of its taxes.
  'deliveryDate',
  'periodEnd',
  'pricesIncludeTax',
  'adjustments',
  // Goods are taxed where they are delivered.
  'deliveryAddress',
];

/** Changes an invoice; a change of customer, currency, dates or tax inclusion prices it again. */
@Injectable()
export class UpdateInvoice {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
    private readonly links: PaymentLinks,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, invoice_not_editable, validation_failed,
   *   account_not_active, invoice_party_fixed, invoice_lines_credited, invoice_total_negative,
   *   tax_inputs_changing, currency_not_enabled, payment_in_progress
   */
  execute(
    ctx: Ctx,
    id: InvoiceId,
    { custom, ...patch }: InvoicePatch,
    expectedVersion: number | null,
  ): Promise<InvoiceView> {
    return this.taxes.write(ctx, async (tx, taxes) => {
      const pricing = PRICING.some((key) => patch[key] !== undefined);
      const [locked, facts] = await tx.locked(
        () => lockInvoiceToChange(tx, id, expectedVersion),
        (behind) => (pricing ? pricingFacts(behind, taxes, id, patch) : null),
      );
      const { invoice } = locked;
      refuseUneditable(invoice, patch);
      await refuseOtherOrder(tx, invoice, patch);
      if (custom && isClosed(invoice.status)) refuseClosed(invoice, custom);
      checkInvoiceDates({ ...invoice, ...patch });
      refuseOtherBilledPeriod(invoice, patch);
      tellOtherAgreed(tx, invoice, patch);
      if (facts && patch.currency !== undefined && patch.currency !== invoice.currency) {
        refuseDisabled(facts.company, patch.currency);
      }
      const isPriced = facts !== null && isEditable(invoice.status);
      if (!isPriced) {
        refuseElsewhere(invoice, patch);
        await refuseAnotherDay(tx, locked, patch);
      }
      const priced = isPriced && (await repriced(tx, locked, patch, facts));
      const after = { ...invoice, ...(priced ? priced.change : patch) };
      if (isOtherParty(invoice, patch)) await this.links.takeBack(tx, id);
      // Who moves an invoice to another account moves what it bills along.
      await requireBilledLinks(tx, after.accountId, patch.accountId ? after : patch);
      const written = { before: invoice, after, today: locked.today };
      const members = await this.fields.read(tx, written, custom);
      await this.fields.store(tx, members);
      const note = {
        event: 'record.updated',
        action: 'invoice.updated',
        custom: customChange(members),
      } as const;
      return priced
        ? storeRepriced(tx, locked, priced, note)
        : changeInvoice(tx, locked, patch, note);
    });
  }
}

/**
 * What was sent was taxed by where its goods went: a street may be mended, a country or another
 * territory of tax not.
 * @throws DomainError invoice_not_editable
 */
function refuseElsewhere(invoice: Invoice, { deliveryAddress: to }: StandardPatch): void {
  if (to === undefined || !isTaxedElsewhere(invoice, to)) return;
  const message = 'is in another place than the one that it was taxed by';
  throw invoiceNotEditable(
    { status: invoice.status },
    { errors: [{ pointer: '/deliveryAddress', code: 'state', message }] },
  );
}

/**
 * The same of when it was delivered: a day may be mended that moves no tax day, as of a deposit,
 * which goes by its own, or one that is told for the day of issue.
 * @throws DomainError invoice_not_editable
 */
async function refuseAnotherDay(
  tx: Tx,
  { invoice, lines }: LockedInvoice,
  { deliveryDate }: StandardPatch,
): Promise<void> {
  if (deliveryDate === undefined || deliveryDate === invoice.deliveryDate) return;
  const daysOf = async (dated: Invoice) => {
    const days = await taxDaysOfInvoice(tx, dated, lines);
    return [days.taxDate, ...lines.map((line) => taxDays.ofLine(days, line))].join();
  };
  if ((await daysOf(invoice)) === (await daysOf({ ...invoice, deliveryDate }))) return;
  const message = 'is another day than the one that it was taxed by';
  throw invoiceNotEditable(
    { status: invoice.status },
    { errors: [{ pointer: '/deliveryDate', code: 'state', message }] },
  );
}

type PricingFacts = Awaited<ReturnType<typeof pricingFacts>>;

/**
 * @throws DomainError validation_failed, invoice_party_fixed, invoice_lines_credited,
 *   invoice_total_negative
 */
async function repriced(
  tx: Tx,
  { invoice, lines }: LockedInvoice,
  patch: StandardPatch,
  { rules, everSettled, notes, account, seller }: PricingFacts,
): Promise<RepricedInvoice> {
  refuseOtherPeriod(invoice, rules, patch.issueDate);
  if (everSettled) refuseOtherParty(invoice, patch);
  refuseCreditedLines(notes);
  const billTo = account ? billToOf(account) : invoice.billTo;
  const kept = lines.map((line) => keptLine(line, invoice.currency));
  const days = await taxDaysOfInvoice(tx, { ...invoice, ...patch }, kept);
  return repriceInvoice(invoice, { ...patch, billTo }, { lines: kept, days }, seller);
}

async function pricingFacts(
  tx: LockedTx,
  taxes: Taxes,
  id: InvoiceId,
  { accountId }: InvoicePatch,
) {
  const [company, basis, account, rules, money, notes] = await Promise.all([
    readCompanyTerms(tx),
    taxes.load(tx),
    accountId ? billableAccount(tx, accountId) : null,
    readNumberingRules(tx, 'invoice'),
    tx.one<{ moved: boolean }>(EVER_SETTLED, [tx.ctx.companyId, id]),
    readCreditNotes(tx, id),
  ]);
  return {
    company,
    seller: quotedSellerOf(company, basis),
    account,
    rules,
    everSettled: money.moved,
    notes,
  };
}

/** Whether a payment or credit was ever applied to the invoice; by the indexes of the invoice. */
const EVER_SETTLED = sql(`
  select exists (select from receivables.payment where company_id = $1 and invoice_id = $2)
    or exists (select from receivables.payment_allocation where company_id = $1 and invoice_id = $2)
    or exists (select from receivables.credit_application where company_id = $1 and invoice_id = $2)
    as moved`);

/** @throws DomainError invoice_not_editable */
function refuseUneditable({ status }: Invoice, patch: StandardPatch): void {
  const asked = (Object.keys(patch) as (keyof StandardPatch)[]).filter(
    (key) => patch[key] !== undefined,
  );
  const fixed = isEditable(status)
    ? []
    : asked.filter((key) => isClosed(status) || !DESCRIPTIVE.includes(key));
  if (fixed.length > 0) throw invoiceNotEditable({ status, what: fixed.join(', ') });
}

/** @throws DomainError invoice_not_editable */
function refuseClosed({ status }: Invoice, custom: RecordInput): void {
  const names = Object.keys(custom);
  if (names.length > 0) throw invoiceNotEditable({ status, what: names.join(', ') });
}

/**
 * The period of an invoice that a schedule made is what the schedule has billed: it bills each
 * once, by its start.
 * @throws DomainError validation_failed
 */
function refuseOtherBilledPeriod(invoice: Invoice, patch: StandardPatch): void {
  if (invoice.scheduleId === null) return;
  const moved = (['periodStart', 'periodEnd'] as const).filter(
    (key) => patch[key] !== undefined && patch[key] !== invoice[key],
  );
  const message = 'is the period that the billing schedule has billed';
  const errors = moved.map((key) => ({ pointer: `/${key}`, code: 'schedule', message }));
  if (errors.length > 0) throw invalidFields(errors);
}

/** @throws DomainError invoice_party_fixed */
function refuseOtherParty(invoice: Invoice, patch: StandardPatch): void {
  if (isOtherParty(invoice, patch)) throw invoicePartyFixed();
}

function isOtherParty({ accountId, currency }: Invoice, patch: StandardPatch): boolean {
  const otherAccount = patch.accountId !== undefined && patch.accountId !== accountId;
  const otherCurrency = patch.currency !== undefined && patch.currency !== currency;
  return otherAccount || otherCurrency;
}
