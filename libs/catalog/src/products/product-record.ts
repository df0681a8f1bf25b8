import { address, boolean, number, picklist, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { productHooks } from './product-hooks.js';

/** How much of a product is sold at least, or more at a time. */
const QUANTITY = { scale: 6, min: '0.000001' } as const;

/** What is sold: goods and services, once or again and again. Its images are documents of it. */
export const productObject = defineObject({
  name: 'product',
  label: 'Product',
  pluralLabel: 'Products',
  path: '/products',
  resource: 'products',
  table: 'catalog.product',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    sku: text('SKU', {
      required: true,
      unique: true,
      searched: true,
      maxLength: 100,
      help: 'Unique in the company.',
    }),
    name: text('Name', { required: true, searched: true, maxLength: 200 }),
    description: textarea('Description', { searched: true, maxLength: 2000 }),
    type: picklist(
      'Type',
      { goods: 'Goods', service: 'Service' },
      { required: true, default: 'service' },
    ),
    kind: picklist(
      'Kind',
      { one_off: 'Sold once', recurring: 'Recurring' },
      { required: true, default: 'one_off' },
    ),
    category: text('Category', { maxLength: 100 }),
    unit: text('Unit', {
      maxLength: 20,
      help: 'For example `hour`, or a code of UN/ECE Recommendation 20 such as `HUR`.',
    }),
    taxCode: text('Tax code', {
      maxLength: 50,
      help: 'Of lines that have neither a code nor a rate of their own.',
    }),
    hsnCode: text('HSN or SAC code', {
      maxLength: 8,
      pattern: '[0-9]{4}([0-9]{2}){0,2}',
      help: 'India’s code of the goods or the service: 4, 6 or 8 digits.',
    }),
    supplyAddress: address('Place of supply', {
      help:
        'Of what is always supplied at one place: where the immovable lies, the event is held, ' +
        'the meal is eaten, the way begins. Lines that name none have it; taxes depend on it.',
    }),
    active: boolean('Active', { required: true, default: true }),
    inCatalogue: boolean('In the catalogue', {
      required: true,
      default: false,
      help: 'Customers see it in their portal as long as it is active.',
    }),
    minimumQuantity: number('Least quantity', {
      ...QUANTITY,
      help: 'Customers put no less of it into their cart.',
    }),
    quantityStep: number('Sold by', {
      ...QUANTITY,
      help: 'Customers order so much of it more at a time, from nothing on.',
    }),
    availability: picklist(
      'Availability',
      {
        in_stock: 'In stock',
        low_stock: 'Few left',
        on_order: 'On order',
        out_of_stock: 'Out of stock',
        made_to_order: 'Made to order',
      },
      { help: 'What customers are told of it; nothing where nothing is said.' },
    ),
  },
  hooks: productHooks,
});
