import { createToken, Lexer, type TokenType } from 'chevrotain';

/** The patterns are ours alone and linear: each sign is tried before those that it begins with. */
const Space = createToken({
  name: 'Space',
  pattern: /[ \t\r\n\u00a0]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
export const NumberToken = createToken({ name: 'Number', pattern: /\d+(?:\.\d+)?|\.\d+/ });
export const TextToken = createToken({
  name: 'Text',
  pattern: /"(?:[^"\\]|\\[^]|"")*"|'(?:[^'\\]|\\[^]|'')*'/,
  line_breaks: true,
});
/** A text whose closing quote is missing; tried only where a whole one is not. */
export const OpenText = createToken({ name: 'OpenText', pattern: /["'][^]*/, line_breaks: true });
/** Names of fields and functions, with their dots; `$User` is no field of the record. */
export const Name = createToken({ name: 'Name', pattern: /\$?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/ });
/** Signs of other languages: read as one, so that the refusal can say what to write. */
export const Foreign = createToken({ name: 'Foreign', pattern: /!==|==|\*\*/ });
export const Operator = createToken({
  name: 'Operator',
  pattern: /<>|<=|>=|!=|&&|\|\||[=<>&*/^+]/,
});
/** Foreign too, where it is not half of an operator. */
const Pipe = createToken({ name: 'Pipe', pattern: /\|/ });
/** Before an operand; not the beginning of `!=`. */
export const Not = createToken({ name: 'Not', pattern: /!/ });
/** Behind an operand. */
export const Percent = createToken({ name: 'Percent', pattern: /%/ });
/** Apart, because it also stands before an operand. */
export const Minus = createToken({ name: 'Minus', pattern: /-/ });
export const Open = createToken({ name: 'Open', pattern: /\(/ });
export const Close = createToken({ name: 'Close', pattern: /\)/ });
export const Comma = createToken({ name: 'Comma', pattern: /,/ });

export const TOKENS: TokenType[] = [
  Space,
  Name,
  NumberToken,
  Foreign,
  Operator,
  Pipe,
  Not,
  Percent,
  Minus,
  Open,
  Close,
  Comma,
  TextToken,
  OpenText,
];

export const lexer = new Lexer(TOKENS, {
  positionTracking: 'onlyOffset',
  ensureOptimizations: true,
});
