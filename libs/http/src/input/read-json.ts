import { isStorableText } from '@quittance/database';
import type { DomainError, FieldError } from '@quittance/kernel';
import { isUtf8 } from 'node:buffer';
import { malformedRequest } from '../http.errors.js';

const MAX_NESTING = 64;
/** Members of one object. */
const MAX_MEMBERS = 2_000;
/**
 * What reads a body compares the members of each object with each other. Objects of no more than
 * these cost what their length costs; of larger ones the pairs are counted, and this is the most.
 */
const FEW_MEMBERS = 64;
const MAX_PAIRS = 16_000_000;
/**
 * A body of very many tiny values costs far more than its length. This is the most of an ordinary
 * one; a large one has room for more, as long as they are not tiny.
 */
const MAX_VALUES = 60_000;
const BYTES_PER_VALUE = 32;
const COLON = 0x3a;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b];
const [CLOSE_LIST, CLOSE_OBJECT] = [0x5d, 0x7d];
/** Text that may hold what the walk below refuses, escapes included; anything else is not walked. */
const SUSPICIOUS =
  /\\u(?:00[04-7]|[dD][89a-fA-F])|"(?:__\w*|constructor|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)"/;

function refuse(reason: string, errors?: readonly FieldError[]): DomainError {
  return malformedRequest({ reason }, errors ? { errors } : {});
}

/**
 * The value of a JSON body. Refuses what cannot be read, nests too deep, has too many members or values,
 * holds text that PostgreSQL cannot store, has members that would reach an object's prototype, or says a
 * member twice: who checked the body before us may have looked at the other one.
 * @throws DomainError malformed_request
 */
export function readJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw refuse('The body is not UTF-8.');
  const written = countMembers(body);
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
 * How many members are written. Counted on the bytes, before anything recursive sees the value, and
 * before anything is made of it: who sends it may be nobody.
 * @throws DomainError malformed_request when they nest too deep or are too many
 */
function countMembers(body: Buffer): number {
  const ofOpen = new Uint32Array(MAX_NESTING + 1);
  const most = Math.max(MAX_VALUES, body.length / BYTES_PER_VALUE);
  let depth = 0;
  let members = 0;
  let values = 0;
  let pairs = 0;
  let inText = false;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i] as number;
    if (inText) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) inText = false;
      continue;
    }
    if (byte === QUOTE) inText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === COLON) {
      members += 1;
      const own = (ofOpen[depth] as number) + 1;
      ofOpen[depth] = own;
      if (own > MAX_MEMBERS) throw tooMany();
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MAX_NESTING) {
        throw refuse(`The body nests more than ${MAX_NESTING} levels deep.`);
      }
      ofOpen[depth] = 0;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      const own = ofOpen[depth] as number;
      if (own > FEW_MEMBERS) pairs += own * own;
      if (pairs > MAX_PAIRS) throw tooMany();
      // Closed more often than opened is no JSON, which its reader says.
      if (depth > 0) depth -= 1;
    }
    if (values > most) throw refuse('The body has too many values for its length.');
  }
  return members;
}

function tooMany(): DomainError {
  return refuse(`An object has more than ${MAX_MEMBERS} members, or many have very many.`);
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
