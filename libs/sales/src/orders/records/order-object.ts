import { defineObject } from '@quittance/metadata';
import { orderNoun } from '../order.description.js';

/**
 * What the catalogue of objects knows of orders: custom fields, layouts, views, formulas and
 * roll-ups over them. They are written by the operations of this lib alone, so every field is
 * fixed.
 */
export const orderObject = defineObject({
  name: orderNoun.name,
  label: orderNoun.label,
  pluralLabel: orderNoun.pluralLabel,
  path: orderNoun.path,
  resource: 'sales-orders',
  table: orderNoun.table,
  softDelete: false,
  wordless: true,
  titleField: 'number',
  defaultSort: orderNoun.defaultSort,
  fields: orderNoun.catalogue,
});
