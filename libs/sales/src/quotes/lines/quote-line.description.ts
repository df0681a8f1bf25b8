import {
  boolean,
  describeField,
  integer,
  json,
  lookup,
  number,
  picklist,
  text,
} from '@quittance/fields';
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
import type { PricedLine } from '@quittance/tax';
import { INVOICINGS, TIMINGS } from '../../pricing/quoted-line.js';
import { PRICE_SOURCES, type KeptTier } from '../../pricing/resolve-price.js';
import { RECURRING_FREQUENCIES } from '../../subscriptions/grid.js';
import { PLAN_SAYINGS, type LineCharge } from '../../plans/sold/line-plan.js';
import type { PlanId, PlanVersionId } from '../../plans/plan-version.js';
import { MOST_CHARGES } from '../../usage/charge.js';
import type { QuoteId } from '../quote.description.js';

export const LINE_KINDS = ['one_off', 'recurring', 'section', 'note', 'adjustment'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export type QuoteLineId = Id<'quote-line'>;

const LARGEST = '999999999999.999999';
const QUANTITY = { scale: 6, min: '0', max: LARGEST } as const;
const NULLABLE = { nullable: true } as const;

const {
  position,
  adjustment,
  adjustmentIndex,
  adjustmentPercent,
  adjustmentBase,
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

/** The members of a line of a quote, in the order in which it is answered. */
export const quoteLineMembers = {
  position,
  kind: preset(
    'one_off',
    picklist('Kind', choicesOf(LINE_KINDS), {
      help:
        'A section sums the lines up to the next; it and a note have a description alone. An ' +
        'adjustment is what an allowance or charge of the document has made, and never sent.',
    }),
  ),
  adjustment,
  adjustmentIndex,
  adjustmentPercent,
  adjustmentBase,
  productId,
  sku,
  description: completed(text('Description', { maxLength: 1000 }), {
    advice: 'The name of the product.',
    example: 'Installation',
  }),
  hsnCode,
  placeOf,
  quantity: completed(number('Quantity', QUANTITY), { advice: '1.', example: '2' }),
  unit,
  unitPrice: optional(number('Unit price', { scale: 6, min: '0', max: LARGEST }), {
    advice:
      'The first there is: of a contract, of the quote’s price book, of the ledger account’s, of ' +
      'the company’s default; without any the line has none.',
    example: '49.99',
  }),
  listPrice: system(
    number('List price', { scale: 6, help: 'What it would cost had nobody typed a price.' }),
    NULLABLE,
  ),
  priceSource: system(picklist('Price from', choicesOf(PRICE_SOURCES)), NULLABLE),
  tiers: hidden(json<readonly KeptTier[]>('Tiers')),
  discount,
  discountPercent,
  discountGiven,
  discountAmount,
  share: system(lineAmount('Share', { help: 'What it bears of the discount on the whole quote.' })),
  net,
  taxCode,
  productTaxed,
  requestedTaxRate,
  /** The company's code that it was priced by, as it says neither code nor rate. */
  defaultTaxCode: hidden(describeField<string>('text', 'Default tax code'), NULLABLE),
  taxRate,
  taxes,
  taxFallback,
  taxFallbackReason,
  taxCategory,
  taxReason,
  taxWarnings: system(
    items<NonNullable<PricedLine['warnings']>[number]>('Tax warnings', {
      maxItems: 50,
      help: 'What to look at beside the tax decision, as it was when the line was priced.',
    }),
  ),
  taxUndetermined,
  tax,
  total,
  supplyKind,
  invoicing: optional(
    picklist('Invoicing', choicesOf(INVOICINGS), {
      help: 'When what is sold once is invoiced.',
    }),
    { advice: 'On delivery of goods, on order of anything else.' },
  ),
  frequency: optional(picklist('Frequency', choicesOf(RECURRING_FREQUENCIES))),
  timing: optional(picklist('Timing', choicesOf(TIMINGS)), { advice: 'In advance.' }),
  termPeriods: optional(
    integer('Periods', { min: '1', max: '999', help: 'Null: the term of the quote.' }),
  ),
  trialDays: preset(0, integer('Days of trial', { min: '0', max: '366' })),
  anchorDay: optional(
    integer('Day of the month', { min: '1', max: '31', help: 'On which periods begin.' }),
  ),
  anchorMonth: optional(
    integer('Month of the year', { min: '1', max: '12', help: 'Of a year’s period.' }),
  ),
  discountPeriods: optional(
    integer('Periods of the discount', { min: '1', max: '999', help: 'Null: always.' }),
  ),
  planId: optional(
    lookup<PlanId>('Plan', null, {
      help: 'What is subscribed to, of what recurs: a plan of the product.',
    }),
    {
      advice:
        'The oldest active one of the product with its frequency and timing; kept from then on.',
    },
  ),
  planVersionId: optional(
    lookup<PlanVersionId>('Version of the plan', null, {
      help: 'By which usage is charged. It stays until the line is priced again.',
    }),
    { advice: 'The newest one of the plan.' },
  ),
  planSaid: hidden(picklist('Plan as it was said', choicesOf(PLAN_SAYINGS)), NULLABLE),
  charges: system(
    items<LineCharge>('Charges of usage', {
      maxItems: MOST_CHARGES,
      help: 'What usage costs by the version of the plan, in the currency: in no total.',
    }),
  ),
  usageMinimum: system(
    lineAmount('Minimum of a period', {
      help: 'The least that flat price and usage of a period come to, net; null: none.',
    }),
    NULLABLE,
  ),
  optional: preset(
    false,
    boolean('Optional', { help: 'Offered beside the rest; counts while it is selected.' }),
  ),
  selected: completed(boolean('Selected'), { advice: 'Unless it is optional.' }),
  minQuantity: optional(number('Least quantity', QUANTITY)),
  maxQuantity: optional(number('Largest quantity', QUANTITY)),
};

/** What of `sales.quote_line` reads, writes and shows it. */
export const quoteLineNoun = describeNoun({
  name: 'quote-line',
  label: 'Line of a quote',
  pluralLabel: 'Lines of a quote',
  path: '/quotes/{id}/lines',
  table: 'sales.quote_line',
  alias: 'l',
  defaultSort: 'position',
  members: {
    quoteId: hidden(lookup<QuoteId>('Quote', 'quote')),
    id: system(lookup<QuoteLineId>('Id', null)),
    ...quoteLineMembers,
  },
});

export type QuoteLine = RowOf<typeof quoteLineNoun.members>;

/** A line as a person writes it, with what the body says of its discount. */
export type QuoteLineDraft = Omit<DraftOf<typeof quoteLineMembers>, 'discount'>;
