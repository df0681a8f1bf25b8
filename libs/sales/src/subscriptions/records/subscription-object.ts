import { defineObject } from '@quittance/metadata';
import { subscriptionNoun } from '../subscription.description.js';

/**
 * What the catalogue of objects knows of subscriptions: what rules and formulas ask of them. They
 * are written by the operations of this lib alone, and have no custom fields.
 */
export const subscriptionObject = defineObject({
  name: subscriptionNoun.name,
  label: subscriptionNoun.label,
  pluralLabel: subscriptionNoun.pluralLabel,
  path: subscriptionNoun.path,
  resource: 'subscriptions',
  table: subscriptionNoun.table,
  softDelete: false,
  customizable: false,
  authored: false,
  wordless: true,
  titleField: 'externalKey',
  defaultSort: subscriptionNoun.defaultSort,
  fields: subscriptionNoun.catalogue,
});
