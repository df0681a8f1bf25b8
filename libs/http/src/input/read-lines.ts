import { yieldIfDue } from '@quittance/work';
import { DomainError } from '@quittance/kernel';
import { isUtf8 } from 'node:buffer';
import { malformedRequest } from '../http.errors.js';
import { readJson } from './read-json.js';

const NEW_LINE = 0x0a;
/** What some programs write ahead of UTF-8. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** What takes rows takes far fewer: those of no length would cost more than they say. */
const MAX_LINES = 60_000;

/**
 * The values of JSON by line; null where a line is none, which is for whoever takes rows to refuse.
 * Empty lines are passed over.
 * @throws DomainError malformed_request
 */
export async function readLines(body: Buffer): Promise<unknown[]> {
  if (!isUtf8(body)) throw malformedRequest({ reason: 'The body is not UTF-8.' });
  const rows: unknown[] = [];
  let lines = 0;
  const isMarked = body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  for (let at = isMarked ? BYTE_ORDER_MARK.length : 0; at < body.length;) {
    const found = body.indexOf(NEW_LINE, at);
    const end = found < 0 ? body.length : found;
    lines += 1;
    if (lines > MAX_LINES) throw malformedRequest({ reason: 'The body has too many lines.' });
    const line = body.subarray(at, end);
    at = end + 1;
    if (line.every(isSpace)) continue;
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    rows.push(await rowOf(line));
  }
  return rows;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

async function rowOf(line: Buffer): Promise<unknown> {
  try {
    return await readJson(line);
  } catch (error) {
    if (error instanceof DomainError && error.code === malformedRequest.code) return null;
    throw error;
  }
}
