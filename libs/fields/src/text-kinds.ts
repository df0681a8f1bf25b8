import { isStorableText } from '@quittance/lists';
import { hasEndlessMarks, hasMoreThan, patternInWords } from '@quittance/work';
import sanitizeHtml from 'sanitize-html';
import {
  affords,
  fine,
  MAX_READ_WORK,
  TOO_MUCH_WORK,
  wrong,
  type Fault,
  type FieldKind,
  type JsonSchema,
  type ReadContext,
  type Reading,
} from './field-kind.js';
import type { Field, FieldSettings } from './field.js';
import { ecmaPattern, matchesPattern, patternWork, readPattern } from './pattern.js';
import { wholeReader } from './setting-readers.js';

export const TEXT_LIMITS = { text: 255, textarea: 32_768, rich_text: 131_072 } as const;

const CONTROL = /\p{Cc}/u;
/** Control characters apart from tabs and line feeds. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n]/u;

/** Text that can be kept, normalised (NFC); more than any limit is refused before any work. */
export function plainText(value: unknown, limit: number): Reading<string> {
  if (typeof value !== 'string') return wrong('type', 'must be a string');
  // A code point has at most two units, and what is normalised rarely grows.
  if (value.length > 2 * limit) return tooLong(limit);
  if (!isStorableText(value)) return wrong('format', 'has characters that cannot be stored');
  if (hasEndlessMarks(value)) return wrong('format', 'has too many marks on one character');
  return fine(value.normalize('NFC'));
}

function tooLong(limit: number) {
  return wrong('max_length', `must have at most ${limit} characters`);
}

function withinLength(
  text: string,
  { settings }: Field,
  limit: number,
  context: ReadContext,
): Reading<string | null> {
  const max = settings.maxLength ?? limit;
  if (hasMoreThan(text, max)) return tooLong(max);
  const min = settings.minLength ?? 0;
  if (min > 0 && !hasMoreThan(text, min - 1)) {
    return wrong('min_length', `must have at least ${min} characters`);
  }
  const { pattern } = settings;
  if (pattern === undefined) return fine(text);
  if (!affords(context, patternWork(pattern, text.length))) {
    return wrong(TOO_MUCH_WORK, 'takes too much work to be checked by its pattern');
  }
  if (matchesPattern(pattern, text)) return fine(text);
  const words = patternInWords(pattern);
  return wrong('pattern', words ? `must be ${words}` : 'is not written as the field asks for');
}

/** Nothing but blanks is no value. */
function finish(
  text: string,
  field: Field,
  limit: number,
  context: ReadContext,
): Reading<string | null> {
  return text.trim() === '' ? fine(null) : withinLength(text, field, limit, context);
}

function lengthFaults({ minLength, maxLength }: FieldSettings): Fault[] {
  if (minLength === undefined || maxLength === undefined || minLength <= maxLength) return [];
  return [{ inside: '/minLength', code: 'range', message: 'must not be above maxLength' }];
}

/** A pattern that could not be asked about the longest text of its field is refused with it. */
const patternFaults =
  (limit: number) =>
  (settings: FieldSettings): Fault[] => {
    const { pattern, maxLength = limit } = settings;
    const faults = lengthFaults(settings);
    if (pattern !== undefined && patternWork(pattern, maxLength) > MAX_READ_WORK) {
      const message = `takes too much work on ${maxLength} characters; set a smaller maxLength`;
      faults.push({ inside: '/pattern', code: TOO_MUCH_WORK, message });
    }
    return faults;
  };

const lengthSettings = (limit: number) => ({
  minLength: wholeReader(0, limit),
  maxLength: wholeReader(1, limit),
});

const textSchema = (limit: number, field: Field) => ({
  type: 'string',
  maxLength: field.settings.maxLength ?? limit,
  ...(field.settings.minLength ? { minLength: field.settings.minLength } : {}),
});

/** Without blanks at its ends, which are taken off. */
const LINE = '^(?:[^\\s\\p{Cc}\\p{Cs}](?:[^\\p{Cc}\\p{Cs}]*[^\\s\\p{Cc}\\p{Cs}])?)?$';
const LINES = '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n])*$';
const NOT_BLANK = '\\S';

/**
 * A text of this form, that is not blank where there must be one, and matches the field's own
 * pattern.
 */
function textLimits(form: string, { required, settings: { pattern } }: Field): JsonSchema {
  const own = pattern === undefined ? undefined : ecmaPattern(pattern);
  const more = [...(required ? [NOT_BLANK] : []), ...(own === undefined ? [] : [own])];
  return {
    pattern: form,
    ...(more.length === 0 ? {} : { allOf: more.map((each) => ({ pattern: each })) }),
    ...(pattern === undefined ? {} : { 'x-pattern': pattern }),
  };
}

/** One line. */
export const textKind: FieldKind = {
  type: 'text',
  column: 'text',
  listedAs: 'text',
  settings: { ...lengthSettings(TEXT_LIMITS.text), pattern: readPattern },
  check: patternFaults(TEXT_LIMITS.text),
  read(value, field, context) {
    // Standard fields may be longer than custom ones; the limit is then that of the column.
    const limit = Math.max(TEXT_LIMITS.text, field.settings.maxLength ?? 0);
    const text = plainText(value, limit);
    if (text.faults) return text;
    const line = text.value.trim();
    if (CONTROL.test(line)) return wrong('format', 'must be one line without control characters');
    return finish(line, field, TEXT_LIMITS.text, context);
  },
  schema: (field) => textSchema(TEXT_LIMITS.text, field),
  limits: (field) => textLimits(LINE, field),
};

/** Several lines; their ends become line feeds. */
export const textareaKind: FieldKind = {
  type: 'textarea',
  column: 'text',
  listedAs: 'text',
  settings: { ...lengthSettings(TEXT_LIMITS.textarea), pattern: readPattern },
  check: patternFaults(TEXT_LIMITS.textarea),
  read(value, field, context) {
    const text = plainText(value, TEXT_LIMITS.textarea);
    if (text.faults) return text;
    const lines = text.value.replace(/\r\n?/g, '\n');
    if (CONTROL_IN_LINES.test(lines)) return wrong('format', 'must have no control characters');
    return finish(lines, field, TEXT_LIMITS.textarea, context);
  },
  schema: (field) => textSchema(TEXT_LIMITS.textarea, field),
  limits: (field) => textLimits(LINES, field),
};

const ALLOWED_HTML: sanitizeHtml.IOptions = {
  allowedTags: (
    'p br b strong i em u s sub sup blockquote code pre ul ol li h1 h2 h3 h4 hr a ' +
    'table thead tbody tr th td'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'title'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 50,
};

/**
 * What the sanitiser takes for a character, and for each sign that may begin a mark or an entity.
 */
const HTML_WORK = 5;
const HTML_SIGN_WORK = 140;

function htmlWork(html: string): number {
  let signs = 0;
  for (const sign of ['<', '&']) {
    for (let at = html.indexOf(sign); at >= 0; at = html.indexOf(sign, at + 1)) signs += 1;
  }
  return html.length * HTML_WORK + signs * HTML_SIGN_WORK;
}

/** How often a text is cleaned until it stays as it is. */
const MOST_PASSES = 4;

/**
 * Only harmless marks survive; what they mark stays. Text of a script or a style goes with it. What
 * is kept reads as itself when it is sent again.
 */
export function cleanHtml(html: string): string {
  let [before, cleaned] = [html, sanitizeHtml(html, ALLOWED_HTML)];
  // What was taken out may have kept apart what is read otherwise without it.
  for (let passes = 1; passes < MOST_PASSES && cleaned !== before; passes += 1) {
    [before, cleaned] = [cleaned, sanitizeHtml(cleaned, ALLOWED_HTML)];
  }
  return cleaned;
}

/** HTML of a small allowlist. */
export const richTextKind: FieldKind = {
  type: 'rich_text',
  column: 'text',
  listedAs: 'text',
  settings: lengthSettings(TEXT_LIMITS.rich_text),
  check: lengthFaults,
  read(value, field, context) {
    const text = plainText(value, TEXT_LIMITS.rich_text);
    if (text.faults) return text;
    const lines = text.value.replace(/\r\n?/g, '\n');
    if (CONTROL_IN_LINES.test(lines)) return wrong('format', 'must have no control characters');
    if (!affords(context, htmlWork(lines))) {
      return wrong(TOO_MUCH_WORK, 'has too many marks to be cleaned');
    }
    return finish(cleanHtml(lines), field, TEXT_LIMITS.rich_text, context);
  },
  schema: (field) => ({
    ...textSchema(TEXT_LIMITS.rich_text, field),
    contentMediaType: 'text/html',
  }),
  limits: (field) => ({ ...textLimits(LINES, field), 'x-sanitized': true }),
};
