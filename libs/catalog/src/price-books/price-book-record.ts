import { boolean, date, text } from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { priceBookHooks } from './price-book-hooks.js';

/**
 * Prices in one currency. They are a list beneath the book, and go with it; a book that a ledger
 * account names is kept by its foreign key.
 */
export const priceBookObject = defineObject({
  name: 'price-book',
  label: 'Price book',
  pluralLabel: 'Price books',
  path: '/pricebooks',
  resource: 'pricebooks',
  table: 'catalog.price_book',
  softDelete: false,
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', {
      required: true,
      unique: true,
      searched: true,
      maxLength: 100,
      help: 'Unique in the company.',
    }),
    currency: text('Currency', {
      required: true,
      pattern: '[A-Za-z]{3}',
      help: 'Of every price in the book; stays once the book has a price.',
    }),
    isDefault: boolean('Default', {
      required: true,
      default: false,
      help: 'One for each currency: its prices serve where another book has none.',
    }),
    active: boolean('Active', {
      required: true,
      default: true,
      help: 'The prices of a book that is not active do not serve.',
    }),
    validFrom: date('Valid from', { help: 'The first day on which its prices serve.' }),
    validTo: date('Valid to', { help: 'The last day on which its prices serve.' }),
  },
  hooks: priceBookHooks,
});
