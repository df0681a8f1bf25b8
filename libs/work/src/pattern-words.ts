/** A class of characters: what it is called, and some of it for an example. */
interface Class {
  readonly words: string;
  readonly sample: string;
}

const RANGES: readonly (readonly [range: string, words: string])[] = [
  ['A-Z', 'capital letters'],
  ['a-z', 'small letters'],
  ['0-9', 'digits'],
  ['a-f', 'letters a to f'],
  ['A-F', 'letters A to F'],
  ['!-~', 'characters other than blanks'],
  ['\\x21-\\x7e', 'characters other than blanks'],
  ['\\d', 'digits'],
  ['\\s', 'blanks'],
];
/** What examples are made of. */
const SAMPLES = 'ABCDEabcde12345';
/** A sentence of more parts helps nobody. */
const MOST_PARTS = 8;

const CLASS = /^\[(\^?)((?:\\.|[^\]\\])+)\]|^(\\d)/;
const COUNT = /^(?:\{(\d+)(?:,(\d*))?\}|([+*?]))/;
const LITERAL = /^(?:\\([^A-Za-z0-9])|([^\\^$.*+?()[\]{}|]))/;

/**
 * What a pattern asks for, in words and with an example, for whoever wrote something else: three
 * capital letters, such as ABC. Undefined where it says more than a row of characters and how many
 * of them.
 */
export function patternInWords(source: string): string | undefined {
  let rest = source.replace(/^\^/, '').replace(/\$$/, '');
  const words: string[] = [];
  let example = '';
  let isWhole = true;
  while (rest !== '') {
    const part = partOf(rest);
    if (!part || words.length === MOST_PARTS) return undefined;
    rest = rest.slice(part.length);
    words.push(part.words);
    example += part.example ?? '';
    isWhole &&= part.example !== null;
  }
  if (words.length === 0) return undefined;
  const said = words.join(', then ');
  return isWhole ? `${said}, such as ${example}` : said;
}

interface Part {
  readonly length: number;
  readonly words: string;
  /** Null where none is known. */
  readonly example: string | null;
}

function partOf(text: string): Part | undefined {
  const [whole = '', negated, inner, digits] = CLASS.exec(text) ?? [];
  const found = whole === '' ? undefined : classOf(whole, digits ?? inner ?? '', negated === '^');
  if (found) {
    const count = countOf(text.slice(whole.length));
    const example = taken(found.sample, count.example);
    return { length: whole.length + count.length, words: count.of(found.words), example };
  }
  if (whole !== '') return undefined;
  const [literal = '', escaped, plain] = LITERAL.exec(text) ?? [];
  const character = escaped ?? plain;
  if (character === undefined) return undefined;
  const count = countOf(text.slice(literal.length));
  const length = literal.length + count.length;
  const isOnce = count.length === 0;
  const words = isOnce ? `“${character}”` : count.of(`“${character}”`);
  return { length, words, example: character.repeat(isOnce ? 1 : count.example) };
}

function classOf(whole: string, inner: string, isNegated: boolean): Class | undefined {
  const words: string[] = [];
  let rest = inner;
  while (rest !== '') {
    const range = RANGES.find(([text]) => rest.startsWith(text));
    const [single = '', escaped, plain] = /^(?:\\(\W)|([^\\[]))/.exec(rest) ?? [];
    const length = range?.[0].length ?? single.length;
    // A range that is not known here would be told as its two ends.
    if (length === 0 || (!range && /^.-./.test(rest))) return undefined;
    words.push(range ? range[1] : `“${escaped ?? plain}”`);
    rest = rest.slice(length);
  }
  const one = new RegExp(`^${whole}$`);
  const sample = [...SAMPLES, ...inner].filter((character) => one.test(character)).join('');
  if (isNegated) return { words: `characters other than ${listed(words, 'and')}`, sample };
  return { words: listed(words, 'or'), sample };
}

function listed(words: readonly string[], last: string): string {
  const [final = '', ...others] = words.toReversed();
  return others.length === 0 ? final : `${others.toReversed().join(', ')} ${last} ${final}`;
}

/** How often, in words around what is counted, and so many in the example. */
function countOf(text: string): {
  readonly length: number;
  of(words: string): string;
  readonly example: number;
} {
  const [whole = '', least, most, sign] = COUNT.exec(text) ?? [];
  const { length } = whole;
  if (sign === '+') return { length, of: (words) => `one or more ${words}`, example: 3 };
  if (sign === '*') return { length, of: (words) => `any number of ${words}`, example: 2 };
  if (sign === '?') return { length, of: (words) => `perhaps one of ${words}`, example: 0 };
  if (least === undefined) return { length, of: (words) => `one of ${words}`, example: 1 };
  const example = Math.min(Math.max(Number(least), 1), 64);
  if (most === undefined)
    return { length, of: (words) => `${least} ${words}`, example: Math.min(Number(least), 64) };
  if (most === '') return { length, of: (words) => `${least} or more ${words}`, example };
  return { length, of: (words) => `${least} to ${most} ${words}`, example };
}

function taken(sample: string, count: number): string | null {
  if (sample === '') return count === 0 ? '' : null;
  return sample.repeat(Math.ceil(count / sample.length)).slice(0, count);
}
