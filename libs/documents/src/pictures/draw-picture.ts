import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { readFile } from 'node:fs/promises';
import { face, facePath, familyFor } from '../pdf/fonts.js';
import type { PictureJob } from './picture-job.js';

let engine: Promise<void> | undefined;

/** Read once per thread: it is compiled, and downloads nothing. */
async function load(): Promise<void> {
  engine ??= readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')).then((bytes) =>
    initWasm(bytes),
  );
  await engine;
}

/** The font of a letter, whatever script it is of; none for a drawing without any. */
async function fontOf(letters: string) {
  const codePoint = letters.codePointAt(0);
  if (codePoint === undefined) return {};
  const family = familyFor(codePoint) ?? 'latin';
  const { familyName } = face(family, 'bold').font;
  const fontBuffers = [await readFile(facePath(family, 'bold'))];
  return { fontBuffers, defaultFontFamily: familyName, sansSerifFamily: familyName };
}

/** A drawing as a PNG file. */
export async function drawPicture({ svg, side, letters }: PictureJob): Promise<Uint8Array> {
  await load();
  const font = await fontOf(letters);
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: side }, font });
  try {
    const picture = drawing.render();
    try {
      return picture.asPng();
    } finally {
      picture.free();
    }
  } finally {
    drawing.free();
  }
}
