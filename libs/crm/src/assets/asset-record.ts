import { date, lookup, picklist, text, textarea } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { assetHooks } from './asset-hooks.js';

/** One thing that was sold, or will be: where it is and how long its warranty lasts. */
export const assetObject = defineObject({
  name: 'asset',
  label: 'Asset',
  pluralLabel: 'Assets',
  path: '/assets',
  resource: 'assets',
  table: 'crm.asset',
  titleField: 'name',
  defaultSort: '-createdAt',
  fields: {
    name: text('Name', { searched: true, maxLength: 200, help: 'Its serial number when absent.' }),
    accountId: lookup('Account', 'account', {
      onDelete: 'restrict',
      help: 'Who has it. Needed unless it is in stock or retired.',
    }),
    productId: lookup('Product', 'product', { onDelete: 'restrict' }),
    orderId: lookup('Order', 'sales-order', { help: 'By which it was sold.' }),
    serial: text('Serial number', { searched: true, maxLength: 100 }),
    status: picklist(
      'Status',
      {
        in_stock: 'In stock',
        shipped: 'Shipped',
        installed: 'Installed',
        in_repair: 'In repair',
        retired: 'Retired',
      },
      { help: 'When absent: installed where it has an account, otherwise in stock.' },
    ),
    installedOn: date('Installed on'),
    warrantyUntil: date('Warranty until', { help: 'The last day. Not before it is installed.' }),
    description: textarea('Description', { maxLength: 2000 }),
  },
  hooks: assetHooks,
});
