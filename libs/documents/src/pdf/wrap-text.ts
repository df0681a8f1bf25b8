import type { Weight } from './fonts.js';
import { shapeText, type TextDirection } from './shape-text.js';
import { beginsFromRight, readFromRight } from './strong-letters.js';

/** Scripts without blanks between words: a line may end after any of their letters … */
const BREAKS_ANYWHERE = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
/** … but not before these. */
const NEVER_FIRST = /^[、。,.，．・：；？！)）」』】〕々ーァィゥェォッャュョぁぃぅぇぉっゃゅょ]/;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Breaks text into lines no wider than `width`, which is in units of the font size. */
export function wrapText(
  text: string,
  weight: Weight,
  direction: TextDirection,
  width: number,
): string[] {
  return text
    .replaceAll('\t', ' ')
    .split(/\r\n|[\n\r\u2028\u2029\v\f]/)
    .flatMap((paragraph) => {
      const lines = wrapParagraph(paragraph.trimEnd(), weight, direction, width);
      return direction === 'auto' && lines.length > 1 ? directed(lines, paragraph) : lines;
    });
}

const FROM_LEFT = '\u200e';
const FROM_RIGHT = '\u200f';

/**
 * Each line is drawn by its first letter; those of a paragraph go by the first of the paragraph,
 * which a mark that is not drawn says of them where theirs is another.
 */
function directed(lines: readonly string[], paragraph: string): string[] {
  if (!readFromRight(paragraph)) return [...lines];
  const fromRight = beginsFromRight(paragraph);
  const mark = fromRight ? FROM_RIGHT : FROM_LEFT;
  return lines.map((line) => (beginsFromRight(line) === fromRight ? line : mark + line));
}

function wrapParagraph(
  text: string,
  weight: Weight,
  direction: TextDirection,
  width: number,
): string[] {
  const measure = (part: string) => shapeText(part, weight, direction).width;
  if (text === '' || (text.length < 400 && measure(text) <= width)) return [text];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of breakable(text)) {
    const size = measure(piece);
    const seen = piece.endsWith(' ') ? measure(piece.trimEnd()) : size;
    if (used + seen <= width) {
      line += piece;
      used += size;
      continue;
    }
    if (line) lines.push(line.trimEnd());
    [line, used] = [piece, size];
    if (seen > width) {
      const parts = cut(piece, measure, width);
      line = parts.pop() ?? '';
      lines.push(...parts);
      used = measure(line);
    }
  }
  return line.trimEnd() ? [...lines, line.trimEnd()] : lines;
}

/** Words with the blanks after them; letters of scripts without blanks one by one. */
function breakable(text: string): string[] {
  const words = text.match(/[^\s]+\s*|\s+/g) ?? [];
  return words.flatMap((word) => {
    if (!BREAKS_ANYWHERE.test(word)) return [word];
    const pieces: string[] = [];
    for (const char of word) {
      const last = pieces.at(-1);
      const joins =
        last !== undefined &&
        (NEVER_FIRST.test(char) || (!BREAKS_ANYWHERE.test(char) && !BREAKS_ANYWHERE.test(last)));
      if (joins) pieces[pieces.length - 1] = last + char;
      else pieces.push(char);
    }
    return pieces;
  });
}

/** Words of Latin letters, of which some are small: codes bear no hyphen that is not theirs. */
const HYPHENATED = /^(?=.*\p{Ll})[\p{Script=Latin}\p{M}]+[\p{P}\s]*$/u;

/** A word wider than a line is cut between letters, with a hyphen where it is a word. */
function cut(word: string, measure: (part: string) => number, whole: number): string[] {
  const hyphen = HYPHENATED.test(word) ? '-' : '';
  const width = whole - measure(hyphen);
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const size = measure(segment);
    if (part && used + size > width) {
      parts.push(part + hyphen);
      [part, used] = ['', 0];
    }
    part += segment;
    used += size;
  }
  return [...parts, part];
}
