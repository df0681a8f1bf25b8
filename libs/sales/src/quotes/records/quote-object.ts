import { defineObject } from '@quittance/metadata';
import { quoteNoun } from '../quote.description.js';

/**
 * What the catalogue of objects knows of quotes: custom fields, layouts, views, formulas and
 * roll-ups over them. They are written by the operations of this lib alone, so every field is
 * fixed.
 */
export const quoteObject = defineObject({
  name: quoteNoun.name,
  label: quoteNoun.label,
  pluralLabel: quoteNoun.pluralLabel,
  path: quoteNoun.path,
  resource: 'quotes',
  table: quoteNoun.table,
  softDelete: false,
  wordless: true,
  titleField: 'number',
  revisedUnder: 'number',
  defaultSort: quoteNoun.defaultSort,
  fields: quoteNoun.catalogue,
});
