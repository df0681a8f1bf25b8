import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import { differencesOf, pictureOfDifference } from './compare-pictures.js';
import { againstGolden } from './golden-pages.js';
import { PAPER, pngOf, readPng, type PagePicture } from './page-picture.js';

const SIDE = 101;

/** Paper with ink of a shade on some points. */
function picture(points: readonly (readonly [x: number, y: number])[], shade = 0): PagePicture {
  const shades = new Uint8Array(SIDE * SIDE).fill(PAPER);
  for (const [x, y] of points) shades[y * SIDE + x] = shade;
  return { width: SIDE, height: SIDE, shades };
}

/** A PDF with a square on each of its pages. */
async function squares(...sides: number[]): Promise<Buffer> {
  const document = new PDFDocument({ size: [200, 200], autoFirstPage: false });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const side of sides) document.addPage().rect(40, 60, side, side).fill('#000000');
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

describe('two pictures of a page', () => {
  it('are alike where none of them has more ink', () => {
    expect(differencesOf(picture([[3, 4]]), picture([[3, 4]]))).toEqual([]);
  });

  it('are alike within one shade, which is how they were rounded', () => {
    expect(differencesOf(picture([[3, 4]], 8), picture([[3, 4]], 9))).toEqual([]);
    expect(differencesOf(picture([[3, 4]], 8), picture([[3, 4]], 10))).toHaveLength(1);
  });

  it('differ in one place by all that stands together, and in another by what does not', () => {
    const other = picture([
      [2, 3],
      [20, 9],
      [90, 80],
    ]);
    expect(differencesOf(picture([]), other)).toEqual([
      { left: 2, top: 3, right: 21, bottom: 10, count: 2 },
      { left: 90, top: 80, right: 91, bottom: 81, count: 1 },
    ]);
  });

  it('stand apart at the two sides of a page, though one row ends where the next begins', () => {
    const other = picture([
      [SIDE - 1, 8],
      [0, 20],
    ]);
    expect(differencesOf(picture([]), other)).toHaveLength(2);
  });

  it('are shown pale, and black where they differ', () => {
    const { shades } = pictureOfDifference(
      picture([[1, 0]]),
      picture([
        [1, 0],
        [3, 0],
      ]),
    );
    expect(Array.from(shades.slice(0, 5))).toEqual([15, 11, 15, 0, 15]);
  });

  it('are read from a file as they were written', async () => {
    const written = picture(
      [
        [0, 0],
        [100, 100],
        [7, 50],
      ],
      5,
    );
    expect(await readPng(pngOf(written))).toEqual(written);
  });
});

describe('golden pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-golden-'));
  const golden = async (pdf: Buffer) => {
    process.env.GOLDEN = 'write';
    const told = await againstGolden(pdf, folder, 'square');
    delete process.env.GOLDEN;
    return told;
  };

  it('are written when they are asked for, and those of lost pages removed', async () => {
    expect(await golden(await squares(20, 30, 40))).toEqual([]);
    expect(await golden(await squares(20, 30))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['square-1.png', 'square-2.png']);
    expect(await againstGolden(await squares(20, 30), folder, 'square')).toEqual([]);
  });

  it('tell where a page differs, and show it', async () => {
    await golden(await squares(20, 30));
    const [told = '', ...others] = await againstGolden(await squares(20, 32), folder, 'square');
    expect(others).toEqual([]);
    const place = '124 pixels within 40–72 from the left, 60–92 from the top';
    expect(told).toContain(`page 2 of square differs in ${place}: see `);
    const [, page = '', difference = ''] = /see (.*) and (.*)$/.exec(told) ?? [];
    expect(dirname(page)).toBe(dirname(difference));
    const shown = await readPng(readFileSync(page));
    expect([shown.width, shown.shades[61 * 200 + 71]]).toEqual([200, 0]);
    expect((await readPng(readFileSync(difference))).shades[61 * 200 + 71]).toBe(0);
  });

  it('miss a page, and do not know one that is new', async () => {
    await golden(await squares(20, 30));
    const fewer = await againstGolden(await squares(20), folder, 'square');
    expect(fewer).toEqual(['square has 1 pages instead of 2']);
    const [count, added] = await againstGolden(await squares(20, 30, 40), folder, 'square');
    expect(count).toBe('square has 3 pages instead of 2');
    expect(added).toContain('page 3 of square is not among the golden pages: ');
  });
});
