import { date, number, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { exchangeRateHooks } from './exchange-rate-hooks.js';
import { DEFAULT_SOURCE, RATE_SCALE, SMALLEST_RATE, rateName } from './exchange-rate.js';

const CODE = { required: true, pattern: '[A-Za-z]{3}' } as const;

/** What one unit of a currency was worth in another on a day, as somebody said. */
export const exchangeRateObject = defineObject({
  name: 'exchange-rate',
  label: 'Exchange rate',
  pluralLabel: 'Exchange rates',
  path: '/exchange-rates',
  resource: 'masters',
  table: 'crm.exchange_rate',
  owned: false,
  titleField: 'name',
  defaultSort: '-day,name',
  fields: {
    name: text('Name', {
      readOnly: true,
      unique: true,
      searched: true,
      help: 'Pair, day and source in one: there is one rate for each.',
    }),
    base: text('Currency', { ...CODE, help: 'One unit of it is worth the rate.' }),
    quote: text('In currency', { ...CODE, help: 'What the rate is counted in.' }),
    rate: number('Rate', {
      required: true,
      precision: 22,
      scale: RATE_SCALE,
      min: SMALLEST_RATE,
    }),
    day: date('Day', {
      required: true,
      help: 'It holds from this day until the next that is known.',
    }),
    source: text('Source', {
      required: true,
      default: DEFAULT_SOURCE,
      maxLength: 50,
      help: 'Who says so, for example ECB.',
    }),
  },
  naturalKey: { field: 'name', parts: ['base', 'quote', 'day', 'source'], of: rateName },
  hooks: exchangeRateHooks,
});
