import { lookup, number, picklist } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import { documentLineMembers } from '@quittance/lines';
import {
  choicesOf,
  completed,
  describeNoun,
  hidden,
  items,
  lineAmount,
  optional,
  preset,
  system,
  type DraftOf,
  type RowOf,
} from '@quittance/nouns';
import { INVOICINGS } from '../../pricing/quoted-line.js';
import { quoteLineMembers, type QuoteLineId } from '../../quotes/lines/quote-line.description.js';
import type { OrderId } from '../order.description.js';

export type OrderLineId = Id<'sales-order-line'>;

/** When a line is invoiced: what recurs by its schedule, and never with the order. */
export const ORDER_INVOICINGS = [...INVOICINGS, 'subscription'] as const;

/** A part of a line that is invoiced for itself: a share of it, or a milestone once reached. */
export interface InvoicingStage {
  readonly name: string;
  /** Decimal text; either it or an amount. */
  readonly percent?: string;
  /** Decimal text in the order's currency; of milestones alone. */
  readonly amount?: string;
  /** When a milestone was reached; absent while it is not. */
  readonly reachedAt?: string;
}

export const MOST_STAGES = 50;

const LARGEST = '999999999999.999999';
const SIGNED = { sign: 'any' } as const;
const QUANTITY = { scale: 6, min: '0', max: LARGEST } as const;

const {
  position,
  productId,
  sku,
  hsnCode,
  placeOf,
  unit,
  discount,
  discountPercent,
  discountGiven,
  discountAmount,
  net,
  taxCode,
  productTaxed,
  requestedTaxRate,
  taxRate,
  taxes,
  taxFallback,
  taxFallbackReason,
  taxCategory,
  taxReason,
  taxUndetermined,
  tax,
  total,
  supplyKind,
} = documentLineMembers;

/** The members of a line of an order, in the order in which it is answered. */
export const orderLineMembers = {
  position,
  kind: quoteLineMembers.kind,
  adjustment: quoteLineMembers.adjustment,
  adjustmentIndex: quoteLineMembers.adjustmentIndex,
  adjustmentPercent: quoteLineMembers.adjustmentPercent,
  adjustmentBase: quoteLineMembers.adjustmentBase,
  quoteLineId: system(lookup<QuoteLineId>('Line of the quote', null), { nullable: true }),
  productId,
  sku,
  description: quoteLineMembers.description,
  hsnCode,
  placeOf,
  ordered: completed(number('Ordered', QUANTITY), { advice: '1.', example: '2' }),
  cancelled: system(number('Cancelled', QUANTITY)),
  shipped: system(number('Shipped', QUANTITY)),
  returned: system(number('Returned', QUANTITY)),
  invoiced: system(number('Invoiced', QUANTITY)),
  invoicedPercent: system(
    number('Percentage invoiced', { scale: 6, help: 'Of a line that is invoiced by percentages.' }),
  ),
  invoicedNet: system(lineAmount('Net invoiced'), SIGNED),
  invoicedTax: hidden(lineAmount('Tax invoiced'), SIGNED),
  overDeliveryPercent: preset(
    '0',
    number('Over-delivery', {
      scale: 6,
      min: '0',
      max: '100',
      help: 'By how many percent more than ordered may be shipped; that is not invoiced.',
    }),
  ),
  invoicing: optional(
    picklist('Invoicing', choicesOf(ORDER_INVOICINGS), {
      help: 'When the line is invoiced; what recurs is invoiced by its schedule.',
    }),
    { advice: 'On delivery of goods, on order of anything else that is sold once.' },
  ),
  stages: system(
    items<InvoicingStage>('Stages', {
      maxItems: MOST_STAGES,
      help: 'Of what is invoiced by percentages or milestones.',
    }),
  ),
  unit,
  unitPrice: optional(number('Unit price', { scale: 6, min: '0', max: LARGEST }), {
    advice:
      'The first there is: of a contract, of the order’s price book, of the ledger account’s, of ' +
      'the company’s default; without any the line has none.',
    example: '49.99',
  }),
  listPrice: quoteLineMembers.listPrice,
  priceSource: quoteLineMembers.priceSource,
  tiers: quoteLineMembers.tiers,
  discount,
  discountPercent,
  discountGiven,
  discountAmount,
  share: system(lineAmount('Share', { help: 'What it bears of the discount on the whole order.' })),
  net,
  taxCode,
  productTaxed,
  requestedTaxRate,
  defaultTaxCode: quoteLineMembers.defaultTaxCode,
  taxRate,
  taxes,
  taxFallback,
  taxFallbackReason,
  taxCategory,
  taxReason,
  taxWarnings: quoteLineMembers.taxWarnings,
  taxUndetermined,
  tax,
  total,
  supplyKind,
  frequency: quoteLineMembers.frequency,
  timing: quoteLineMembers.timing,
  termPeriods: quoteLineMembers.termPeriods,
  trialDays: quoteLineMembers.trialDays,
  anchorDay: quoteLineMembers.anchorDay,
  anchorMonth: quoteLineMembers.anchorMonth,
  discountPeriods: quoteLineMembers.discountPeriods,
  planId: quoteLineMembers.planId,
  planVersionId: quoteLineMembers.planVersionId,
  planSaid: quoteLineMembers.planSaid,
  charges: quoteLineMembers.charges,
  usageMinimum: quoteLineMembers.usageMinimum,
};

/** What of `sales.sales_order_line` reads, writes and shows it. */
export const orderLineNoun = describeNoun({
  name: 'sales-order-line',
  label: 'Line of an order',
  pluralLabel: 'Lines of an order',
  path: '/sales-orders/{id}/lines',
  table: 'sales.sales_order_line',
  alias: 'l',
  defaultSort: 'position',
  members: {
    orderId: hidden(lookup<OrderId>('Order', 'sales-order')),
    id: system(lookup<OrderLineId>('Id', null)),
    ...orderLineMembers,
  },
});

export type OrderLine = RowOf<typeof orderLineNoun.members>;

/** A line as a person writes it, with what the body says of its discount. */
export type OrderLineDraft = Omit<DraftOf<typeof orderLineMembers>, 'discount'> & {
  readonly stages?: readonly InvoicingStage[];
};
