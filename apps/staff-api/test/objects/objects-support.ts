import type { StaffClient } from '../../../../test/support/test-api.js';

export type Json = Record<string, unknown>;
export type Made = Json & { readonly id: string; readonly version: number };

/** Sends it and hands on what was answered. @throws Error for any refusal */
export async function done<T = Json>(
  client: StaffClient,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const call = body === undefined ? { headers } : { body, headers };
  const answer = await client.call(method, path, call);
  if (answer.status >= 300) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body as T;
}

export const made = (client: StaffClient, path: string, body: object): Promise<Made> =>
  done<Made>(client, 'POST', path, body);

/** A custom field as its definition is sent. */
export interface CustomField {
  readonly name: string;
  readonly type: string;
  readonly label?: string;
  readonly settings?: Json;
  readonly [more: string]: unknown;
}

export async function defineField(
  client: StaffClient,
  object: string,
  field: CustomField,
): Promise<Json> {
  const body = { label: field.name, ...field };
  return done(client, 'POST', `/customization/objects/${object}/fields`, body);
}

export async function defineObject(
  client: StaffClient,
  name: string,
  fields: readonly CustomField[] = [],
): Promise<void> {
  const label = name.replace(/__c$/, '');
  const body = { name, label, pluralLabel: `${label}s` };
  await done(client, 'POST', '/customization/objects', body);
  for (const field of fields) await defineField(client, name, field);
}

const OPTIONS = [
  { code: 'red', label: 'Red' },
  { code: 'blue', label: 'Blue' },
];

/** One field of each of the 23 types; `parent` is the object that its relationships point at. */
export function everyType(parent: string): readonly CustomField[] {
  return [
    { name: 'text__c', type: 'text', settings: { minLength: 2, maxLength: 20 }, searched: true },
    { name: 'key__c', type: 'text', settings: { pattern: '[A-Z]{1,3}-\\d+' }, unique: true },
    { name: 'textarea__c', type: 'textarea' },
    { name: 'rich__c', type: 'rich_text' },
    { name: 'integer__c', type: 'integer', settings: { min: '-5', max: '1000' }, indexed: true },
    { name: 'number__c', type: 'number', settings: { precision: 10, scale: 3 }, indexed: true },
    { name: 'currency__c', type: 'currency', settings: { currency: 'EUR' } },
    { name: 'percent__c', type: 'percent', settings: { min: '0', max: '100' } },
    { name: 'boolean__c', type: 'boolean', default: false },
    { name: 'date__c', type: 'date', settings: { max: 'today+365d' } },
    { name: 'datetime__c', type: 'datetime' },
    { name: 'time__c', type: 'time' },
    { name: 'email__c', type: 'email', personal: true },
    { name: 'phone__c', type: 'phone', settings: { defaultCountry: 'DE' } },
    { name: 'url__c', type: 'url' },
    { name: 'picklist__c', type: 'picklist', settings: { options: OPTIONS } },
    { name: 'multi__c', type: 'multi_select', settings: { options: OPTIONS } },
    { name: 'lookup__c', type: 'lookup', settings: { target: 'account', onDelete: 'clear' } },
    {
      name: 'master__c',
      type: 'master_detail',
      settings: { target: parent, onDelete: 'cascade' },
    },
    {
      name: 'formula__c',
      type: 'formula',
      settings: { formula: 'integer__c * 2', resultType: 'number' },
    },
    { name: 'auto__c', type: 'auto_number', settings: { format: 'X-{SEQ:4}' } },
    { name: 'file__c', type: 'file', settings: { maxFiles: 2 } },
    {
      name: 'json__c',
      type: 'json',
      settings: {
        schema: {
          type: 'object',
          properties: { a: { type: 'integer' } },
          additionalProperties: false,
        },
      },
    },
  ];
}

/** The roll-up is on the parent: it counts what points at it. */
export function rollupOf(child: string): CustomField {
  return {
    name: 'count__c',
    type: 'rollup',
    settings: { child, childField: 'master__c', function: 'count' },
  };
}
