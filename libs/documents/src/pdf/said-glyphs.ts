import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit';
import { BoundedMap } from './bounded-map.js';
import { readFromRight } from './strong-letters.js';
import { subsetOf, type DrawnGlyph } from './said-subset.js';

/** A letter with its marks. */
const LETTER = /\P{M}[\p{M}\u200c\u200d]*|[\p{M}\u200c\u200d]+/gu;

/** Glyphs in the order in which they are drawn, with the letters that each stands for. */
interface Said {
  readonly glyph: Glyph;
  readonly position: GlyphPosition;
  readonly letters: string;
}

/**
 * The letters behind what is drawn, for whoever copies, searches or hears the page. A font draws
 * several letters by one glyph and tells them apart by dots, or joins letters, or moves them, and
 * what it says of a glyph is what that was first used for. Here a letter is one glyph of the file,
 * dots and marks inside, and a glyph that draws several letters is one for each of them: so every
 * reader finds the letters, in their order, without being told them a second time.
 */
export class SaidGlyphs {
  private readonly blank: number;
  private readonly letters = new BoundedMap<string, Glyph>(20_000);

  constructor(private readonly font: Font) {
    this.blank = font.glyphForCodePoint(0x20).id;
  }

  /** The same picture of glyphs that know the letters of the text. */
  said(text: string, run: GlyphRun): GlyphRun {
    const isRight = readFromRight(text);
    const whole = run.glyphs.map((glyph, i): Said => {
      return { glyph, position: run.positions[i] as GlyphPosition, letters: '' };
    });
    const drawn = apart(whole, this.blank);
    const words = text.split(/(?<= )|(?= )/);
    if (isRight) words.reverse();
    const isMatched = words.length === drawn.length;
    const groups = isMatched
      ? drawn.flatMap((own, i) => lettered(words[i] ?? '', own, isRight))
      : lettered(text, whole, isRight);
    const glyphs = groups.map(glyphOf);
    return {
      glyphs: glyphs.map(({ glyph }) => glyph),
      positions: glyphs.map(({ position }) => position),
      advanceWidth: run.advanceWidth,
    };
  }

  /** The glyph that draws a letter by itself. */
  letter(char: string): Glyph {
    let known = this.letters.get(char);
    if (!known) {
      known = meaning(this.font.glyphForCodePoint(char.codePointAt(0) ?? 0), char);
      this.letters.set(char, known);
    }
    return known;
  }

  subset(): ReturnType<Font['createSubset']> {
    return subsetOf(this.font);
  }
}

/** Blanks, and what stands between them. */
function apart(glyphs: readonly Said[], blank: number): Said[][] {
  const words: Said[][] = [];
  let last: number | undefined;
  for (const each of glyphs) {
    const { id } = each.glyph;
    if (id === blank || last === blank || last === undefined) words.push([each]);
    else words.at(-1)?.push(each);
    last = id;
  }
  return words;
}

/** The glyphs of a word by its letters, in the order in which they are drawn. */
function lettered(text: string, drawn: readonly Said[], isRight: boolean): Said[][] {
  const read = isRight ? [...drawn].reverse() : drawn;
  const own = read.map(({ glyph }) => String.fromCodePoint(...glyph.codePoints));
  const letters = own.join('') === text ? own : spread(text, read);
  const groups: Said[][] = [];
  let ahead: Said[] = [];
  read.forEach((each, i) => {
    const said = { ...each, letters: letters[i] ?? '' };
    const last = groups.at(-1);
    if (last && (said.letters === '' || said.glyph.advanceWidth === 0)) last.push(said);
    else if (said.letters === '') ahead.push(said);
    else {
      groups.push([...ahead, said]);
      ahead = [];
    }
  });
  if (ahead.length > 0) groups.push(ahead);
  if (!isRight) return groups;
  // Readers turn round all letters of a line that is read from the right, those of a glyph as well.
  return groups
    .reverse()
    .map((group) =>
      group.reverse().map((each) => ({ ...each, letters: [...each.letters].reverse().join('') })),
    );
}

/** The letters of a word over the glyphs that take room, in order; what is left goes to the last. */
function spread(text: string, glyphs: readonly Said[]): string[] {
  const letters = text.match(LETTER) ?? [];
  const seats = glyphs.flatMap(({ glyph }, i) => (glyph.advanceWidth > 0 ? [i] : []));
  const last = seats.at(-1) ?? 0;
  const said = glyphs.map(() => '');
  letters.forEach((letter, i) => {
    said[seats[i] ?? last] += letter;
  });
  return said;
}

function glyphOf(group: readonly Said[]): { glyph: Glyph; position: GlyphPosition } {
  const [first] = group;
  const letters = group.map((each) => each.letters).join('');
  const { xOffset = 0, yOffset = 0 } = first?.position ?? {};
  if (first && group.length === 1 && xOffset === 0 && yOffset === 0) {
    return { glyph: meaning(first.glyph, letters), position: first.position };
  }
  let pen = 0;
  const parts = group.map(({ glyph, position }) => {
    const part = { id: glyph.id, x: pen + position.xOffset, y: position.yOffset };
    pen += position.xAdvance;
    return part;
  });
  const id = { parts, letters, advance: pen } as unknown as number;
  const position = { xAdvance: pen, yAdvance: 0, xOffset: 0, yOffset: 0 };
  return { glyph: { id, codePoints: codePointsOf(letters), advanceWidth: pen }, position };
}

/** Whatever else it draws, in this document or in others before. */
function meaning({ id, advanceWidth }: Glyph, letters: string): Glyph {
  const drawn: DrawnGlyph = { parts: [{ id, x: 0, y: 0 }], letters, advance: advanceWidth };
  // What writes the file hands the id to the part of the font, and looks at it nowhere else.
  return { id: drawn as unknown as number, codePoints: codePointsOf(letters), advanceWidth };
}

function codePointsOf(letters: string): number[] {
  return Array.from(letters, (char) => char.codePointAt(0) ?? 0);
}
