import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differencesOf, pictureOfDifference } from './compare-pictures.js';
import { picturesOf, pngOf, readPng, type PagePicture } from './page-picture.js';

/** At most so many places of a page are named: beyond that it is another page. */
const NAMED = 8;

/**
 * What a PDF shows otherwise than the golden pages `<name>-1.png` and so on of a folder, in
 * sentences that name the place and the files to look at. With `GOLDEN=write` its pages become the
 * golden ones.
 */
export async function againstGolden(
  pdf: Uint8Array,
  folder: string,
  name: string,
): Promise<string[]> {
  const pages = await picturesOf(pdf);
  if (process.env.GOLDEN === 'write') writePages(pages, folder, name);
  const kept = goldenFiles(folder, name);
  const told: string[] = [];
  if (kept.length !== pages.length) {
    told.push(`${name} has ${pages.length} pages instead of ${kept.length}`);
  }
  for (const [i, page] of pages.entries()) {
    const file = `${name}-${i + 1}.png`;
    const golden = kept.includes(file) ? await readPng(readFileSync(join(folder, file))) : null;
    const difference = golden ? differenceTold(golden, page) : 'is not among the golden pages';
    if (difference === null) continue;
    const shown = shownIn(file, page, golden);
    told.push(`page ${i + 1} of ${name} ${difference}: ${shown}`);
  }
  return told;
}

/** The golden pages of a document. */
function goldenFiles(folder: string, name: string): string[] {
  const own = (file: string) =>
    file.startsWith(name) && /^-\d+\.png$/.test(file.slice(name.length));
  return readdirSync(folder).filter(own);
}

function writePages(pages: readonly PagePicture[], folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  // Those of pages that it has no more go too.
  for (const file of goldenFiles(folder, name)) rmSync(join(folder, file));
  pages.forEach((page, i) => writeFileSync(join(folder, `${name}-${i + 1}.png`), pngOf(page)));
}

function differenceTold(golden: PagePicture, page: PagePicture): string | null {
  if (golden.width !== page.width || golden.height !== page.height) {
    const [was, is] = [golden, page].map(({ width, height }) => `${width} × ${height}`);
    return `is ${is} points instead of ${was}`;
  }
  const places = differencesOf(golden, page).map(
    ({ left, top, right, bottom, count }) =>
      `${count} pixels within ${left}–${right} from the left, ${top}–${bottom} from the top`,
  );
  if (places.length === 0) return null;
  const more = places.length > NAMED ? [`${places.length - NAMED} more places`] : [];
  return `differs in ${[...places.slice(0, NAMED), ...more].join('; ')}`;
}

/** Puts the page, and what of it differs, where somebody can look at them. */
function shownIn(file: string, page: PagePicture, golden: PagePicture | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-pages-'));
  const shown = join(folder, file);
  writeFileSync(shown, pngOf(page));
  if (!golden) return shown;
  const difference = join(folder, `difference-${file}`);
  const alike = golden.width === page.width && golden.height === page.height;
  writeFileSync(difference, pngOf(alike ? pictureOfDifference(golden, page) : golden));
  return `see ${shown} and ${difference}`;
}
