import { formulaError, type FormulaError } from '../formula-error.js';
import { MAX_FORMULA_LENGTH, MAX_NESTING } from '../limits.js';

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
/**
 * What may stand outside of texts: letters, digits, the signs of the language and of its
 * neighbours.
 */
const SIGNS: ReadonlySet<number> = new Set(
  Array.from(' \t\r\n\u00a0_$.,()+-*/^&=<>!%|"\'', (sign) => sign.charCodeAt(0)),
);
const QUOTES: ReadonlySet<number> = new Set([34, 39]);

function isControl(code: number): boolean {
  return code < 32 ? ![TAB, LINE_FEED, CARRIAGE_RETURN].includes(code) : code === 127;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Characters that no database or document takes: control characters and halves of a pair. */
function isBad(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isControl(code)) return true;
  if (isHighSurrogate(code)) return !isLowSurrogate(text.charCodeAt(at + 1));
  return isLowSurrogate(code) && !(at > 0 && isHighSurrogate(text.charCodeAt(at - 1)));
}

function isWord(code: number): boolean {
  const letter = code | 32;
  return (code >= 48 && code <= 57) || (letter >= 97 && letter <= 122);
}

function meansNothing(text: string, at: number): FormulaError {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 63);
  return formulaError(text, at, 'bad_character', `${char} means nothing here.`);
}

/**
 * What is wrong with a formula before any of it is understood. It bounds the recursion of the
 * parser: brackets are counted outside of texts, each character once.
 */
export function precheck(text: string): FormulaError | undefined {
  if (text.length > MAX_FORMULA_LENGTH) {
    const message =
      `A formula has at most ${MAX_FORMULA_LENGTH} characters; this one has ` + `${text.length}.`;
    return formulaError('', 0, 'too_long', message);
  }
  let depth = 0;
  let quote = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isBad(text, at)) {
      return formulaError(text, at, 'bad_character', 'A character here is none of a text.');
    }
    if (quote !== 0) {
      if (code === BACKSLASH) at += 1;
      else if (code === quote) quote = 0;
    } else if (QUOTES.has(code)) quote = code;
    else if (code === 40) depth += 1;
    else if (code === 41) depth -= 1;
    else if (!isWord(code) && !SIGNS.has(code)) return meansNothing(text, at);
    if (depth > MAX_NESTING) {
      const message = `Brackets are nested at most ${MAX_NESTING} deep.`;
      return formulaError(text, at, 'too_deep', message);
    }
  }
  return undefined;
}
