import bidiFactory from 'bidi-js';
import { BoundedMap } from './bounded-map.js';
import { face, familyFor, has, type Face, type Family, type Weight } from './fonts.js';
import { readFromRight } from './strong-letters.js';

/** Letters of one font and direction, in the order in which they are read. */
export interface Run {
  readonly face: Face;
  readonly text: string;
  /** Shaped as a whole: words would otherwise stand in the wrong order. */
  readonly whole: boolean;
  /** In the unit of the font size. */
  readonly width: number;
}

/** A line of text as it is drawn: runs from left to right. */
export interface Shaped {
  readonly runs: readonly Run[];
  readonly width: number;
}

export type TextDirection = 'ltr' | 'rtl' | 'auto';

const bidi = bidiFactory();
const DIRECTED = /[\u0590-\u08ff\u200e\u200f\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const JOINS = /[\u0900-\u097f\u0600-\u08ff]/;
/** Controls, and overrides of direction that would let a text say another than its letters. */
const CONTROLS = /[\p{Cc}\u00ad\u200b\u202a-\u202e\u2060-\u2064\ufeff]|\p{Variation_Selector}/gu;
/** Marks and isolates: they order what is drawn and are not drawn themselves. */
const DIRECTIONS = /[\u061c\u200e\u200f\u2066-\u2069]/g;
const REPLACEMENT = '\ufffd';
const MARK = /^[\p{M}\u200c\u200d]$/u;

const shapes = new BoundedMap<string, Shaped>(20_000);

/**
 * One line of text in the order and with the fonts it is drawn. `auto` goes by its first letter.
 */
export function shapeText(text: string, weight: Weight, direction: TextDirection): Shaped {
  const key = `${weight}${direction}${text}`;
  const known = shapes.get(key);
  if (known) return known;
  const shaped = shape(text.replace(CONTROLS, ''), weight, direction);
  shapes.set(key, shaped);
  return shaped;
}

function shape(text: string, weight: Weight, direction: TextDirection): Shaped {
  const simple = direction !== 'rtl' && !DIRECTED.test(text);
  const pieces = simple ? [{ text, rtl: false }] : visualPieces(text, direction);
  const runs = pieces.flatMap(({ text: piece, rtl }) => {
    const logical = fontRuns(piece, weight);
    return rtl ? logical.map(rightToLeft).reverse() : logical;
  });
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
}

interface Piece {
  readonly text: string;
  readonly rtl: boolean;
}

/** Stretches of one direction from left to right as they are seen, each in the order of reading. */
function visualPieces(text: string, direction: TextDirection): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const stretches: { start: number; end: number; level: number }[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const level = levels[i] ?? 0;
    const last = stretches.at(-1);
    if (last && last.level === level) last.end = i + 1;
    else stretches.push({ start: i, end: i + 1, level });
  }
  return inVisualOrder(stretches).map(({ start, end, level }) => ({
    text: text.slice(start, end).replace(DIRECTIONS, ''),
    rtl: level % 2 === 1,
  }));
}

/** Rule L2: from the highest level down, every sequence at or above it is turned round. */
function inVisualOrder<T extends { readonly level: number }>(stretches: readonly T[]): T[] {
  const order = [...stretches];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let i = 0; i < order.length; i += 1) {
      if ((order[i]?.level ?? 0) < level) continue;
      let end = i;
      while ((order[end]?.level ?? 0) >= level) end += 1;
      order.splice(i, end - i, ...order.slice(i, end).reverse());
      i = end;
    }
  }
  return order;
}

/**
 * A run within text from right to left: letters turn by themselves when shaped, brackets by hand.
 */
function rightToLeft({ face: own, text }: Run): Run {
  const letters = readFromRight(text);
  const mirrored = Array.from(text, (char) => bidi.getMirroredCharacter(char) ?? char);
  return runOf(own, (letters ? mirrored : mirrored.reverse()).join(''), true);
}

/** Splits text where its font changes. Blanks and marks stay with the letter before them. */
function fontRuns(text: string, weight: Weight): Run[] {
  const runs: { family: Family; text: string }[] = [];
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const stays = last && (char === ' ' || MARK.test(char)) && has(last.family, codePoint);
    const family = stays ? last.family : familyFor(codePoint);
    // A mark or joiner that no font has is left out, a letter that none has is shown as missing.
    if (family === null && MARK.test(char)) continue;
    const [drawnBy, drawn] = family === null ? (['latin', REPLACEMENT] as const) : [family, char];
    if (last?.family === drawnBy) last.text += drawn;
    else runs.push({ family: drawnBy, text: drawn });
  }
  return runs.map(({ family, text: own }) => runOf(face(family, weight), own, JOINS.test(own)));
}

function runOf(own: Face, text: string, whole: boolean): Run {
  const { unitsPerEm } = own.font;
  // As the writer of the file does it: word by word, unless it is told to take the whole.
  const parts = whole ? [text] : text.split(/(?<=[ \t])/);
  const units = parts.reduce((sum, part) => sum + own.font.layout(part, []).advanceWidth, 0);
  return { face: own, text, whole, width: units / unitsPerEm };
}
