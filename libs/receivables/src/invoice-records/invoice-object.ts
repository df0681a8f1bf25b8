import { defineObject } from '@quittance/objects';
import { invoiceNoun } from '../invoices/invoice.description.js';

/**
 * What the catalogue of objects knows of invoices: custom fields, layouts, views, formulas and
 * roll-ups over them. They are written by the operations of this lib alone, so every field is
 * fixed.
 */
export const invoiceObject = defineObject({
  name: 'invoice',
  label: 'Invoice',
  pluralLabel: 'Invoices',
  path: '/invoices',
  resource: 'invoices',
  table: invoiceNoun.table,
  softDelete: false,
  owned: false,
  authored: false,
  titleField: 'number',
  defaultSort: '-issueDate',
  fields: invoiceNoun.catalogue,
});
