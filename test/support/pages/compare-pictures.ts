import { PAPER, type PagePicture } from './page-picture.js';

/** Where on a page something differs: points from its left upper corner. */
export interface Difference {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** So many pixels. */
  readonly count: number;
}

/** One shade to either side is how it was rounded; letters differ by more. */
const SLACK = 1;
/** What is so near belongs together: the letters of a line, the lines of a paragraph. */
const CELL = 16;

/** The places in which two pictures of one size differ, from the top of the page. */
export function differencesOf(one: PagePicture, other: PagePicture): Difference[] {
  // One more than there are, always empty: the end of a row is not near the beginning of the next.
  const columns = Math.ceil(one.width / CELL) + 1;
  const cells = new Map<number, Difference>();
  one.shades.forEach((_, at) => {
    if (!differs(one, other, at)) return;
    const [x, y] = [at % one.width, Math.floor(at / one.width)];
    const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
    const pixel = { left: x, top: y, right: x + 1, bottom: y + 1, count: 1 };
    cells.set(cell, joined(cells.get(cell), pixel));
  });
  const found: Difference[] = [];
  for (const [first] of cells) {
    const place = taken(cells, first, columns);
    if (place) found.push(place);
  }
  return found.sort((a, b) => a.top - b.top || a.left - b.left);
}

/** The one picture pale, with what differs in black. */
export function pictureOfDifference(one: PagePicture, other: PagePicture): PagePicture {
  const shades = one.shades.map((shade, at) =>
    differs(one, other, at) ? 0 : PAPER - Math.round((PAPER - shade) / 4),
  );
  return { ...one, shades };
}

function differs(one: PagePicture, other: PagePicture, at: number): boolean {
  return Math.abs((one.shades[at] ?? PAPER) - (other.shades[at] ?? PAPER)) > SLACK;
}

function joined(one: Difference | undefined, other: Difference): Difference {
  if (!one) return other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    count: one.count + other.count,
  };
}

/** A cell and all that hang together with it, which are taken out. */
function taken(
  cells: Map<number, Difference>,
  first: number,
  columns: number,
): Difference | undefined {
  let place: Difference | undefined;
  const near = [first];
  for (let cell = near.pop(); cell !== undefined; cell = near.pop()) {
    const own = cells.get(cell);
    if (!own) continue;
    cells.delete(cell);
    place = joined(place, own);
    for (const below of [-columns, 0, columns]) {
      near.push(cell + below - 1, cell + below, cell + below + 1);
    }
  }
  return place;
}
