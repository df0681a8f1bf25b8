import { newId } from '@quittance/kernel';
import {
  alternatives,
  resolved,
  typesOf,
  type OpenApi,
  type OpenApiOperation,
  type Schema,
} from '../../../../test/support/watch/open-api.js';
import type { Records } from '../objects/object-records.js';

/** The record that a member refers to, by the member's name. */
const REFERENCES: Readonly<Record<string, string>> = {
  accountId: '/accounts/:id',
  contactId: '/contacts/:id',
  contactIds: '/contacts/:id',
  defaultPriceBookId: '/pricebooks/:id',
  invoiceId: '/invoices/:id',
  jurisdictionId: '/tax/jurisdictions/:id',
  jurisdictionIds: '/tax/jurisdictions/:id',
  leadIds: '/leads/:id',
  loserId: '/accounts/:id',
  managerId: '/users/:id',
  ownerId: '/users/:id',
  pipelineId: '/pipelines/:id',
  productId: '/products/:id',
  roleId: '/roles/:id',
  roleIds: '/roles/:id',
  scheduleIds: '/billing-schedules/:id',
};

/** Texts that are more than text. */
const WORDS: Readonly<Record<string, string>> = {
  hsnCode: '998314',
  iban: 'DE02120300000000202051',
  irn: 'f'.repeat(64),
  ackNumber: '112010036563310',
  base: 'EUR',
  company: 'acme',
  country: 'DE',
  currency: 'EUR',
  fields: 'name',
  format: 'T-{SEQ:6}',
  from: '09:00',
  locale: 'en-GB',
  object: 'lead',
  logo: 'data:image/png;base64,AA==',
  password: 'correct horse battery',
  currentPassword: 'not the password of anybody',
  provider: 'sandbox',
  quote: 'USD',
  taxCode: 'planted',
  timeZone: 'Europe/Berlin',
  to: '17:00',
  url: 'https://hooks.example.org/',
  website: 'https://acme.example',
  webhookSecret: 'a secret of some length',
};

/**
 * The records, codes and amounts that the query of an operation must name, as a body would; empty
 * where it names none.
 */
export function queryFor({ parameters = [] }: OpenApiOperation, records: Records): string {
  const named = parameters.flatMap(({ in: place, name, required, schema }) => {
    const told =
      schema?.format === 'uuid' || schema?.pattern !== undefined || (schema?.minLength ?? 0) > 1;
    if (place !== 'query' || !required || !schema || !told) return [];
    return [`${name}=${encodeURIComponent(textOf(schema, records, name))}`];
  });
  return named.length === 0 ? '' : `?${named.join('&')}`;
}

/** The record a member refers to; undefined when it refers to none of this product's tables. */
export function referenceOf(name: string): string | undefined {
  return REFERENCES[name];
}

/**
 * The least that a body must have, filled with what its schema asks for. Told texts differ from
 * call to call, so that what must be unique is.
 */
export function sampleOf(document: OpenApi, schema: Schema, records: Records, name = ''): unknown {
  const own = alternatives(document, schema).find((each) => !isNull(each));
  if (!own) return null;
  const word = WORDS[name];
  if (own.enum) return word !== undefined && own.enum.includes(word) ? word : own.enum[0];
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

/** What a line or an account cannot do without, although another could. */
const ALWAYS = ['quantity', 'unitPrice', 'iban'];

function objectOf(document: OpenApi, { properties = {}, required = [] }: Schema, records: Records) {
  const names = Object.keys(properties);
  // Where either an account or an invoice is to be named, the invoice is.
  const either = names.includes('accountId') && !required.includes('accountId');
  // A line that corrects another has its words from it.
  const isWord = (name: string) => name === 'description' && names.includes('unitPrice');
  const isChoice = (name: string) => isWord(name) || (either && name === 'invoiceId');
  return Object.fromEntries(
    names
      .filter((name) => required.includes(name) || ALWAYS.includes(name) || isChoice(name))
      .map((name) => {
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
  if (pattern?.startsWith('^OWN_')) return `OWN_${newId().replaceAll('-', '_').toUpperCase()}`;
  const word = WORDS[name] ?? `s${newId()}`;
  return word.slice(0, maxLength).padEnd(minLength, 'x');
}

/** The steps to a member: names, and the places in lists. */
export type MemberPath = readonly (string | number)[];

export interface Member {
  readonly at: MemberPath;
  /** One of the shapes it may have, other than null. */
  readonly schema: Schema;
  /** The objects it is in, from the outside, without the body itself. */
  readonly inside: readonly Member[];
}

/** Every member of a body, those of nested objects and of the first item of lists included. */
export function membersOf(
  document: OpenApi,
  schema: Schema,
  inside: readonly Member[] = [],
): Member[] {
  const { properties = {} } = resolved(document, schema);
  const at = inside.at(-1)?.at ?? [];
  return Object.entries(properties).flatMap(([name, property]) =>
    alternatives(document, property)
      .filter((each) => !isNull(each))
      .flatMap((each) => memberOf(document, { at: [...at, name], schema: each, inside })),
  );
}

function memberOf(document: OpenApi, member: Member): Member[] {
  const { at, schema, inside } = member;
  const item = schema.items && resolved(document, schema.items);
  // What is judged item by item refuses no body.
  if (schema['x-judged']) return [member];
  if (!item) return [member, ...membersOf(document, schema, [...inside, member])];
  const firsts = alternatives(document, item).flatMap((each) => {
    const first = { at: [...at, 0], schema: each, inside };
    return [first, ...membersOf(document, each, [...inside, first])];
  });
  return [member, ...firsts];
}

/** The body with every object the member is in, each with what it must have. */
export function bodyAround(
  document: OpenApi,
  body: unknown,
  { inside }: Member,
  records: Records,
): unknown {
  return inside.reduce(
    (made, { at, schema }) =>
      valueAt(made, at) === undefined
        ? withMember(made, at, sampleOf(document, schema, records))
        : made,
    body,
  );
}

function valueAt(body: unknown, at: MemberPath): unknown {
  return at.reduce<unknown>((value, step) => (value as Record<string, unknown>)?.[step], body);
}

/** A copy with the member set, and objects and lists made on the way to it. */
export function withMember(body: unknown, [step, ...rest]: MemberPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = Array.isArray(body) ? [...(body as unknown[])] : [];
    list[step] = withMember(list[step], rest, value);
    return list;
  }
  const members = (body ?? {}) as Record<string, unknown>;
  return { ...members, [step]: withMember(members[step], rest, value) };
}
