import { UNKNOWN } from '../sql-text';

/** A select, insert, update or delete of a text: its own words, without those of the ones in it. */
export interface Scope {
  readonly kind: Kind;
  /** Lower case; what stands in brackets of it is there, another statement as `SUB`. */
  readonly words: readonly string[];
  /** The statement it stands in. */
  readonly around: Scope | undefined;
}

export type Kind = 'select' | 'insert' | 'update' | 'delete';

/** Where another statement stands. */
export const SUB = '<statement>';

const KINDS: readonly string[] = ['select', 'insert', 'update', 'delete'] satisfies Kind[];
const WORD = new RegExp(
  [
    `'(?:[^']|'')*'`,
    `"[^"]*"`,
    `--[^\\n]*`,
    `\\$\\d+`,
    `::?[a-z_]\\w*`,
    `[a-z_${UNKNOWN}][\\w${UNKNOWN}]*(?:\\.[\\w${UNKNOWN}*]+)*`,
    `\\d+(?:\\.\\d+)?`,
    `[()[\\],;]`,
    `[^\\s\\w'"()[\\],;:$${UNKNOWN}]+`,
    `.`,
  ].join('|'),
  'gi',
);

/** Every statement of a text, outer ones first; none where the text is a piece of one. */
export function scopesOf(text: string): Scope[] {
  const words = (text.match(WORD) ?? [])
    .filter((word) => word.trim() !== '' && !word.startsWith('--'))
    .map((word) => (/^['"]/.test(word) ? word : word.toLowerCase()));
  const found: Scope[] = [];
  read(words, 0, undefined, found);
  return found;
}

type Open = { -readonly [Name in keyof Scope]: Scope[Name] } & { words: string[] };

/** Reads to the bracket that closes; answers the place behind it. */
function read(
  words: readonly string[],
  from: number,
  around: Scope | undefined,
  found: Scope[],
): number {
  let scope = begun(words, from, around, found);
  let at = from;
  for (; at < words.length && words[at] !== ')'; at += 1) {
    const word = words[at] ?? '';
    if (/^(?:union|intersect|except|;)$/.test(word)) {
      scope = begun(words, words[at + 1] === 'all' ? at + 2 : at + 1, around, found);
    } else if (word === '(') {
      at = bracket(words, at + 1, scope, found);
    } else {
      scope?.words.push(word);
    }
  }
  return at;
}

function bracket(
  words: readonly string[],
  from: number,
  scope: Open | undefined,
  found: Scope[],
): number {
  if (kindAt(words, from)) {
    scope?.words.push(SUB);
    return read(words, from, scope, found);
  }
  scope?.words.push('(');
  let at = from;
  for (; at < words.length && words[at] !== ')'; at += 1) {
    const word = words[at] ?? '';
    if (word === '(') at = bracket(words, at + 1, scope, found);
    else scope?.words.push(word);
  }
  scope?.words.push(')');
  return at;
}

function begun(
  words: readonly string[],
  at: number,
  around: Scope | undefined,
  found: Scope[],
): Open | undefined {
  const kind = kindAt(words, at);
  if (!kind) return undefined;
  const scope: Open = { kind, words: [], around };
  found.push(scope);
  return scope;
}

/** What a statement is that begins here; behind its `with …` where it has one. */
function kindAt(words: readonly string[], at: number): Kind | undefined {
  if (words[at] !== 'with') return KINDS.find((kind): kind is Kind => kind === words[at]);
  let depth = 0;
  for (let i = at; i < words.length && depth >= 0; i += 1) {
    const word = words[i] ?? '';
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    if (depth === 0 && KINDS.includes(word)) return word as Kind;
  }
  return undefined;
}
