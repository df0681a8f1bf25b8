import { sentFaults } from '@quittance/fields';
import { yieldIfDue } from '@quittance/work';
import type { DomainError, FieldError } from '@quittance/kernel';
import { isUtf8 } from 'node:buffer';
import { malformedRequest } from '../http.errors.js';

/** Bytes that are gone through before others have their turn: less than a millisecond's. */
const PIECE = 65_536;
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
/** Outside of texts: 1 for what the shape of a body is written with. */
const MARKS = new Uint8Array(256);
for (const mark of [COLON, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT])
  MARKS[mark] = 1;
/**
 * Text that may hold what the walk below refuses, escapes included; anything else is not walked.
 */
const SUSPICIOUS =
  /\\u(?:00[04-7]|[dD][89a-fA-F])|"(?:__\w*|constructor|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable)"/;

function refuse(reason: string, errors?: readonly FieldError[]): DomainError {
  return malformedRequest({ reason }, errors ? { errors } : {});
}

/**
 * The value of a JSON body. Refuses what cannot be read, nests too deep, has too
 * many members or values, holds text that PostgreSQL cannot store, has members
 * that would reach an object's prototype, or says a member twice: who checked the
 * body before us may have looked at the other one. Others have their turn between
 * its steps: none takes long of the largest body there is, and many come at once.
 * @param mostValues where its kind of body has fewer than its length allows
 * @throws DomainError malformed_request
 */
export async function readJson(body: Buffer, mostValues?: number): Promise<unknown> {
  const written = await countMembers(new MemberCount(body, mostValues), body.length);
  const { text, value } = parsed(body);
  const nextTurn = yieldIfDue();
  if (nextTurn) await nextTurn;
  if (membersOf(value) !== written) throw refuse('The body says a member twice.');
  if (SUSPICIOUS.test(text)) {
    const errors = sentFaults.body(value);
    if (errors.length > 0) throw refuse('The body has members that are not accepted.', errors);
  }
  return value;
}

function parsed(body: Buffer): { readonly text: string; readonly value: unknown } {
  if (!isUtf8(body)) throw refuse('The body is not UTF-8.');
  const text = body.toString('utf8');
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw refuse('The body is not valid JSON.');
  }
}

/**
 * How many members are written. Counted on the bytes, before anything recursive sees the value, and
 * before anything is made of it: who sends it may be nobody.
 * @throws DomainError malformed_request when they nest too deep or are too many
 */
async function countMembers(count: MemberCount, length: number): Promise<number> {
  for (let at = 0; at < length;) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    at = count.goOn(at, at + PIECE);
  }
  return count.members;
}

/** What is known of a body as far as it has been gone through. */
class MemberCount {
  members = 0;
  private readonly ofOpen = new Uint32Array(MAX_NESTING + 1);
  private depth = 0;
  private values = 0;
  private pairs = 0;
  private inText = false;

  constructor(
    private readonly body: Buffer,
    private readonly most = Math.max(MAX_VALUES, body.length / BYTES_PER_VALUE),
  ) {}

  /** Goes through the bytes from a place on, and answers where the next piece begins. */
  goOn(from: number, to: number): number {
    const { body } = this;
    const end = Math.min(to, body.length);
    let { inText } = this;
    let at = from;
    for (; at < end; at += 1) {
      const byte = body[at] as number;
      if (inText) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (MARKS[byte] === 1) this.take(byte);
    }
    this.inText = inText;
    return at;
  }

  private take(byte: number): void {
    if (byte === COMMA) this.values += 1;
    else if (byte === COLON) this.member();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open();
    else this.close();
    if (this.values > this.most) throw refuse('The body has too many values.');
  }

  private member(): void {
    this.members += 1;
    const own = (this.ofOpen[this.depth] as number) + 1;
    this.ofOpen[this.depth] = own;
    if (own > MAX_MEMBERS) throw tooMany();
  }

  private open(): void {
    this.values += 1;
    this.depth += 1;
    if (this.depth > MAX_NESTING) {
      throw refuse(`The body nests more than ${MAX_NESTING} levels deep.`);
    }
    this.ofOpen[this.depth] = 0;
  }

  private close(): void {
    const own = this.ofOpen[this.depth] as number;
    if (own > FEW_MEMBERS) this.pairs += own * own;
    if (this.pairs > MAX_PAIRS) throw tooMany();
    // Closed more often than opened is no JSON, which its reader says.
    if (this.depth > 0) this.depth -= 1;
  }
}

function tooMany(): DomainError {
  return refuse(`An object has more than ${MAX_MEMBERS} members, or many have very many.`);
}

/**
 * How many members a value has that was read; fewer than were written when one overwrote another.
 */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Object.values(value);
  const inside = own.reduce<number>((sum, each) => sum + membersOf(each), 0);
  return inside + (Array.isArray(value) ? 0 : own.length);
}

/** A member's name as a step of a JSON Pointer. */
export function shownPointerPart(name: string): string {
  return name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1');
}
