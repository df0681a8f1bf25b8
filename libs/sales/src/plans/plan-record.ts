import { boolean, lookup, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { planHooks } from './plan-hooks.js';

/** What can be subscribed to. Prices and charges are in its versions, which never change. */
export const planObject = defineObject({
  name: 'plan',
  label: 'Plan',
  pluralLabel: 'Plans',
  path: '/plans',
  resource: 'products',
  table: 'sales.plan',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', { required: true, searched: true, maxLength: 200 }),
    productId: lookup('Product', 'product', {
      required: true,
      onDelete: 'restrict',
      help: 'A recurring product; invoices name it.',
    }),
    description: textarea('Description', { maxLength: 2000 }),
    active: boolean('Active', {
      required: true,
      default: true,
      help: 'Nobody subscribes to one that is not; who has done so goes on.',
    }),
    customerMayPause: boolean('Customers may pause', {
      required: true,
      default: false,
      help: 'Whether customers may pause what they are subscribed to in their portal.',
    }),
  },
  hooks: planHooks,
});
