import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { figures, printedLanguage } from '@quittance/documents';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { quotedSellerOf, saidOfAccount, taxDays } from '@quittance/lines';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import {
  type InvoiceAsked,
  type InvoicedPart,
  type LockedOrder,
  type OrderId,
  orderedInvoices,
} from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { refuseUndetermined } from '../invoice-lines/undetermined.js';
import { priceInvoice, totalsOf } from '../invoice-lines/price-invoice.js';
import { billableAccount, storeNewInvoice, USUAL_DAYS_TO_PAY } from '../invoices/create-invoice.js';
import { checkInvoiceDates, daysAfter } from '../invoices/invoice-dates.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { linesOf, type InvoiceLine } from '../invoices/invoice.repository.js';
import { invoiceView, type InvoiceView } from '../invoices/invoice.view.js';
import { newInvoice } from '../invoices/new-invoice.js';
import { deliveredOn, deliveredTo } from './delivered-on.js';
import { deductDeposits, type Deduction } from './deduct-deposits.js';
import { invoiceLineOfPart } from './invoice-line-of-part.js';
import { awaitDeposits, lockDeposits } from './order-deposit.repository.js';
import { insertOrderedLines, type OrderedLine } from './ordered-line.repository.js';

/** What of an order is invoiced, and when. */
export interface OrderInvoiceInput extends InvoiceAsked {
  /** All that can be, as where neither lines nor a percentage are told. */
  readonly all?: boolean;
  readonly deduct?: Deduction;
  /** Today unless told. */
  readonly issueDate?: LocalDate;
  readonly dueDate?: LocalDate;
}

/**
 * Invoices what an order lets invoice: a draft of the next parts of its lines, at the prices of the
 * order and the taxes of the day of its supply, less what was paid ahead.
 */
@Injectable()
export class InvoiceOrder {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @throws DomainError not_found, order_not_confirmed, validation_failed, exceeds_invoiceable,
   *   mixed_invoicing, nothing_to_invoice, account_not_active, tax_undetermined,
   *   tax_inputs_changing
   */
  execute(ctx: Ctx, id: OrderId, input: OrderInvoiceInput): Promise<InvoiceView> {
    if (input.lines !== undefined && input.percent !== undefined) {
      throw invalidField('/percent', 'conflict', 'cannot be given together with lines');
    }
    const isPart = input.lines !== undefined || input.percent !== undefined;
    if (input.all === isPart) {
      const message = isPart
        ? 'cannot be given together with a part'
        : 'needs lines or a percentage';
      throw invalidField('/all', 'conflict', message);
    }
    return this.taxes.write(ctx, (tx, taxes) => this.invoice(tx, taxes, id, input));
  }

  private async invoice(
    tx: Tx,
    taxes: Taxes,
    id: OrderId,
    input: OrderInvoiceInput,
  ): Promise<InvoiceView> {
    const [, locked] = await tx.locked(
      () => awaitDeposits(tx, id),
      (behind) => orderedInvoices.lock(behind, id, 'invoice'),
    );
    const { order, company, today } = locked;
    const parts = orderedInvoices.parts(locked.lines, input, order);
    const deposits = await lockDeposits(tx, id);
    const [account, basis, rules, printing] = await Promise.all([
      billableAccount(tx, order.accountId),
      taxes.load(tx),
      readNumberingRules(tx, 'invoice'),
      readCompany(tx),
    ]);
    const language = printedLanguage(printing, account.language);
    const write = figures({ language, locale: printing.locale }, order.currency);
    const invoiceId = newId<'invoice'>();
    const kept = parts.map((part) => invoiceLineOfPart(part, order, write));
    const issueDate = input.issueDate ?? today;
    const days = order.creditDays ?? account.creditDays ?? USUAL_DAYS_TO_PAY;
    const dueDate = input.dueDate ?? daysAfter(issueDate, days);
    const dates = checkInvoiceDates({ issueDate, dueDate, periodStart: null, periodEnd: null });
    const { currency, pricesIncludeTax, billTo } = order;
    const deliveryAddress = deliveredTo(order);
    const terms = { currency, pricesIncludeTax, issueDate, deliveryAddress };
    const seller = quotedSellerOf(company, basis);
    const buyer = { id: order.accountId, ...billTo };
    const deliveryDate = deliveredOn(order, parts, { issueDate, timeZone: company.timeZone });
    const supplied = taxDays.of({ issueDate, deliveryDate });
    const priced = priceInvoice(invoiceId, { ...terms, ...supplied }, seller, buyer, kept);
    refuseOtherAmounts(parts, priced.lines, pricesIncludeTax);
    const [number] = await assignNumbers(tx, 'invoice', [issueDate], rules);
    if (!number) throw new RangeError('The invoice was given no number');
    const invoice: Invoice = {
      ...newInvoice(number, tx.ctx.now),
      ...dates,
      ...terms,
      ...totalsOf(priced),
      id: invoiceId,
      accountId: order.accountId,
      billTo,
      ...saidOfAccount(account, order),
      deliveryDate,
      poNumber: order.poNumber,
      salesOrderId: order.id,
      contractId: order.contractId,
      taxRounding: company.taxRounding,
    };
    const view = await storeNewInvoice(tx, this.fields, { invoice, priced, today, unasked: true });
    tx.later(insertOrderedLines(tx, invoiceId, orderedLines(locked, parts, priced.lines)));
    const told = orderedInvoices.store(tx, locked, parts, number.number);
    if (deposits.length > 0) refuseUndetermined(`invoice ${number.number}`, priced.lines);
    const { deduct = 'first' } = input;
    const from = { order, invoice, deduction: deduct, last: told.invoiced };
    const deducted = await deductDeposits(tx, deposits, from, { company, today, basis });
    return deducted ? this.shownAgain(tx, view, today) : view;
  }

  private async shownAgain(tx: Tx, view: InvoiceView, today: LocalDate): Promise<InvoiceView> {
    const [invoice, lines] = await Promise.all([findInvoice(tx, view.id), linesOf(tx, view.id)]);
    return invoice ? { ...view, ...invoiceView(invoice, lines, today) } : view;
  }
}

/** A line of an invoice comes to what is invoiced of the order, or the books would differ. */
function refuseOtherAmounts(
  parts: readonly InvoicedPart[],
  lines: readonly { readonly net: bigint; readonly total: bigint }[],
  included: boolean,
): void {
  const differs = parts.some(({ net, tax }, i) => {
    const line = lines[i];
    return included ? line?.total !== net + tax : line?.net !== net;
  });
  if (differs) throw new RangeError('A part of an order is invoiced at its amount');
}

function orderedLines(
  { order }: LockedOrder,
  parts: readonly InvoicedPart[],
  lines: readonly Pick<InvoiceLine, 'id'>[],
): OrderedLine[] {
  return lines.flatMap(({ id: lineId }, i): OrderedLine[] => {
    const part = parts[i];
    if (!part) return [];
    const { line, units, share, net, tax } = part;
    return [
      {
        lineId,
        orderId: order.id,
        orderLineId: line.id,
        quantity: orderedInvoices.quantityText(units),
        share: orderedInvoices.quantityText(share),
        net,
        tax,
      },
    ];
  });
}
