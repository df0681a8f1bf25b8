import { isStorableText } from '@quittance/database';
import type { DomainError, FieldError } from '@quittance/kernel';
import { isUtf8 } from 'node:buffer';
import { malformedRequest } from '../http.errors.js';

const MAX_NESTING = 64;
const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
/** Text that may hold what the walk below refuses, escapes included; anything else is not walked. */
const SUSPICIOUS =
  /\\u(?:00[04-7]|[dD][89a-fA-F])|"(?:__\w*|constructor|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)"/;

function refuse(reason: string, errors?: readonly FieldError[]): DomainError {
  return malformedRequest({ reason }, errors ? { errors } : {});
}

/**
 * The value of a JSON body. Refuses what cannot be read, nests too deep, holds text that PostgreSQL
 * cannot store, has members that would reach an object's prototype, or says a member twice: who
 * checked the body before us may have looked at the other one.
 * @throws DomainError malformed_request
 */
export function readJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw refuse('The body is not UTF-8.');
  const written = countMembers(body);
  if (written === undefined) throw refuse(`The body nests more than ${MAX_NESTING} levels deep.`);
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('The body is not valid JSON.');
  }
  if (membersOf(value) !== written) throw refuse('The body says a member twice.');
  if (SUSPICIOUS.test(text)) {
    const errors: FieldError[] = [];
    inspect(value, '', errors);
    if (errors.length > 0) throw refuse('The body has members that are not accepted.', errors);
  }
  return value;
}

/**
 * How many members are written, undefined when they nest too deep. Counted on the bytes, before
 * anything recursive sees the value.
 */
function countMembers(body: Buffer): number | undefined {
  let depth = 0;
  let members = 0;
  let inText = false;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i] as number;
    if (inText) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COLON) members += 1;
    else if (OPEN.has(byte)) {
      depth += 1;
      if (depth > MAX_NESTING) return undefined;
    } else if (CLOSE.has(byte)) depth -= 1;
  }
  return members;
}

/** How many members a value has that was read; fewer than were written when one overwrote another. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Object.values(value);
  const inside = own.reduce<number>((sum, each) => sum + membersOf(each), 0);
  return inside + (Array.isArray(value) ? 0 : own.length);
}

function inspect(value: unknown, pointer: string, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (isStorableText(value)) return;
    errors.push({
      pointer,
      code: 'format',
      message: 'must be text without NUL and lone surrogates',
    });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${pointerPart(name)}`;
    // Of every object already: it would be overwritten, or dropped without a word.
    if (name in Object.prototype || !isStorableText(name)) {
      errors.push({ pointer: at, code: 'unknown_field', message: 'is not accepted' });
    } else inspect(member, at, errors);
  }
}

/** A member's name as a step of a JSON Pointer. */
export function pointerPart(name: string): string {
  return name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1');
}
