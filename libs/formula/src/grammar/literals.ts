import { formulaError } from '../formula-error.js';
import type { LiteralNode } from '../formula-node.js';
import { parseNumber } from '../operations/numbers.js';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

const CONSTANTS: ReadonlyMap<string, Pick<LiteralNode, 'type' | 'value'>> = new Map([
  ['TRUE', { type: 'boolean', value: true }],
  ['FALSE', { type: 'boolean', value: false }],
  ['NULL', { type: 'any-null', value: null }],
] as const);

/** TRUE, FALSE or NULL in any case; undefined for every other name. */
export function constantOf(name: string, start: number): LiteralNode | undefined {
  const constant = CONSTANTS.get(name.toUpperCase());
  return constant && { kind: 'literal', span: { start, end: start + name.length }, ...constant };
}

export function numberLiteral(text: string, image: string, start: number): LiteralNode {
  const value = parseNumber(image);
  if (!value) {
    const message = 'A number has at most 30 digits before and 30 behind the point.';
    throw formulaError(text, start, 'number_too_long', message);
  }
  return { kind: 'literal', span: { start, end: start + image.length }, type: 'number', value };
}

/** The text between the quotes, with `\n`, `\"`, `\\` … and doubled quotes resolved. */
export function textLiteral(text: string, image: string, start: number): LiteralNode {
  const quote = image.charAt(0);
  let value = '';
  let from = 1;
  for (let at = 1; at < image.length - 1; at += 1) {
    const char = image.charAt(at);
    if (char !== '\\' && char !== quote) continue;
    const next = image.charAt(at + 1);
    const meant = char === quote ? quote : ESCAPES.get(next);
    if (meant === undefined) {
      const message = `\\${next} stands for nothing; a backslash itself is written \\\\.`;
      throw formulaError(text, start + at, 'bad_escape', message);
    }
    value += image.slice(from, at) + meant;
    at += 1;
    from = at + 1;
  }
  value += image.slice(from, -1);
  return { kind: 'literal', span: { start, end: start + image.length }, type: 'text', value };
}
