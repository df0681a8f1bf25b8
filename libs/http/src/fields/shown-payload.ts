import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { blankRows } from '../problems/blank-problem.js';
import type { KeptFields } from './kept-fields.js';

/** Problems tell of what was sent, and are left as they are. */
const JSON_TYPE = /^application\/(?!problem\+)(?:[a-z.-]+\+)?json\b/;

const LINES_TYPE = /^application\/x-ndjson\b/;

/**
 * An answer in JSON, or in lines of it, without what is hidden from whoever asked, whoever has
 * written it.
 */
export async function shownPayload(
  kept: KeptFields,
  type: unknown,
  payload: unknown,
): Promise<unknown> {
  if (typeof type !== 'string') return payload;
  if (LINES_TYPE.test(type) && kept.hidesAny) return shownLines(kept, payload);
  if (!JSON_TYPE.test(type)) return payload;
  const text = await textOf(payload);
  if (text === undefined || text === '') return payload;
  const shown = kept.shown(JSON.parse(text));
  return JSON.stringify(kept.hidesAny ? blankRows(shown) : shown);
}

/** Of a stream line by line: a download is never held whole. */
function shownLines(kept: KeptFields, payload: unknown): unknown {
  const shown = (line: string) =>
    line === '' ? line : JSON.stringify(kept.shown(JSON.parse(line)));
  if (payload instanceof Readable) return Readable.from(linesIn(payload, shown));
  if (typeof payload !== 'string') return payload;
  return payload.split('\n').map(shown).join('\n');
}

async function* linesIn(payload: Readable, shown: (line: string) => string) {
  for await (const line of createInterface({ input: payload })) yield `${shown(line)}\n`;
}

async function textOf(payload: unknown): Promise<string | undefined> {
  if (typeof payload === 'string') return payload;
  if (payload instanceof Buffer) return payload.toString();
  if (!(payload instanceof Readable)) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of payload) pieces.push(Buffer.from(piece as string | Buffer));
  return Buffer.concat(pieces).toString();
}
