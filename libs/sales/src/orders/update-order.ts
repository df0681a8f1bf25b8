import { Injectable } from '@nestjs/common';
import { refuseDisabled } from '@quittance/company';
import { requireNamedAccount, requireSaleParties } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { PatchOf } from '@quittance/nouns';
import { periodOf, readNumberingRules } from '@quittance/numbering';
import type { RecordInput } from '@quittance/objects';
import { TaxQuotes } from '@quittance/tax';
import {
  isElsewhere,
  isPricedElsewhere,
  requirePricesWritable,
} from '../quotes/lines/price-rights.js';
import { refuseEndlessRenewal, refuseFarHead, requireBookOfQuote } from '../quotes/refuse-head.js';
import { changeOrder, lockOrderToChange } from './change-order.js';
import { keptOrderLine } from './lines/order-line.js';
import { orderInvoiced, orderLinesFixed } from './order.errors.js';
import { OrderPorts } from './order-ports.js';
import { hasEnded, refuseOrderUnlessMay } from './order.js';
import type { Order, OrderId, orderMembers } from './order.description.js';
import type { OrderView } from './order.view.js';
import { OrderFields } from './records/order-fields.js';
import { lockOrderDraft, storeOrderDraft, type LockedOrderDraft } from './reprice-order-in.js';

/** What may change of an order besides its lines; absent members stay, null clears. */
export interface OrderPatch extends Readonly<Omit<PatchOf<typeof orderMembers>, 'discount'>> {
  readonly discount?: Order['discount'];
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
}

/** What was agreed with a quote. */
const AGREED = [
  'accountId',
  'currency',
  'priceBookId',
  'pricingDate',
  'tiersAcross',
  'pricesIncludeTax',
  'discount',
  'adjustments',
  'issueDate',
  'startOn',
  'termMonths',
  'autoRenew',
  'noticeDays',
  'upliftPercent',
] as const satisfies readonly (keyof OrderPatch)[];

/** What says something of an order and prices nothing: it may change in any state. */
const SAID: ReadonlySet<string> = new Set([
  'contactId',
  'poNumber',
  'buyerReference',
  'deliveryDate',
  'deliveryAddress',
  'requestedOn',
  'ownerId',
  'notes',
  'internalNotes',
] satisfies readonly (keyof OrderPatch)[]);

const NOTE = { event: 'record.updated', action: 'order.updated' } as const;

/**
 * Changes an order that does not bind yet and prices it again; stored prices stay. Of one that does
 * what is said beside may change, and custom fields.
 */
@Injectable()
export class UpdateOrder {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: OrderFields,
    private readonly ports: OrderPorts,
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, order_not_draft, order_lines_fixed,
   *   order_invoiced, validation_failed, account_inactive, currency_not_enabled,
   *   discount_exceeds_line, tax_inputs_changing, malformed_request
   */
  execute(
    ctx: Ctx,
    id: OrderId,
    { custom, ...patch }: OrderPatch,
    expectedVersion: number | null,
  ): Promise<OrderView> {
    const { fields, ports } = this;
    const head = said(patch);
    if (Object.keys(head).every((name) => SAID.has(name))) {
      return this.taxes.write(ctx, (tx) => this.say(tx, id, { head, custom, expectedVersion }));
    }
    return this.taxes.write(ctx, async (tx, taxes) => {
      const draft = await lockOrderDraft(tx, { taxes }, id, expectedVersion);
      const { order, company } = draft;
      const after: Order = { ...order, ...head };
      refuseAgreed(draft, head);
      refuseFarHead(head);
      refuseEndlessRenewal(after);
      if (after.currency !== order.currency) refuseDisabled(company, after.currency);
      await refuseOtherPeriod(tx, order, after);
      await requireBookOfQuote(tx, after.priceBookId);
      if (after.accountId !== order.accountId) await requireNamedAccount(tx, after.accountId);
      await requireSaleParties(tx, after.accountId, after);
      // Prices of another currency or customer are others; what was typed was typed in the old one.
      const elsewhere = isElsewhere(order, after);
      if (elsewhere) await refuseInvoiced(tx, ports, order, after);
      const hasLines = draft.lines.length > 0;
      if (isPricedElsewhere(order, after, { hasLines })) requirePricesWritable(ctx, 'sales-orders');
      const lines = draft.lines.map((line) => keptOrderLine(line, order.currency));
      const change = { head, lines, anew: elsewhere, custom };
      return storeOrderDraft(tx, { taxes, fields, ports }, draft, change, NOTE);
    });
  }

  private async say(
    tx: Tx,
    id: OrderId,
    {
      head,
      custom,
      expectedVersion,
    }: {
      readonly head: Partial<Order>;
      readonly custom: RecordInput | undefined;
      readonly expectedVersion: number | null;
    },
  ): Promise<OrderView> {
    const { fields } = this;
    const locked = await lockOrderToChange(tx, id, expectedVersion);
    const { order } = locked;
    if (hasEnded(order.status)) {
      refuseOrderUnlessMay(order.status, 'change', { shippable: true });
    }
    const after: Order = { ...order, ...head };
    await requireSaleParties(tx, after.accountId, after);
    const members = await fields.read(tx, { before: order, after }, custom);
    await fields.store(tx, members);
    return changeOrder(tx, locked, head, { ...NOTE, custom: members });
  }
}

/** @throws DomainError order_lines_fixed where a quote says otherwise */
function refuseAgreed({ order }: LockedOrderDraft, head: Partial<Order>): void {
  const { quoteId, number } = order;
  const changes = AGREED.some((name) => {
    return head[name] !== undefined && JSON.stringify(head[name]) !== JSON.stringify(order[name]);
  });
  if (quoteId !== null && changes) throw orderLinesFixed({ number });
}

/**
 * What invoices ask for ahead of an order, or for it, is of its customer and in its currency.
 * @throws DomainError order_invoiced
 */
async function refuseInvoiced(
  tx: Tx,
  ports: OrderPorts,
  order: Order,
  { accountId, currency }: Order,
): Promise<void> {
  if (accountId === order.accountId && currency === order.currency) return;
  const [billed, deposits] = await Promise.all([
    ports.billedFor(tx, order),
    ports.depositsOf(tx, order.id),
  ]);
  const numbers = [...billed, ...deposits.map(({ number }) => number)];
  if (numbers.length === 0) return;
  throw orderInvoiced({ number: order.number, invoices: numbers.join(', ') });
}

/** The members that were sent. */
function said(patch: Omit<OrderPatch, 'custom'>): Partial<Order> {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Partial<Order>;
}

/** The number came from the counter of the order date's period, so the date stays within it. */
async function refuseOtherPeriod(tx: Tx, order: Order, { issueDate }: Order): Promise<void> {
  if (issueDate === order.issueDate) return;
  const rules = await readNumberingRules(tx, 'sales-order');
  if (periodOf(rules, order.issueDate) !== order.numberPeriod) return;
  if (periodOf(rules, issueDate) === order.numberPeriod) return;
  const message = `must stay in the period ${order.numberPeriod} of the number ${order.number}`;
  throw invalidField('/issueDate', 'period', message);
}
