import type { Font, Subset } from 'fontkit';

/** Glyphs of a font, drawn together as one, for letters. In units of the font. */
export interface DrawnGlyph {
  readonly parts: readonly { readonly id: number; readonly x: number; readonly y: number }[];
  readonly letters: string;
  readonly advance: number;
}

/** Words and x, y values follow. */
const PLACED = 0x3;
const MORE = 0x20;

/**
 * A part of a font for a file that can also hold glyphs which the font does not have: put together
 * from its own, or the same under another meaning. The format of fonts (TrueType, `glyf`) has
 * glyphs of such parts itself.
 */
export function subsetOf(font: Font): Subset {
  const subset = font.createSubset();
  const places = new Map<string, number>();
  // Most are the same objects: a font makes one for each letter.
  const placed = new Map<DrawnGlyph, number>();
  const include = subset.includeGlyph.bind(subset);
  const add = subset._addGlyph.bind(subset);
  subset.includeGlyph = (glyph) => {
    if (!isDrawn(glyph)) return include(glyph);
    let place = placed.get(glyph);
    if (place !== undefined) return place;
    const key = JSON.stringify([glyph.parts, glyph.letters]);
    place = places.get(key) ?? subset.glyphs.push(glyph) - 1;
    places.set(key, place);
    placed.set(glyph, place);
    return place;
  };
  subset._addGlyph = (glyph) => {
    if (!isDrawn(glyph)) return add(glyph);
    const [part, ...more] = glyph.parts;
    if (part && more.length === 0 && part.x === 0 && part.y === 0) return add(part.id);
    return addTogether(font, subset, glyph);
  };
  return subset;
}

function isDrawn(glyph: unknown): glyph is DrawnGlyph {
  return typeof glyph === 'object' && glyph !== null && 'parts' in glyph;
}

function addTogether(font: Font, subset: Subset, { parts, advance }: DrawnGlyph): number {
  const boxes = parts.flatMap(({ id, x, y }) => {
    const { minX, minY, maxX, maxY } = font.getGlyph(id).bbox;
    return maxX < minX ? [] : [{ minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y }];
  });
  const least = (name: 'minX' | 'minY') => Math.min(...boxes.map((box) => box[name]), 0);
  const most = (name: 'maxX' | 'maxY') => Math.max(...boxes.map((box) => box[name]), 0);
  const box = [least('minX'), least('minY'), most('maxX'), most('maxY')];
  const bytes = Buffer.alloc(10 + parts.length * 8);
  let at = bytes.writeInt16BE(-1, 0);
  for (const side of box) at = bytes.writeInt16BE(Math.round(side), at);
  parts.forEach(({ id, x, y }, i) => {
    at = bytes.writeUInt16BE(PLACED | (i < parts.length - 1 ? MORE : 0), at);
    at = bytes.writeUInt16BE(subset.includeGlyph(id), at);
    at = bytes.writeInt16BE(Math.round(x), at);
    at = bytes.writeInt16BE(Math.round(y), at);
  });
  subset.glyf.push(bytes);
  subset.loca.offsets.push(subset.offset);
  subset.hmtx.metrics.push({ advance: Math.round(advance), bearing: Math.round(box[0] ?? 0) });
  subset.offset += bytes.length;
  return subset.glyf.length - 1;
}
