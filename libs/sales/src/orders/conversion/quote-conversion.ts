import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { atSavepoint, sql, type Tx } from '@quittance/database';
import { DomainError, newId } from '@quittance/kernel';
import { assignNumbers, type AssignedNumber } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { changeQuote, type LockedQuote } from '../../quotes/change-quote.js';
import { depositOf } from '../../quotes/deposit.js';
import type { QuoteLine } from '../../quotes/lines/quote-line.description.js';
import { quoteStatusAfter } from '../../quotes/quote.js';
import type { Quote } from '../../quotes/quote.description.js';
import type { QuoteView } from '../../quotes/quote.view.js';
import { changeOrder } from '../change-order.js';
import { newOrder, storeNewOrder } from '../draft-order.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { orderRow, UNTOUCHED } from '../lines/order-line.js';
import { orderValue } from '../lines/quantities.js';
import type { Order, OrderId } from '../order.description.js';
import { orderSummary, type OrderView } from '../order.view.js';
import { orderPaymentStatus } from '../payment-status.js';
import { OrderPorts } from '../order-ports.js';
import { OrderFields } from '../records/order-fields.js';
import { OrderSubscriptions } from './order-subscriptions.js';

/** By primary key. */
const PO_NUMBER = sql(`
  select a.po_number as "poNumber" from sales.quote_acceptance a
  where a.company_id = $1 and a.quote_id = $2`);

/** What a conversion has made: the order, and the quote as it is by then. */
export interface ConvertedQuote {
  readonly order: OrderView;
  readonly quote: QuoteView;
}

/** Makes the order of an accepted quote, with what recurs of it. */
@Injectable()
export class QuoteConversion {
  constructor(
    private readonly fields: OrderFields,
    private readonly subscriptions: OrderSubscriptions,
    private readonly ports: OrderPorts,
  ) {}

  /**
   * Of a locked quote. Lines, prices and addresses are those that were accepted: nothing is looked
   * up again. What recurs waits for the order to be confirmed.
   * @throws DomainError quote_status_conflict, order_plan_missing, and those of the rules
   */
  async convert(tx: Tx, locked: LockedQuote): Promise<ConvertedQuote> {
    const { quote, today } = locked;
    const status = quoteStatusAfter(quote, 'convert', today);
    const accepted = await tx.maybe<Pick<Order, 'poNumber'>>(PO_NUMBER, [
      tx.ctx.companyId,
      quote.id,
    ]);
    const [number] = await assignNumbers(tx, 'sales-order', [today]);
    if (!number) throw new RangeError('The order was given no number');
    const id = newId<'sales-order'>();
    const lines = orderedLines(id, locked.lines);
    const order: Order = {
      ...orderedHead(tx, quote, number),
      id,
      issueDate: today,
      poNumber: accepted?.poNumber ?? null,
      value: orderValue(lines),
      paymentStatus: orderPaymentStatus(orderValue(lines)),
    };
    const view = await storeNewOrder(tx, { fields: this.fields }, order, lines);
    const about = { object: 'sales-order', recordId: id } as const;
    emit(tx, { type: 'order.placed', ...about, data: orderSummary(order) });
    const deposit = depositOf(quote.deposit, order.value, order.currency);
    if (deposit) await this.ports.depositAsked(tx, { order, lines }, deposit);
    const prepared = await this.subscriptions.prepare(tx, { order, lines, today });
    const agreed =
      prepared &&
      changeOrder(tx, { order, lines }, prepared, {
        event: 'record.updated',
        action: 'order.contract_made',
      });
    const note = { event: 'quote.ordered', action: 'quote.ordered' } as const;
    return { order: agreed ?? view, quote: changeQuote(tx, locked, { status, orderId: id }, note) };
  }

  /**
   * Of a quote that was accepted in this transaction, where it is to become an order by itself; the
   * quote as it is by then. Whatever the order lacks does not undo the acceptance: somebody
   * converts it by hand.
   */
  async convertAccepted(tx: Tx, locked: LockedQuote, accepted: QuoteView): Promise<QuoteView> {
    const { quote } = locked;
    if (quote.autoConvert !== 'on_accept') return accepted;
    try {
      return (await atSavepoint(tx, (part) => this.convert(part, locked))).quote;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const about = { object: 'quote', recordId: quote.id } as const;
      audit(tx, { action: 'quote.conversion_refused', ...about, after: { code: error.code } });
      return accepted;
    }
  }
}

/** What an order takes over of a quote. */
const TAKEN = [
  'accountId',
  'contactId',
  'dealId',
  'partnerId',
  'ownerId',
  'currency',
  'priceBookId',
  'pricingDate',
  'tiersAcross',
  'language',
  'pricesIncludeTax',
  'taxRounding',
  'paymentTerms',
  'creditDays',
  'billTo',
  'shipTo',
  'startOn',
  'termMonths',
  'autoRenew',
  'noticeDays',
  'upliftPercent',
  'title',
  'introduction',
  'terms',
  'notes',
  'internalNotes',
  'discount',
  'subtotal',
  'taxTotal',
  'total',
  'mrr',
  'acv',
  'tcv',
  'figures',
  'creditCheckId',
] as const satisfies readonly (keyof Quote & keyof Order)[];

function orderedHead(tx: Tx, quote: Quote, number: AssignedNumber) {
  const taken = Object.fromEntries(TAKEN.map((name) => [name, quote[name]])) as Pick<
    Quote,
    (typeof TAKEN)[number]
  >;
  return {
    ...newOrder(tx, number),
    ...taken,
    quoteId: quote.id,
    status: 'pending',
    placedAt: tx.ctx.now,
  } as const;
}

/** The lines that were chosen, and the texts between them. */
function orderedLines(id: OrderId, lines: readonly QuoteLine[]): OrderLine[] {
  const chosen = lines.filter(({ selected }) => selected);
  return chosen.map(({ quoteId: _, ...line }, i) => {
    const kept = { ...UNTOUCHED, quoteLineId: line.id, overDeliveryPercent: '0', stages: [] };
    return orderRow(id, { ...line, id: newId<'quote-line'>(), position: i + 1 }, kept);
  });
}
