import type { Currency } from '@quittance/money';
import {
  currency,
  datetime,
  describeField,
  integer,
  json,
  lookup,
  picklist,
  type FieldDescription,
} from '@quittance/fields';
import { hidden, system } from './member.js';

interface Help {
  readonly help?: string;
}

/** The id and the version of a record that is changed by hand. */
export function versioned<Id extends string>() {
  return {
    id: system(lookup<Id>('Id', null)),
    version: system(integer('Version'), { listed: false }),
  };
}

/** When a record was made and last changed. */
export function stamped() {
  return {
    createdAt: system(datetime('Created at')),
    updatedAt: system(datetime('Updated at')),
  };
}

/** Column `bigint`: the place in its series, from which the next number is counted. */
export function serial() {
  return hidden(describeField<bigint>('integer', 'Place in its series'), {
    columnType: 'bigint',
    once: true,
  });
}

/** Column `bigint` of minor units of the row's currency; decimal text in answers. */
export function amount(label: string, options: Help = {}): FieldDescription<bigint> {
  return currency(label, { ...options, currencyField: 'currency' });
}

/** The same of a line, whose currency is its document's. */
export function lineAmount(
  label: string,
  options: Help & { readonly column?: string } = {},
): FieldDescription<bigint> {
  return describeField('currency', label, options);
}

/** The ISO 4217 code of amounts of the row; column `text`. */
export function currencyCode(options: Help = {}): FieldDescription<Currency> {
  return picklist('Currency', { master: 'currency' }, options) as FieldDescription<Currency>;
}

interface ListLimits {
  readonly minItems?: number;
  readonly maxItems: number;
  readonly help?: string;
}

/** Column `jsonb`: a list of texts of at most `maxLength` characters. */
export function texts(
  label: string,
  { maxLength, ...limits }: ListLimits & { readonly maxLength: number },
): FieldDescription<readonly string[]> {
  return listed(label, { type: 'string', maxLength }, limits);
}

/** Column `jsonb`: a list of some of these words. */
export function words<Word extends string>(
  label: string,
  among: readonly Word[],
  limits: ListLimits,
): FieldDescription<readonly Word[]> {
  return listed(label, { type: 'string', enum: among }, limits);
}

/** Column `jsonb`: a list of ids. */
export function ids<Id extends string>(
  label: string,
  limits: ListLimits,
): FieldDescription<readonly Id[]> {
  return listed(label, { type: 'string', format: 'uuid' }, limits);
}

/** Column `jsonb`, or no column: a list of objects, whose shape the host tells. */
export function items<Item>(label: string, limits: ListLimits): FieldDescription<readonly Item[]> {
  return listed(label, { type: 'object' }, limits);
}

function listed<Item>(
  label: string,
  each: object,
  { minItems, maxItems, ...options }: ListLimits,
): FieldDescription<readonly Item[]> {
  return json(label, { ...options, schema: { type: 'array', items: each, minItems, maxItems } });
}

/** Words as the choices of a picklist, each by its own name: `partially_paid` Partially paid. */
export function choicesOf<const Word extends string>(
  words: readonly Word[],
): Readonly<Record<Word, string>> {
  const named = words.map((word) => [word, labelOf(word)]);
  return Object.fromEntries(named) as Record<Word, string>;
}

function labelOf(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`.replaceAll('_', ' ');
}
