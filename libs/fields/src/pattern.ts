import { RE2JS } from 're2js';
import { fine, wrong, type Reading } from './field-kind.js';

const MAX_TEXT = 500;
/**
 * Instructions of the compiled program: the time of a match grows with them and with the text only.
 */
const MAX_PROGRAM = 500;
const MAX_KNOWN = 1_000;

const compiled = new Map<string, RE2JS>();

/** A pattern in RE2 syntax, or where it is wrong. It never backtracks, whatever it is. */
export function readPattern(value: unknown): Reading<string> {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  if (value.length === 0 || value.length > MAX_TEXT) {
    return wrong('max_length', `must have 1 to ${MAX_TEXT} characters`);
  }
  try {
    const program = RE2JS.compile(value);
    if (program.programSize() > MAX_PROGRAM) {
      return wrong('max', 'repeats too much; use smaller counts');
    }
    return fine(value);
  } catch (error) {
    return wrong('pattern', positioned(value, error));
  }
}

function positioned(pattern: string, error: unknown): string {
  const { error: reason = 'is not a valid pattern', input } = error as {
    error?: string;
    input?: string | null;
  };
  // The engine names the part at fault; where that is everything, something is missing at the end.
  const at = input && input !== pattern ? pattern.indexOf(input) : pattern.length;
  return `${reason} at position ${at < 0 ? pattern.length : at}`;
}

/**
 * What the engine takes at the worst for an instruction and a character, in characters gone
 * through.
 */
const STEP_WORK = 4;

/** What it costs to ask a pattern about a text of so many characters. */
export function patternWork(pattern: string, length: number): number {
  return STEP_WORK * programOf(pattern).programSize() * length;
}

/** Whether the whole text matches a pattern that was read before. */
export function matchesPattern(pattern: string, text: string): boolean {
  return programOf(pattern).matches(text);
}

function programOf(pattern: string): RE2JS {
  let program = compiled.get(pattern);
  if (!program) {
    if (compiled.size >= MAX_KNOWN) compiled.clear();
    program = RE2JS.compile(pattern);
    compiled.set(pattern, program);
  }
  return program;
}

/** What RE2 and ECMAScript read alike: characters, classes, groups, alternatives, repetitions. */
const CLASS = String.raw`\[\^?(?:\\[dDwW.\\\-\]\[^$*+?(){}|/]|[^\\\]\[^&-](?:-[^\\\]\[^&-])?|-(?=\]))+\]`;
const TOKEN = new RegExp(
  [
    CLASS,
    String.raw`\\[dDwWtnrf.\\*+?()\[\]{}|^$/]`,
    String.raw`\((?:\?:|(?!\?))`,
    String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`,
    String.raw`[)|^$.]`,
    String.raw`[^\\.*+?()\[\]{}|^$]`,
  ].join('|'),
  'uy',
);

/**
 * The same pattern for JSON Schema, which knows patterns of ECMAScript and looks for them anywhere
 * in a text; undefined where it cannot be told for sure that they mean the same.
 */
export function ecmaPattern(pattern: string): string | undefined {
  let translated = '';
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < pattern.length) {
    const [token] = TOKEN.exec(pattern) ?? [];
    if (token === undefined) return undefined;
    // ECMAScript ends lines at more characters than the line feed.
    translated += token === '.' ? '[^\\n]' : token;
  }
  const whole = `^(?:${translated})$`;
  try {
    return new RegExp(whole, 'u').source;
  } catch {
    return undefined;
  }
}
