import { EOF, type IToken } from 'chevrotain';
import { yieldIfDue } from '@quittance/work';
import { formulaError, FormulaError } from './formula-error.js';
import type { FormulaNode } from './formula-node.js';
import { parser } from './grammar/parser.js';
import { precheck } from './grammar/precheck.js';
import { Foreign, lexer, OpenText, Percent } from './grammar/tokens.js';
import { MAX_TOKENS } from './limits.js';

const INSTEAD: Readonly<Record<string, string>> = {
  '==': 'Write = to compare, instead of ==.',
  '!==': 'Write != or <> to compare, instead of !==.',
  '|': 'Write || or OR(…, …) instead of |.',
  '**': 'Write ^ instead of **.',
};

/** What may have been meant by an operand right behind a percent. */
const NO_REMAINDER = 'Behind a percent no operand is expected; MOD(…, …) is the remainder.';
const BEGINS_OPERAND: ReadonlySet<string> = new Set(['Name', 'Number', 'Text', 'Open']);

function unexpected(text: string, token: IToken, before?: IToken): FormulaError {
  if (token.tokenType === EOF) {
    return formulaError(text, text.length, 'syntax', 'The formula ends too early.');
  }
  if (before?.tokenType === Percent && BEGINS_OPERAND.has(token.tokenType.name)) {
    return formulaError(text, token.startOffset, 'syntax', NO_REMAINDER);
  }
  const instead = INSTEAD[token.image];
  const shown = token.image.length > 40 ? `${token.image.slice(0, 40)}…` : token.image;
  const sentence = instead ?? `${shown} is not expected here.`;
  return formulaError(text, token.startOffset, 'syntax', sentence);
}

/** The words of a text, or the first that is none. */
function tokensOf(text: string): IToken[] {
  const { tokens, errors } = lexer.tokenize(text);
  const wrong = errors[0];
  const open = tokens.at(-1);
  if (open?.tokenType === OpenText && (!wrong || wrong.offset > open.startOffset)) {
    const message = 'A text that begins here is not closed.';
    throw formulaError(text, open.startOffset, 'unterminated_text', message);
  }
  if (wrong) {
    const char = text.charAt(wrong.offset);
    throw formulaError(text, wrong.offset, 'bad_character', `${char} means nothing here.`);
  }
  if (tokens.length > MAX_TOKENS) {
    const at = tokens[MAX_TOKENS]?.startOffset ?? 0;
    const message = `A formula has at most ${MAX_TOKENS} words and signs.`;
    throw formulaError(text, at, 'too_complex', message);
  }
  const foreign = tokens.find(({ tokenType }) => tokenType === Foreign);
  if (foreign) throw unexpected(text, foreign);
  return tokens;
}

/**
 * Trees by their texts, those asked for last at the end: to read a long formula takes a
 * millisecond.
 */
const known = new Map<string, FormulaNode>();
let knownCharacters = 0;
/** Characters of all texts whose trees are kept. */
const MOST_KNOWN = 500_000;

function keep(text: string, node: FormulaNode): void {
  known.set(text, node);
  knownCharacters += text.length;
  for (const [oldest] of known) {
    if (knownCharacters <= MOST_KNOWN) return;
    known.delete(oldest);
    knownCharacters -= oldest.length;
  }
}

/**
 * Reads formulas beforehand, with rests between them: whoever then needs all of them at once has
 * them without keeping the event loop. What is no formula is told where it is needed.
 */
export async function readAhead(texts: Iterable<string>): Promise<void> {
  for (const text of texts) {
    if (known.has(text)) continue;
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    try {
      parseFormula(text);
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
    }
  }
}

/**
 * The tree of a formula. Its cost is bounded: the text is refused by its length and the depth of
 * its brackets before it is read.
 * @throws FormulaError with the place of the first thing that is no formula.
 */
export function parseFormula(text: string): FormulaNode {
  const before = known.get(text);
  if (before) return before;
  const refused = precheck(text);
  if (refused) throw refused;
  const tokens = tokensOf(text);
  if (tokens.length === 0) throw formulaError(text, 0, 'empty', 'The formula is empty.');
  parser.begin(text, tokens);
  const node = parser.formula();
  const failed = parser.errors[0];
  if (failed) throw unexpected(text, failed.token, tokens[tokens.indexOf(failed.token) - 1]);
  keep(text, node);
  return node;
}
