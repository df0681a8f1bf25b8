import { newId } from '@quittance/kernel';
import {
  alternatives,
  resolved,
  typesOf,
  type OpenApi,
  type Schema,
} from '../../../test/support/open-api.js';
import type { Records } from './records-support.js';

/** The record that a member refers to, by the member's name. */
const REFERENCES: Readonly<Record<string, string>> = {
  accountId: '/accounts/:id',
  defaultPriceBookId: '/pricebooks/:id',
  invoiceId: '/invoices/:id',
  jurisdictionId: '/tax/jurisdictions/:id',
  jurisdictionIds: '/tax/jurisdictions/:id',
  managerId: '/users/:id',
  ownerId: '/users/:id',
  productId: '/products/:id',
  roleId: '/roles/:id',
  roleIds: '/roles/:id',
  scheduleIds: '/billing-schedules/:id',
};

/** Texts that are more than text. */
const WORDS: Readonly<Record<string, string>> = {
  company: 'acme',
  country: 'DE',
  format: 'T-{SEQ:6}',
  locale: 'en-GB',
  logo: 'data:image/png;base64,AA==',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  provider: 'sandbox',
  taxCode: 'planted',
  timeZone: 'Europe/Berlin',
  website: 'https://acme.example',
  webhookSecret: 'a secret of some length',
};

/** The record a member refers to; undefined when it refers to none of this product's tables. */
export function referenceOf(name: string): string | undefined {
  return REFERENCES[name];
}

/**
 * The least that a body must have, filled with what its schema asks for. Told texts differ from call
 * to call, so that what must be unique is.
 */
export function sampleOf(document: OpenApi, schema: Schema, records: Records, name = ''): unknown {
  const own = alternatives(document, schema).find((each) => !isNull(each));
  if (!own) return null;
  if (own.enum) return own.enum[0];
  const [type] = typesOf(own).filter((each) => each !== 'null');
  switch (type) {
    case 'object':
      return objectOf(document, own, records);
    case 'array':
      return own.items ? [sampleOf(document, own.items, records, name)] : [];
    case 'integer':
    case 'number':
      return own.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      return textOf(own, records, name);
  }
}

function isNull(schema: Schema): boolean {
  return typesOf(schema).join() === 'null';
}

function objectOf(document: OpenApi, { properties = {}, required = [] }: Schema, records: Records) {
  return Object.fromEntries(
    required.map((name) => {
      const member = resolved(document, properties[name] ?? {});
      return [name, sampleOf(document, member, records, name)];
    }),
  );
}

function textOf(
  { format, pattern, minLength = 1, maxLength = 200 }: Schema,
  records: Records,
  name: string,
) {
  if (format === 'uuid') return records[REFERENCES[name] ?? ''] ?? newId();
  if (format === 'date') return '2026-03-02';
  if (format === 'date-time') return '2027-01-01T00:00:00.000Z';
  if (format === 'email') return `${newId()}@example.com`;
  if (pattern === '^[A-Z]{3}$') return 'EUR';
  if (pattern?.startsWith('^-?\\d')) return '1';
  const word = WORDS[name] ?? `s${newId()}`;
  return word.slice(0, maxLength).padEnd(minLength, 'x');
}
