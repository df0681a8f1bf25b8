import { Readable } from 'node:stream';
import { blankRows } from '../problems/blank-problem.js';
import type { KeptFields } from './kept-fields.js';

/** Problems tell of what was sent, and are left as they are. */
const JSON_TYPE = /^application\/(?!problem\+)(?:[a-z.-]+\+)?json\b/;

/** An answer in JSON without what is hidden from whoever asked, whoever has written it. */
export async function shownPayload(
  kept: KeptFields,
  type: unknown,
  payload: unknown,
): Promise<unknown> {
  if (typeof type !== 'string' || !JSON_TYPE.test(type)) return payload;
  const text = await textOf(payload);
  if (text === undefined || text === '') return payload;
  const shown = kept.shown(JSON.parse(text));
  return JSON.stringify(kept.hidesAny ? blankRows(shown) : shown);
}

async function textOf(payload: unknown): Promise<string | undefined> {
  if (typeof payload === 'string') return payload;
  if (payload instanceof Buffer) return payload.toString();
  if (!(payload instanceof Readable)) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of payload) pieces.push(Buffer.from(piece as string | Buffer));
  return Buffer.concat(pieces).toString();
}
