import { picklist, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { meterHooks } from './meter-hooks.js';

const AGGREGATIONS = {
  sum: 'Sum of the values',
  count: 'Number of events',
  max: 'Highest value',
  last: 'Latest value',
  unique_count: 'Number of unique values of a property',
  weighted: 'Level weighted by time',
} as const;

/** What of a subscription is measured, and what the events of a period come to. */
export const meterObject = defineObject({
  name: 'meter',
  label: 'Meter',
  pluralLabel: 'Meters',
  path: '/meters',
  resource: 'products',
  table: 'sales.meter',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    code: text('Code', {
      required: true,
      unique: true,
      searched: true,
      maxLength: 60,
      pattern: '[a-z][a-z0-9_.-]*',
      help: 'By which events name it. It stays once events have come in.',
    }),
    name: text('Name', { required: true, searched: true, maxLength: 200 }),
    aggregation: picklist('Aggregation', AGGREGATIONS, {
      required: true,
      help: 'It stays once events have come in.',
    }),
    countedProperty: text('Counted property', {
      maxLength: 60,
      help: 'The property of events whose values are counted; with unique values only.',
    }),
    unit: text('Unit', { maxLength: 20, help: 'Printed behind quantities.' }),
  },
  hooks: meterHooks,
});
