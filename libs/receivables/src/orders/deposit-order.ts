import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import type { LocalDate } from '@quittance/calendar';
import { readCompany } from '@quittance/company';
import { labelsOf, printedLanguage } from '@quittance/documents';
import type { Tx } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { documentAdjustments, keptProduct, quotedSellerOf, saidOfAccount } from '@quittance/lines';
import {
  allocate,
  divideRounded,
  formatMinor,
  parseDecimal,
  parseMinor,
  roundToScale,
} from '@quittance/money';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import {
  type LockedOrder,
  type Order,
  type OrderId,
  type OrderLine,
  orderedInvoices,
} from '@quittance/sales';
import { TaxQuotes, type TaxBasis, type Taxes } from '@quittance/tax';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import { priceInvoice, totalsOf, type KeptLine } from '../invoice-lines/price-invoice.js';
import {
  billableAccount,
  storeNewInvoice,
  USUAL_DAYS_TO_PAY,
  type DraftTools,
} from '../invoices/create-invoice.js';
import { checkInvoiceDates, daysAfter } from '../invoices/invoice-dates.js';
import type { Invoice } from '../invoices/invoice.description.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { newInvoice } from '../invoices/new-invoice.js';
import { depositedOf, insertDeposit } from './order-deposit.repository.js';
import { deliveredTo } from './delivered-on.js';

/** How much is asked for ahead, with tax: a percentage of the order or an amount. Decimal text. */
export interface DepositInput {
  readonly percent?: string;
  readonly amount?: string;
  readonly issueDate?: LocalDate;
  readonly dueDate?: LocalDate;
}

const PERCENT_SCALE = 6;
const WHOLE = 100_000_000n;

/** Asks for a part of an order ahead: a draft of exactly that, taxed as the order is. */
@Injectable()
export class DepositOrder {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /**
   * @throws DomainError not_found, order_not_pending, validation_failed, deposit_exceeds_order,
   *   account_not_active, tax_inputs_changing
   */
  execute(ctx: Ctx, id: OrderId, input: DepositInput): Promise<InvoiceView> {
    return this.taxes.write(ctx, (tx, taxes) => this.deposit(tx, taxes, id, input));
  }

  private async deposit(
    tx: Tx,
    taxes: Taxes,
    id: OrderId,
    input: DepositInput,
  ): Promise<InvoiceView> {
    const locked = await orderedInvoices.lock(tx, id, 'deposit');
    const { order } = locked;
    const [basis, deposited] = await Promise.all([taxes.load(tx), depositedOf(tx, id)]);
    const amount = amountOf(order, input);
    // What was invoiced is asked for, and what was deducted went into that.
    const left = order.value - order.invoicedTotal - deposited;
    if (amount > left) {
      const { currency, number } = order;
      const most = formatMinor(left < 0n ? 0n : left, currency);
      throw orderedInvoices.depositExceedsOrder({ most, currency, number });
    }
    return draftDeposit(tx, { fields: this.fields, basis }, locked, { ...input, amount });
  }
}

/** What a deposit is drafted with. */
export interface DepositTools {
  readonly fields: DraftTools['fields'];
  readonly basis: TaxBasis;
}

/** How much is asked for, in minor units with tax, and when. */
export interface AskedDeposit {
  readonly amount: bigint;
  readonly issueDate?: LocalDate;
  readonly dueDate?: LocalDate;
}

/**
 * Drafts the invoice of a deposit on an order that nobody else changes.
 * @throws DomainError account_not_active, validation_failed
 */
export async function draftDeposit(
  tx: Tx,
  tools: DepositTools,
  ordered: LockedOrder,
  asked: AskedDeposit,
): Promise<InvoiceView> {
  const { order } = ordered;
  const on = {
    salesOrderId: order.id,
    contractId: order.contractId,
    words: 'depositOnOrder',
  } as const;
  const invoice = await draftDepositOn(tx, tools, ordered, { ...asked, ...on });
  tx.later(insertDeposit(tx, invoice.id, order.id));
  audit(tx, {
    action: 'order.deposit_asked',
    object: 'sales-order',
    recordId: order.id,
    after: { invoice: invoice.number, total: invoice.total },
  });
  return invoice;
}

/** What a deposit is on: an order, or what a quote would become. */
interface DepositOn extends Pick<Invoice, 'salesOrderId' | 'contractId'> {
  /** As its lines name it, in the language that it is printed in. */
  readonly words: 'depositOnOrder' | 'depositOnQuote';
}

/**
 * Drafts the invoice of a deposit on what is, or would be, an order. That it is one is the caller's
 * to keep.
 * @throws DomainError account_not_active, validation_failed
 */
export async function draftDepositOn(
  tx: Tx,
  { fields, basis }: DepositTools,
  { order, lines, company, today }: LockedOrder,
  { amount, words, salesOrderId, contractId, ...asked }: AskedDeposit & DepositOn,
): Promise<InvoiceView> {
  const [account, rules, printing] = await Promise.all([
    billableAccount(tx, order.accountId),
    readNumberingRules(tx, 'invoice'),
    readCompany(tx),
  ]);
  const { currency, billTo } = order;
  const issueDate = asked.issueDate ?? today;
  const days = order.creditDays ?? account.creditDays ?? USUAL_DAYS_TO_PAY;
  const dueDate = asked.dueDate ?? daysAfter(issueDate, days);
  const dates = checkInvoiceDates({ issueDate, dueDate, periodStart: null, periodEnd: null });
  const terms = { currency, pricesIncludeTax: true, issueDate };
  const deliveryAddress = deliveredTo(order);
  const invoiceId = newId<'invoice'>();
  const seller = quotedSellerOf(company, basis);
  const labels = labelsOf(printedLanguage(printing, account.language));
  const description = labels[words].replace('{number}', order.number);
  const kept = depositLines(description, order, lines, amount);
  const buyer = { id: order.accountId, ...billTo };
  const taxed = { ...terms, deliveryAddress, taxDate: issueDate };
  const priced = priceInvoice(invoiceId, taxed, seller, buyer, kept);
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
    deliveryAddress,
    poNumber: order.poNumber,
    salesOrderId,
    contractId,
    taxRounding: company.taxRounding,
  };
  return storeNewInvoice(tx, fields, { invoice, priced, today, unasked: true });
}

/** @throws DomainError validation_failed */
function amountOf({ value, currency }: Order, { percent, amount }: DepositInput): bigint {
  if ((percent === undefined) === (amount === undefined)) {
    throw invalidField('', 'conflict', 'Either a percentage or an amount is needed.');
  }
  if (amount !== undefined) {
    const minor = parseMinor(amount, currency) ?? 0n;
    if (minor > 0n) return minor;
    throw invalidField('/amount', 'min', `must be an amount of ${currency} above 0`);
  }
  const parsed = parseDecimal(percent ?? '');
  const share = parsed && parsed.scale <= PERCENT_SCALE ? roundToScale(parsed, PERCENT_SCALE) : 0n;
  if (share <= 0n || share > WHOLE) {
    throw invalidField('/percent', 'range', 'must be above 0 and at most 100');
  }
  const part = divideRounded(value * share, WHOLE);
  if (part > 0n) return part;
  throw invalidField('/percent', 'min', 'comes to nothing of this order');
}

/**
 * One line for each way in which the order is taxed, by code, category, ground and rate: the gross
 * is spread over them by what they are of the order, and each contains its tax. Pure.
 */
export function depositLines(
  description: string,
  order: Pick<Order, 'currency' | 'pricesIncludeTax'>,
  lines: readonly OrderLine[],
  amount: bigint,
): KeptLine[] {
  const groups = new Map<string, { line: OrderLine; gross: bigint }>();
  for (const line of lines) {
    const { net, tax } = orderedInvoices.valueOf(line, order, lines);
    // What is taken off the whole, or put on it, is of the lines that are taxed as it is.
    const { taxCode, requestedTaxRate, taxRate, supplyKind } = line;
    const way = documentAdjustments.wayOf(line) ?? [taxRate, supplyKind];
    const key = JSON.stringify([taxCode, requestedTaxRate, way]);
    const gross = (groups.get(key)?.gross ?? 0n) + net + tax;
    if (net + tax !== 0n) groups.set(key, { line: groups.get(key)?.line ?? line, gross });
  }
  const taxed = [...groups.values()].filter(({ gross }) => gross > 0n);
  const parts = allocate(
    amount,
    taxed.map(({ gross }) => gross),
  );
  return taxed.flatMap(({ line }, i): KeptLine[] => {
    const part = parts[i] ?? 0n;
    if (part === 0n) return [];
    return [
      {
        id: newId<'invoice-line'>(),
        scheduleLineId: null,
        productId: null,
        description,
        quantity: '1',
        unitPrice: formatMinor(part, order.currency),
        discount: null,
        periodStart: null,
        periodEnd: null,
        taxCode: line.productTaxed ? null : line.taxCode,
        taxRate: line.requestedTaxRate,
        hsnCode: line.hsnCode,
        placeOf: line.placeOf,
        product: { ...keptProduct(line), sku: null, unit: null },
      },
    ];
  });
}
