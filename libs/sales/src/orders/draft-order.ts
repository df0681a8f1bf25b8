import { audit } from '@quittance/audit';
import {
  companyToday,
  readCompanyTerms,
  refuseDisabled,
  type CurrentTerms,
} from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { defaultParties, requireNamedAccount, requireSaleParties } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { productsOf, quotedSellerOf } from '@quittance/lines';
import type { DraftOf } from '@quittance/nouns';
import { assignNumbers, readNumberingRules, type AssignedNumber } from '@quittance/numbering';
import type { RecordInput } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import type { Taxes } from '@quittance/tax';
import { partiesOf, sellingAccount } from '../quotes/draft-quote.js';
import { readQuoteSettings, type QuoteDefaults } from '../quotes/settings/quote-settings.js';
import { saidByDefault } from '../quotes/settings/said-by-default.js';
import { refuseChosenPrices, type UnchosenPrices } from '../quotes/lines/price-rights.js';
import { refuseEndlessRenewal, refuseFarHead, requireBookOfQuote } from '../quotes/refuse-head.js';
import type { OrderLine } from './lines/order-line.description.js';
import { keptOrderOf, priceOrderLines, type OrderLineInput } from './lines/order-line.js';
import { refuseStageAmounts, refuseStagesAbove } from './lines/order-stages.js';
import { withOrderPrices } from './lines/read-order-prices.js';
import { refuseTooManyOrderLines } from './order.js';
import { orderNoun, type Order, type orderMembers } from './order.description.js';
import { orderLines, orders } from './order.repository.js';
import { orderSummary, orderView, type OrderView } from './order.view.js';
import { orderPaymentStatus } from './payment-status.js';
import type { ShipTo } from './ship-to.js';
import type { OrderFields } from './records/order-fields.js';
import { markOrder } from './records/written-orders.js';
import { logPriceOverrides } from '../quotes/lines/log-price-overrides.js';

/** An order as a person writes it. What is absent takes the default it names. */
export interface OrderDraft extends Readonly<Omit<DraftOf<typeof orderMembers>, 'discount'>> {
  readonly discount?: Order['discount'];
  readonly lines: readonly OrderLineInput[];
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
  /** Those that whoever writes it could be asked for; all where it is not told. */
  readonly asked?: ReadonlySet<string>;
}

/** What a draft is written with. */
export interface OrderTools {
  readonly taxes: Taxes;
  readonly fields: Pick<OrderFields, 'read' | 'store'>;
}

/**
 * What one has beside that was written elsewhere first, or by its customer; its id where credit was
 * asked for it before it was there; and by which prices what it is a copy of was sold.
 */
type WrittenAs = Partial<Pick<Order, 'id' | 'externalReference' | 'portalUserId' | 'shipTo'>> &
  Pick<UnchosenPrices, 'carried'>;

/**
 * Writes a draft order: priced, taxed and numbered in one transaction.
 * @throws DomainError validation_failed, account_inactive, currency_not_enabled,
 *   discount_exceeds_line, tax_code_unknown, tax_inputs_changing, and those of the rules
 */
export async function draftOrder(
  tx: Tx,
  tools: OrderTools,
  draft: OrderDraft,
  { carried, ...written }: WrittenAs = {},
): Promise<OrderView> {
  refuseTooManyOrderLines(draft.lines.length);
  const [company, basis, rules, settings, products, through] = await Promise.all([
    readCompanyTerms(tx),
    tools.taxes.load(tx),
    readNumberingRules(tx, 'sales-order'),
    readQuoteSettings(tx),
    productsOf(
      tx,
      draft.lines.map(({ productId = null }) => ({ productId })),
    ),
    defaultParties(tx, draft.accountId, draft),
  ]);
  const today = companyToday(company, tx.ctx.now);
  const { shipTo } = written;
  const { account, head } = await headOf(tx, draft, company, { today, settings, shipTo });
  const parties = { ...through, dealId: head.dealId };
  await requireSaleParties(tx, head.accountId, { ...parties, ownerId: draft.ownerId ?? null });
  const unchosen = { accountPriceBookId: account.priceBookId, today, carried };
  await refuseChosenPrices(tx, 'sales-orders', head, unchosen);
  const lines = draft.lines.map((line, i) => keptOrderOf(line, products, `/lines/${i}`));
  refuseStageAmounts(lines, head.currency);
  const priced = await withOrderPrices(tx, head, account.priceBookId, lines);
  const { id = newId<'sales-order'>() } = written;
  const counted = priceOrderLines(id, head, quotedSellerOf(company, basis), account, priced);
  refuseStagesAbove(counted.lines, head.currency);
  const [number] = await assignNumbers(tx, 'sales-order', [head.issueDate], rules);
  if (!number) throw new RangeError('The order was given no number');
  const order: Order = {
    ...newOrder(tx, number),
    ...head,
    ...parties,
    ...counted.columns,
    paymentStatus: orderPaymentStatus(counted.columns.value),
    ...written,
    id,
  };
  return storeNewOrder(tx, tools, order, counted.lines, draft);
}

/** Stores a new order with its lines, announces and logs it. */
export async function storeNewOrder(
  tx: Tx,
  { fields }: Pick<OrderTools, 'fields'>,
  order: Order,
  lines: readonly OrderLine[],
  { custom, asked }: Pick<OrderDraft, 'custom' | 'asked'> = {},
): Promise<OrderView> {
  const members = await fields.read(tx, { before: null, after: order, asked }, custom);
  await orders.insert(tx, [order]);
  await orderLines.insert(tx, lines);
  await fields.store(tx, members);
  markOrder(tx, order, null);
  const about = { object: 'sales-order', recordId: order.id } as const;
  const data = { ...orderSummary(order), ...members?.draft.values };
  emit(tx, { type: 'record.created', ...about, data });
  audit(tx, { action: 'order.created', ...about, after: orderSummary(order) });
  // What a quote has agreed to was logged with the quote.
  if (order.quoteId === null) logPriceOverrides(tx, about, [], lines);
  return orderView(order, lines);
}

/** What every order begins with: a draft under its number, of which nothing has left. */
export function newOrder(tx: Tx, { number, period, seq }: AssignedNumber) {
  const { now, userId } = tx.ctx;
  return {
    ...orderNoun.empty,
    version: 1,
    number,
    numberPeriod: period,
    numberSeq: seq,
    status: 'draft',
    paymentStatus: 'unpaid',
    fulfilment: 'none',
    amendment: 0,
    invoicedTotal: 0n,
    taxDifference: 0n,
    createdAt: now,
    createdBy: userId,
    updatedAt: now,
    updatedBy: userId,
  } as const;
}

/** What an order has that says nothing else: the header is that of a quote. */
interface OrderDefaults {
  readonly today: LocalDate;
  readonly settings: QuoteDefaults;
  /** That its customer has chosen, by which it is taxed; else the account's. */
  readonly shipTo: ShipTo | undefined;
}

async function headOf(
  tx: Tx,
  draft: OrderDraft,
  company: CurrentTerms,
  { today, settings, shipTo }: OrderDefaults,
) {
  refuseFarHead(draft);
  const account = await sellingAccount(tx, draft.accountId);
  await requireNamedAccount(tx, account.id);
  const currency = draft.currency ?? account.currency ?? company.baseCurrency;
  refuseDisabled(company, currency);
  const head = {
    ...orderNoun.said(draft),
    ...saidByDefault(draft, { account, company, settings }),
    deliveryAddress: draft.deliveryAddress ?? null,
    discount: draft.discount ?? null,
    adjustments: draft.adjustments ?? null,
    accountId: account.id,
    currency,
    issueDate: draft.issueDate ?? today,
    pricingDate: draft.pricingDate ?? today,
    tiersAcross: draft.tiersAcross ?? 'line',
    taxRounding: company.taxRounding,
    ...agreementOf(draft),
    ownerId: draft.ownerId ?? tx.ctx.userId,
    ...partiesOf(account),
    ...(shipTo && { shipTo }),
  } as const;
  refuseEndlessRenewal(head);
  await requireBookOfQuote(tx, head.priceBookId);
  return { account, head };
}

/** How what recurs goes on; a term that has no end does not renew. */
function agreementOf({ autoRenew = false, noticeDays = 30, upliftPercent = '0' }: OrderDraft) {
  return { autoRenew, noticeDays, upliftPercent };
}
