import { crc32, deflateSync } from 'node:zlib';

/**
 * A page as a reader shows it, a pixel for each point of paper: shades of grey from 0 (ink) to 15
 * (paper), row by row.
 */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly shades: Uint8Array;
}

export const PAPER = 15;
/** Of the 256 shades that are drawn so many are one here. */
const STEP = 17;

/** MuPDF, compiled to WebAssembly: the same pixels on every machine, whatever fonts it has. */
const { loadMupdf } = require('./mupdf.cjs') as { loadMupdf(): Promise<typeof import('mupdf')> };

/** Draws each page of a PDF. */
export async function picturesOf(pdf: Uint8Array): Promise<PagePicture[]> {
  const { Document, ColorSpace, Matrix } = await loadMupdf();
  const document = Document.openDocument(pdf, 'application/pdf');
  const pictures = Array.from({ length: document.countPages() }, (_, i) => {
    const page = document.loadPage(i);
    const drawn = page.toPixmap(Matrix.identity, ColorSpace.DeviceGray, false);
    const picture = pictureOf(drawn);
    drawn.destroy();
    page.destroy();
    return picture;
  });
  document.destroy();
  return pictures;
}

/** The picture that a file of `pngOf` holds. */
export async function readPng(png: Uint8Array): Promise<PagePicture> {
  const { Image } = await loadMupdf();
  const image = new Image(png);
  const drawn = image.toPixmap();
  const picture = pictureOf(drawn);
  drawn.destroy();
  image.destroy();
  return picture;
}

function pictureOf(drawn: InstanceType<typeof import('mupdf').Pixmap>): PagePicture {
  const [width, height] = [drawn.getWidth(), drawn.getHeight()];
  const [greys, stride] = [drawn.getPixels(), drawn.getStride()];
  // A copy: the memory it stands in is used again.
  const shades = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      shades[y * width + x] = Math.round((greys[y * stride + x] ?? 0) / STEP);
    }
  }
  return { width, height, shades };
}

/** The picture as a file: two pixels in a byte, a page in some ten kilobytes. */
export function pngOf({ width, height, shades }: PagePicture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Four bits of grey.
  head.writeUInt8(4, 8);
  const row = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade = shades[y * width + x] ?? PAPER;
      rows[y * row + 1 + (x >> 1)]! |= x % 2 === 0 ? shade << 4 : shade;
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
