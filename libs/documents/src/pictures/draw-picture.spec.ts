import { inflateSync } from 'node:zlib';
import { drawPicture } from './draw-picture.js';

const GROUND = 'fill="#0f6b4f"';

const drawingOf = (letters: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">` +
  `<rect width="512" height="512" ${GROUND}/>` +
  `<text x="50%" y="50%" fill="#ffffff" font-family="system-ui, sans-serif" font-size="256" ` +
  `font-weight="600" text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`;

/** The side of a PNG file of eight bits with alpha, and how many values its bytes have. */
function read(file: Uint8Array): { side: number; values: number } {
  const bytes = Buffer.from(file);
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(bytes.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  const pixels = inflateSync(Buffer.concat(data));
  return { side: bytes.readUInt32BE(16), values: new Set(pixels).size };
}

const drawn = async (letters: string, side = 180) =>
  drawPicture({ svg: drawingOf(letters), side, letters });

describe('a picture', () => {
  test('is a square of as many pixels as are asked for', async () => {
    for (const side of [180, 192, 512]) expect(read(await drawn('Q', side)).side).toBe(side);
  });

  test('shows a letter of every script that there is a font for', async () => {
    const empty = Buffer.from(await drawn(''));
    const files = await Promise.all(
      ['Q', 'Ж', 'Ω', 'م', 'א', 'क', '株'].map(async (letter) => Buffer.from(await drawn(letter))),
    );
    for (const file of files) {
      expect(file.equals(empty)).toBe(false);
      expect(read(file).values).toBeGreaterThan(read(empty).values);
    }
    expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(files.length);
  });

  test('is not made of what is no drawing', async () => {
    await expect(drawPicture({ svg: '<svg', side: 180, letters: '' })).rejects.toThrow(
      'parsing failed',
    );
  });
});
