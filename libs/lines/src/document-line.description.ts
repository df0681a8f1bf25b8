import {
  boolean,
  date,
  describeField,
  integer,
  json,
  lookup,
  number,
  picklist,
  text,
} from '@quittance/fields';
import {
  choicesOf,
  completed,
  hidden,
  lineAmount,
  optional,
  required,
  system,
} from '@quittance/nouns';
import type { ProductId } from '@quittance/kernel';
import { LARGEST_ON_DOCUMENT } from '@quittance/money';
import {
  TAX_CATEGORIES,
  TAX_REASONS,
  type Discount,
  type FallbackReason,
  type SupplyKind,
  type SupplyPlace,
} from '@quittance/tax';

import type { AdjustmentKind } from './adjustments.js';
import { wholeSupplyPlace } from './supply-place.js';

/** One tax of a line as stored: the amounts as decimal text of minor units. */
export interface StoredLineTax {
  readonly jurisdiction: string | null;
  readonly kind: string;
  readonly taxCode: string | null;
  readonly rate: string;
  readonly base: string;
  readonly tax: string;
  /** Given by an external engine: base × rate need not be it. */
  readonly given?: true;
  /** On top of the taxes before it; of older rows the base tells, as far as it can. */
  readonly compound?: true;
  /** Of a customer who was exempt: the certificate that said so. */
  readonly certificate?: string;
}

const ADJUSTMENTS: Readonly<Record<AdjustmentKind, string>> = {
  allowance: 'Allowance',
  charge: 'Charge',
};

const PERCENT = { scale: 6, min: '0', max: '100' } as const;
const OF_PRODUCT = { help: 'As the product had it when the line was priced.' } as const;
const PRINTED = { printed: true } as const;
/** What a person writes of a line and nothing but the price is made of. */
const WRITTEN = { copied: true } as const;
const SHOWN = { ...WRITTEN, ...PRINTED } as const;
const NULLABLE = { nullable: true } as const;
const SIGNED = { sign: 'any' } as const;

/**
 * What lines of invoices and of credit notes have in common, in the order in which they are
 * answered. Amounts are minor units of the document's currency.
 */
export const documentLineMembers = {
  /** From 1, in the order of the document. */
  position: system(integer('Position', { min: '1' }), PRINTED),
  /** Made of what the document says is taken off the whole of it, or put on it. */
  adjustment: system(
    picklist('Adjustment', ADJUSTMENTS, {
      help: 'A line that an allowance or charge of the whole document has made; null of others.',
    }),
    { ...NULLABLE, ...WRITTEN },
  ),
  adjustmentPercent: system(number('Percentage of the adjustment', { scale: 6 }), {
    ...NULLABLE,
    ...WRITTEN,
  }),
  /** From 0, of the adjustments that the document says; null of one that its order has made. */
  adjustmentIndex: hidden(integer('Which of the adjustments', { min: '0' }), {
    ...NULLABLE,
    ...WRITTEN,
  }),
  adjustmentBase: system(lineAmount('What the percentage is of'), { ...NULLABLE, ...WRITTEN }),
  productId: optional(lookup<ProductId>('Product', 'product'), WRITTEN),
  sku: system(text('SKU', { maxLength: 100, ...OF_PRODUCT }), { ...PRINTED, ...NULLABLE }),
  description: required(text('Description', { maxLength: 1000 }), {
    ...SHOWN,
    example: 'Installation',
  }),
  /** Its own, else what it took over from its product when it was priced. */
  hsnCode: optional(
    text('HSN code', {
      maxLength: 8,
      pattern: '\\d{4}(\\d{2}){0,2}',
      help: 'India’s HSN or SAC code of what is sold; without one the line has its product’s.',
    }),
    { ...PRINTED, example: '998314' },
  ),
  /** Kept from document to document: the place does not change with who writes of it. */
  placeOf: optional(
    json<SupplyPlace>('Place of supply', {
      help:
        'Of what is supplied where something is or happens: where the immovable lies, the event ' +
        'is held, the meal is eaten, the way begins. Of goods the address of delivery tells.',
    }),
    { ...WRITTEN, taken: wholeSupplyPlace },
  ),
  quantity: required(
    number('Quantity', {
      scale: 6,
      min: `-${LARGEST_ON_DOCUMENT}`,
      max: LARGEST_ON_DOCUMENT,
      help: 'Negative takes off the invoice what another line puts on it.',
    }),
    { ...SHOWN, example: '2' },
  ),
  unit: system(text('Unit', { maxLength: 20, ...OF_PRODUCT }), { ...PRINTED, ...NULLABLE }),
  unitPrice: completed(number('Unit price', { scale: 6, min: '0', max: LARGEST_ON_DOCUMENT }), {
    ...SHOWN,
    advice:
      'Of an invoice’s line with a product that of the customer’s price book, else of the ' +
      'default book of the currency; required of any other.',
    example: '49.99',
  }),
  discount: optional(
    json<Discount>('Discount', { help: 'Either a percentage or an amount of money.' }),
    { derived: true },
  ),
  discountPercent: hidden(number('Percentage of the discount'), { ...PRINTED, ...NULLABLE }),
  discountGiven: hidden(
    lineAmount('Amount of the discount', { column: 'discount_amount' }),
    NULLABLE,
  ),
  discountAmount: system(
    lineAmount('Discounted', { column: 'discount', help: 'What the discount came to.' }),
    { ...SIGNED, printed: 'discount' },
  ),
  net: system(lineAmount('Net'), { ...SIGNED, ...PRINTED }),
  taxCode: optional(
    text('Tax code', {
      maxLength: 50,
      help:
        'A code of the tax set-up; another is refused with `tax_code_unknown`. Without one and ' +
        'without a rate of its own the line has that of its product, else the default of the ' +
        'set-up.',
    }),
    PRINTED,
  ),
  /** Whether the code is that of the product: the line has neither code nor rate of its own. */
  productTaxed: hidden(boolean('Taxed as its product')),
  /** The rate sent with the line, used where the engine has none. */
  requestedTaxRate: optional(
    number('Requested tax rate', {
      ...PERCENT,
      help: 'Percent, used where the tax set-up has no rate for the code and place.',
    }),
    { sentAs: 'taxRate' },
  ),
  taxRate: system(
    number('Tax rate', { scale: 6, help: 'The percentage all taxes of the line come to.' }),
    PRINTED,
  ),
  taxes: hidden(json<readonly StoredLineTax[]>('Taxes')),
  taxFallback: system(
    boolean('Taxed by its own rate', {
      help:
        'The line’s own rate was used, or none: the tax set-up had no rate, or the external tax ' +
        'engine did not answer.',
    }),
  ),
  /** Why the external engine that should have taxed the line did not; null otherwise. */
  taxFallbackReason: hidden(describeField<FallbackReason>('text', 'Why its own rate'), NULLABLE),
  taxCategory: system(
    picklist('Tax category', choicesOf(TAX_CATEGORIES), {
      help:
        'What was decided of the tax, as EN 16931 names it; null while it is not determined, and ' +
        'of an imported line.',
    }),
    NULLABLE,
  ),
  taxReason: system(
    picklist('Tax reason', choicesOf(TAX_REASONS), {
      help: 'The ground of the category, which documents print.',
    }),
    NULLABLE,
  ),
  taxUndetermined: system(
    boolean('Tax undetermined', {
      help:
        'The line should be taxed and there is no rate for it: the document is neither sent nor ' +
        'paid before there is one (`tax_undetermined`).',
    }),
    { derived: true },
  ),
  tax: system(lineAmount('Tax'), SIGNED),
  total: system(lineAmount('Total'), { ...SIGNED, ...PRINTED }),
  periodStart: optional(date('Period from'), SHOWN),
  periodEnd: optional(date('Period to'), SHOWN),
  /** What it is in law, as its product was when the line was priced. */
  supplyKind: hidden(describeField<SupplyKind>('text', 'Kind of supply'), NULLABLE),
};
