import { openSync, type Font, type GlyphRun } from 'fontkit';
import { BoundedMap } from './bounded-map.js';
import { SaidGlyphs } from './said-glyphs.js';
import { readFromRight } from './strong-letters.js';

export type Weight = 'regular' | 'bold';

/**
 * The families, in the order in which they are asked for a character that has no script of its own.
 */
const FAMILIES = {
  latin: ['noto-sans', 'NotoSans'],
  arabic: ['noto-sans-arabic', 'NotoSansArabic'],
  hebrew: ['noto-sans-hebrew', 'NotoSansHebrew'],
  devanagari: ['noto-sans-devanagari', 'NotoSansDevanagari'],
  japanese: ['noto-sans-jp', 'NotoSansJP'],
} as const;
export type Family = keyof typeof FAMILIES;

const WEIGHTS = { regular: '400Regular', bold: '600SemiBold' } as const;
const ORDER = Object.keys(FAMILIES) as Family[];

/** Blocks whose characters other families hold too, but not as well. */
const OWN_BLOCKS: readonly (readonly [from: number, to: number, family: Family])[] = [
  [0x0590, 0x05ff, 'hebrew'],
  [0x0600, 0x06ff, 'arabic'],
  [0x0750, 0x077f, 'arabic'],
  [0x0900, 0x097f, 'devanagari'],
  [0x2e80, 0x9fff, 'japanese'],
  [0xfb1d, 0xfb4f, 'hebrew'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfeff, 'arabic'],
  [0xff00, 0xffef, 'japanese'],
];

/** A font with the names a document knows it by. */
export interface Face {
  readonly key: string;
  readonly font: Font;
}

const faces = new Map<string, Face>();
const familyOf = new Map<number, Family | null>();

/** Where the file of a face is, within its package. */
export function facePath(family: Family, weight: Weight): string {
  const [folder, name] = FAMILIES[family];
  const style = WEIGHTS[weight];
  return require.resolve(`@expo-google-fonts/${folder}/${style}/${name}_${style}.ttf`);
}

/** The face of a family, read from its package once per thread. */
export function face(family: Family, weight: Weight): Face {
  const key = `${family}-${weight}`;
  const known = faces.get(key);
  if (known) return known;
  const opened = { key, font: remembering(openSync(facePath(family, weight))) };
  faces.set(key, opened);
  return opened;
}

/** The family that draws a character; null when none does. */
export function familyFor(codePoint: number): Family | null {
  const known = familyOf.get(codePoint);
  if (known !== undefined) return known;
  const own = OWN_BLOCKS.find(([from, to]) => codePoint >= from && codePoint <= to)?.[2];
  const order = own ? [own, ...ORDER] : ORDER;
  const found = order.find((family) => has(family, codePoint)) ?? null;
  familyOf.set(codePoint, found);
  return found;
}

export function has(family: Family, codePoint: number): boolean {
  return face(family, 'regular').font.hasGlyphForCodePoint(codePoint);
}

/** Figures, and what stands between them: no font joins or moves them. */
const FIGURES = /^[\d.,\-/: ()%]+$/;
/**
 * Letters that stand one after the other, moved by their neighbour at most: not `fi`, which is
 * joined.
 */
const PLAIN =
  /^(?!.*f[fijlt])[\u0020-\u007e\u00a0-\u017f\u0386-\u03ce\u0400-\u045f\u2013-\u2026\u20ac]+$/;

/**
 * A font that shapes a text once. Shaping costs a millisecond and documents say the same words over
 * and over; letters of the West are put together from pairs, and figures need no shaping. Positions
 * are copied, because the writer of the file scales them in place.
 */
function remembering(font: Font): Font {
  const runs = new BoundedMap<string, GlyphRun>(20_000);
  const said = new SaidGlyphs(font);
  const pairs = new BoundedMap<string, number>(20_000);
  const layout = (text: string, features?: readonly string[]): GlyphRun => {
    let run = runs.get(text);
    if (!run) {
      if (FIGURES.test(text)) run = runOfPairs(said, text, () => 0);
      else if (PLAIN.test(text))
        run = runOfPairs(said, text, (pair) => nearness(font, pairs, pair));
      else run = said.said(text, shaped(font, text, features));
      runs.set(text, run);
    }
    const { glyphs, positions, advanceWidth } = run;
    return { glyphs, positions: positions.map((each) => ({ ...each })), advanceWidth };
  };
  const createSubset = () => said.subset();
  return Object.create(font, {
    layout: { value: layout },
    createSubset: { value: createSubset },
  }) as Font;
}

/**
 * The font says of a glyph what that was first used for. It is told to forget, so that what a text
 * comes to does not go by the texts ahead of it.
 */
function shaped(font: Font, text: string, features?: readonly string[]): GlyphRun {
  font._glyphs = {};
  return font.layout(text, features, undefined, undefined, directionOf(text));
}

/**
 * Left to itself the font goes by the script, and would turn Arabic digits round as if they were
 * letters. What is not read from the right is handed over as it stands from the left.
 */
function directionOf(text: string): 'ltr' | 'rtl' {
  return readFromRight(text) ? 'rtl' : 'ltr';
}

/** By how much the second of two letters is moved towards the first. */
function nearness(font: Font, known: BoundedMap<string, number>, pair: string): number {
  let moved = known.get(pair);
  if (moved === undefined) {
    const { glyphs, positions } = font.layout(pair);
    moved = (positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0);
    known.set(pair, moved);
  }
  return moved;
}

function runOfPairs(said: SaidGlyphs, text: string, moved: (pair: string) => number): GlyphRun {
  const letters = [...text];
  const glyphs = letters.map((letter) => said.letter(letter));
  const positions = glyphs.map(({ advanceWidth }, i) => {
    const next = letters[i + 1];
    const by = next === undefined ? 0 : moved(`${letters[i]}${next}`);
    return { xAdvance: advanceWidth + by, yAdvance: 0, xOffset: 0, yOffset: 0 };
  });
  const width = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { glyphs, positions, advanceWidth: width };
}
