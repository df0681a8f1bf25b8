import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { CreditControl } from '@quittance/credit';
import { atSavepoint, sql, type Tx } from '@quittance/database';
import { DomainError, newId, type Id } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { assignNumbers, type AssignedNumber } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { documentApproval } from '@quittance/rules';
import { readCreditAmount } from '../../pricing/credit-amount.js';
import { changeQuote, lockQuoteAwaited, type LockedQuote } from '../../quotes/change-quote.js';
import { depositOf } from '../../quotes/deposit.js';
import type { QuoteLine } from '../../quotes/lines/quote-line.description.js';
import { quoteStatusAfter } from '../../quotes/quote.js';
import type { Quote, QuoteId } from '../../quotes/quote.description.js';
import { readQuoteSettings } from '../../quotes/settings/quote-settings.js';
import type { QuoteView } from '../../quotes/quote.view.js';
import { changeOrder, type LockedOrder } from '../change-order.js';
import { newOrder, storeNewOrder } from '../draft-order.js';
import type { OrderLine } from '../lines/order-line.description.js';
import { orderRow, UNTOUCHED } from '../lines/order-line.js';
import { orderValue } from '../lines/quantities.js';
import type { Order, OrderId } from '../order.description.js';
import { linesOfOrder, orderOfQuote } from '../order.repository.js';
import { orderSummary, orderView, type OrderView } from '../order.view.js';
import { orderPaymentStatus } from '../payment-status.js';
import { OrderPorts } from '../order-ports.js';
import { OrderFields } from '../records/order-fields.js';
import { OrderSubscriptions } from './order-subscriptions.js';

/** By primary key. */
const ACCEPTED = sql(`
  select a.po_number as "poNumber", a.portal_user_id as "portalUserId"
  from sales.quote_acceptance a
  where a.company_id = $1 and a.quote_id = $2`);

type PortalUserId = Id<'portal-user'>;

/** What was said with the acceptance of a quote, and by whom of the portal. */
function readAccepted(tx: Tx, id: QuoteId) {
  return tx.maybe<Pick<Order, 'poNumber' | 'portalUserId'>>(ACCEPTED, [tx.ctx.companyId, id]);
}

const NONE: ReadonlySet<string> = new Set();

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
    private readonly credit: CreditControl,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Of a locked quote. Lines, prices and addresses are those that were accepted: nothing is looked
   * up again. What recurs waits for the order to be confirmed, unless the company has it begin.
   * @param by whoever of the portal orders it; null where staff do
   * @throws DomainError quote_status_conflict, order_plan_missing, and those of the rules
   */
  async convert(
    tx: Tx,
    locked: LockedQuote,
    by: PortalUserId | null = null,
  ): Promise<ConvertedQuote> {
    const { quote, today } = locked;
    const status = quoteStatusAfter(quote, 'convert', today);
    const [number] = await assignNumbers(tx, 'sales-order', [today]);
    if (!number) throw new RangeError('The order was given no number');
    const id = newId<'sales-order'>();
    const lines = orderedLines(id, locked.lines);
    const order = {
      ...(await orderedHead(tx, locked, number)),
      ...worthOf(lines, locked.quote),
      id,
      portalUserId: by,
    };
    // A customer who orders says nothing of its fields, and is asked for none.
    const asked = tx.ctx.userId === null ? { asked: NONE } : {};
    const view = await storeNewOrder(tx, { fields: this.fields }, order, lines, asked);
    const about = { object: 'sales-order', recordId: id } as const;
    emit(tx, { type: 'order.placed', ...about, data: orderSummary(order) });
    const deposit = depositOf(quote.deposit, order.value, order.currency);
    if (!(await this.ports.quoteDepositsTaken(tx, order, quote.id)) && deposit) {
      await this.ports.depositAsked(tx, { order, lines }, deposit);
    }
    const made = await this.recurring(tx, { order, lines, today });
    const agreed =
      made &&
      changeOrder(tx, { order, lines }, made, {
        event: 'record.updated',
        action: 'order.contract_made',
      });
    const note = { event: 'quote.ordered', action: 'quote.ordered' } as const;
    return { order: agreed ?? view, quote: changeQuote(tx, locked, { status, orderId: id }, note) };
  }

  /** The order of a locked quote, where there is one. */
  async madeOf(tx: Tx, { quote }: LockedQuote): Promise<OrderView | undefined> {
    const known = quote.orderId === null ? undefined : await orderOfQuote(tx, quote.id);
    return known && orderView(known, await linesOfOrder(tx, known.id));
  }

  /**
   * The order of a locked quote, made where there is none yet; null where somebody else is asked
   * first.
   * @param by whoever of the portal orders it
   * @param commit whether it may be ordered now, of a quote that could be
   * @throws DomainError as `convert`
   */
  async convertIf(
    tx: Tx,
    locked: LockedQuote,
    by: PortalUserId,
    commit: () => Promise<boolean>,
  ): Promise<OrderView | null> {
    const made = await this.madeOf(tx, locked);
    if (made) return made;
    quoteStatusAfter(locked.quote, 'convert', locked.today);
    return (await commit()) ? (await this.convert(tx, locked, by)).order : null;
  }

  /**
   * Of a quote that was accepted in this transaction, where it is to become an order by itself,
   * or to ask for its deposit first; the quote as it is by then. Whatever the order lacks does not
   * undo the acceptance: somebody converts it by hand.
   * @param by whoever of the portal has accepted it
   */
  async convertAccepted(
    tx: Tx,
    locked: LockedQuote,
    accepted: QuoteView,
    by: PortalUserId | null,
  ): Promise<QuoteView> {
    const { autoConvert } = locked.quote;
    if (autoConvert === 'manual') return accepted;
    const done = await this.unlessRefused(tx, locked.quote, async (part) => {
      if (autoConvert === 'on_accept') return (await this.convert(part, locked, by)).quote;
      await this.askDeposit(part, locked);
      return accepted;
    });
    return done ?? accepted;
  }

  /**
   * Of a quote whose deposit is paid; nothing where it is an order by now, or waits for somebody to
   * convert it. What was asked about it and not approved must not undo the payment.
   */
  async convertPaid(tx: Tx, id: QuoteId): Promise<void> {
    const { waits, ...locked } = await lockQuoteAwaited(tx, id);
    const { autoConvert, status } = locked.quote;
    if (autoConvert !== 'on_deposit_paid' || status !== 'accepted') return;
    await this.unlessRefused(tx, locked.quote, async (part) => {
      const object = await this.models.object(part, 'quote');
      const isRefused = waits || (await documentApproval.cameToNothing(part, object, id));
      documentApproval.refuse('quote', isRefused);
      const by = (await readAccepted(part, id))?.portalUserId ?? null;
      return this.convert(part, locked, by);
    });
  }

  /** A quote that asks for nothing ahead waits for somebody to convert it. */
  private async askDeposit(tx: Tx, locked: LockedQuote): Promise<void> {
    const { quote } = locked;
    const amount = depositOf(quote.deposit, quote.total, quote.currency);
    if (!amount) return;
    const id = newId<'sales-order'>();
    const lines = orderedLines(id, locked.lines);
    const unnumbered = { number: quote.number, period: quote.numberPeriod, seq: quote.numberSeq };
    const order = {
      ...(await orderedHead(tx, locked, unnumbered)),
      ...worthOf(lines, locked.quote),
      id,
    };
    await this.ports.quoteDepositAsked(tx, { order, lines, quoteId: quote.id }, amount);
  }

  /** Behind a savepoint; a refusal is in the log of the quote. */
  private async unlessRefused<T>(
    tx: Tx,
    { id }: Quote,
    work: (part: Tx) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await atSavepoint(tx, work);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const about = { object: 'quote', recordId: id } as const;
      audit(tx, { action: 'quote.conversion_refused', ...about, after: { code: error.code } });
      return undefined;
    }
  }

  /**
   * What recurs of the order, and what of it changes by that. It begins with the order where the
   * company has it so, unless a hard hold stands or the approved check of the quote does not count
   * for what was chosen: then it waits for the confirmation, which asks credit.
   */
  private async recurring(tx: Tx, ordered: OrderedToday): Promise<Partial<Order> | null> {
    const { order, lines } = ordered;
    if (!lines.some(({ kind }) => kind === 'recurring')) return null;
    const { startOnConvert } = await readQuoteSettings(tx);
    if (!startOnConvert || !(await this.isAllowed(tx, order))) {
      return this.subscriptions.prepare(tx, ordered);
    }
    return this.subscriptions.begin(tx, ordered);
  }

  private async isAllowed(tx: Tx, order: Order): Promise<boolean> {
    const { accountId, currency, quoteId } = order;
    const asked = { amount: await readCreditAmount(tx, order), currency };
    const document = { type: 'sales-order', id: order.id } as const;
    const held = await this.credit.isHeldCustomer(tx, { accountId, ...asked, document });
    if (quoteId === null || held) return false;
    return this.credit.allows(tx, { type: 'quote', id: quoteId }, asked);
  }
}

type OrderedToday = Pick<LockedOrder, 'order' | 'lines' | 'today'>;

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
  'buyerReference',
  'deliveryDate',
  'deliveryAddress',
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
  'adjustments',
  'subtotal',
  'taxTotal',
  'total',
  'mrr',
  'acv',
  'tcv',
  'figures',
  'creditCheckId',
] as const satisfies readonly (keyof Quote & keyof Order)[];

async function orderedHead(tx: Tx, { quote, today }: LockedQuote, number: AssignedNumber) {
  const taken = Object.fromEntries(TAKEN.map((name) => [name, quote[name]])) as Pick<
    Quote,
    (typeof TAKEN)[number]
  >;
  const accepted = await readAccepted(tx, quote.id);
  return {
    ...newOrder(tx, number),
    ...taken,
    quoteId: quote.id,
    status: 'pending',
    placedAt: tx.ctx.now,
    issueDate: today,
    poNumber: accepted?.poNumber ?? quote.poNumber,
  } as const;
}

function worthOf(
  lines: readonly OrderLine[],
  quote: Quote,
): Pick<Order, 'value' | 'paymentStatus'> {
  const value = orderValue(lines, quote);
  return { value, paymentStatus: orderPaymentStatus(value) };
}

/** The lines that were chosen, and the texts between them. */
function orderedLines(id: OrderId, lines: readonly QuoteLine[]): OrderLine[] {
  const chosen = lines.filter(({ selected }) => selected);
  return chosen.map(({ quoteId: _, ...line }, i) => {
    const kept = { ...UNTOUCHED, quoteLineId: line.id, overDeliveryPercent: '0', stages: [] };
    return orderRow(id, { ...line, id: newId<'quote-line'>(), position: i + 1 }, kept);
  });
}
