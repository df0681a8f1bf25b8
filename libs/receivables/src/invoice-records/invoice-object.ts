import { defineObject } from '@quittance/metadata';
import { invoiceNoun } from '../invoices/invoice.description.js';

/**
 * What the catalogue of objects knows of invoices: custom fields, layouts, views, formulas and
 * roll-ups over them. They are written by the operations of this lib alone, so every field is
 * fixed.
 */
export const invoiceObject = defineObject({
  name: invoiceNoun.name,
  label: invoiceNoun.label,
  pluralLabel: invoiceNoun.pluralLabel,
  path: invoiceNoun.path,
  resource: 'invoices',
  table: invoiceNoun.table,
  softDelete: false,
  owned: false,
  ways: invoiceNoun.reach.ways,
  authored: false,
  wordless: true,
  titleField: 'number',
  defaultSort: invoiceNoun.defaultSort,
  fields: invoiceNoun.catalogue,
});
