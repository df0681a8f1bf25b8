import { FORMULA_FUNCTIONS, FORMULA_OPERATORS } from '../operations/catalogue.js';
import { faultOf, type Fields } from './evaluated.js';

/** A formula over `HOSTILE` of one operation, used as often as it has room for. */
export interface HostileFormula {
  readonly operation: string;
  readonly text: string;
}

const LINES = 32_768;
const RICH = 131_072;

function long(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** All alike but for one character in the middle: what searches forward and backward trip over. */
function nearly(unit: string, length: number, odd: string): string {
  const half = long(unit, length >> 1);
  return `${half}${odd}${half}`;
}

const NINES = '9'.repeat(30);

/** Values at the largest sizes that fields take, each hostile in a way of its own. */
export const HOSTILE = {
  run: ['text', long('x', LINES)],
  rich: ['text', long('x', RICH)],
  twin: ['text', `${long('x', RICH - 1)}y`],
  odd: ['text', nearly('x', 16_000, 'y')],
  odd60: ['text', nearly('x', 60, 'y')],
  odd20: ['text', nearly('x', 20, 'y')],
  period: ['text', long('abaab', RICH)],
  near: ['text', nearly('abaab', 9_000, 'c')],
  pairs: ['text', long('\u{1f600}', RICH)],
  marks: ['text', long('a\u0301\u0323', RICH)],
  upper: ['text', long('\u0390', LINES)],
  sigma: ['text', long('\u03a3\u0301', LINES)],
  blanks: ['text', long(' ', RICH)],
  digits: ['text', long('7', RICH)],
  number: ['text', `${' '.repeat(70)}-${NINES}.${NINES}${' '.repeat(60)}`],
  one: ['text', 'x'],
  large: ['number', `${NINES}.${NINES}`],
  small: ['number', `0.${'0'.repeat(29)}1`],
  zeros: ['number', `1.${'0'.repeat(30)}`],
  seven: ['number', '7'],
  third: ['number', `0.${'3'.repeat(20)}`],
  yes: ['boolean', true],
  day: ['date', '2026-03-31'],
  far: ['date', '9999-12-31'],
  at: ['datetime', '2026-03-31T23:59:59.999Z'],
  late: ['datetime', '9999-12-31T23:59:59.999Z'],
  hour: ['time', '23:59:59'],
} as const satisfies Fields;

const NAMES = Object.keys(HOSTILE);
/** What engines are slowest at, whatever is drawn. */
const ALWAYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['CONTAINS', pairsOf((text, part) => `CONTAINS(${text}, ${part})`)],
  ['SUBSTITUTE', pairsOf((text, part) => `SUBSTITUTE(${text}, ${part}, one)`)],
  ['&', ['(run & run)', '(odd & near)']],
  ['=', ['(rich = twin)']],
  ['<', ['(rich < twin)']],
]);

function pairsOf(written: (text: string, part: string) => string): readonly string[] {
  const texts = ['run', 'rich', 'period', 'pairs'];
  const parts = ['odd', 'odd60', 'odd20', 'near', 'one'];
  return texts.flatMap((text) => parts.map((part) => written(text, part)));
}

const MOST_NODES = 500;
const MOST_ARGUMENTS = 100;

/** A generator of numbers from 0 to 1 that always says the same (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Every operation on drawn operands, in formulas that use it again and again: each part is looked
 * at so that nothing is left out. The same for the same seed.
 * @param tries how many operands are drawn for each operation
 */
export function hostileFormulas(seed: number, tries: number): readonly HostileFormula[] {
  const next = drawn(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const found: HostileFormula[] = [];
  for (const { name, signature } of [...FORMULA_FUNCTIONS, ...FORMULA_OPERATORS]) {
    const fits = new Set<string>();
    for (let i = 0; i < tries * 40 && fits.size < tries; i += 1) {
      const operands = Array.from({ length: countOf(signature, next) }, () => pick(NAMES));
      const part = written(name, signature, operands);
      if (faultOf(part, HOSTILE) === undefined) fits.add(part);
    }
    for (const part of [...(ALWAYS.get(name) ?? []), ...fits])
      found.push({ operation: name, text: repeated(part, 1 + part.split(/\W+/).length) });
  }
  return found;
}

function countOf(signature: string, next: () => number): number {
  if (!signature.includes('(')) return signature.includes(' ') ? 2 : 1;
  const inside = signature.slice(signature.indexOf('(') + 1, -1);
  const names = inside === '' ? [] : inside.split(', ');
  const least = names.filter((each) => !/[[\]…]/.test(each)).length;
  if (signature.includes('…')) return least + Math.floor(next() * 6);
  return least + Math.floor(next() * (names.length - least + 1));
}

function written(name: string, signature: string, operands: readonly string[]): string {
  if (signature.includes('(')) return `${name}(${operands.join(', ')})`;
  if (operands.length === 1) return signature.replace(/\w+/, () => operands[0] ?? '');
  return `(${operands.join(` ${name} `)})`;
}

/** The part again and again, as conditions of which none settles the others. */
function repeated(part: string, nodes: number): string {
  const condition = `(${part} = NULL)`;
  const room = Math.min(
    Math.floor((MOST_NODES - 4) / (nodes + 2)),
    MOST_ARGUMENTS,
    Math.floor(3_900 / (condition.length + 40)),
  );
  const same = `ISBLANK(${part})`;
  return `AND(${Array.from({ length: room }, () => `OR(${same}, TRUE)`).join(', ')})`;
}
