import { instantText } from './pg-types.js';

const asItIs = (text: string) => text;
const quoted = (text: string) => `"${text}"`;

/**
 * How a value that PostgreSQL wrote stands in JSON, by the type of its column, as if it had been
 * read and written again. Of money that is the caller's question.
 */
const json: Readonly<Record<string, (text: string) => string>> = {
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  date: quoted,
  integer: asItIs,
  jsonb: asItIs,
  numeric: quoted,
  text: JSON.stringify,
  timestamptz: (text) => quoted(instantText(text)),
  uuid: quoted,
};

/** The value that such a text is, as rows have it. */
const value: Readonly<Record<string, (text: string) => unknown>> = {
  bigint: BigInt,
  boolean: (text) => text === 't',
  date: asItIs,
  integer: Number,
  jsonb: (text) => JSON.parse(text) as unknown,
  numeric: asItIs,
  text: asItIs,
  timestamptz: instantText,
  uuid: asItIs,
};

/** What texts mean that PostgreSQL writes, by the types of their columns. */
export const COLUMN_TEXT = { json, value } as const;
