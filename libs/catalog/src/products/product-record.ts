import { boolean, picklist, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { productHooks } from './product-hooks.js';

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
    active: boolean('Active', { required: true, default: true }),
  },
  hooks: productHooks,
});
