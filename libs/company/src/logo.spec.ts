import { deflateSync } from 'node:zlib';
import { logoDataUrl, logoFault, logoMediaType, logoOf } from './logo.js';

/** A part of a PNG; the check sum at its end is nobody's concern here. */
function part(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

interface PngOptions {
  width?: number;
  interlaced?: boolean;
  pixels?: Buffer;
  end?: boolean;
  extra?: Buffer;
}

function png(over: PngOptions = {}) {
  const {
    width = 2,
    interlaced = false,
    pixels = Buffer.alloc(2 * (1 + 2 * 3)),
    end = true,
  } = over;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(2, 4);
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', header),
    over.extra ?? Buffer.alloc(0),
    part('IDAT', deflateSync(pixels)),
    ...(end ? [part('IEND', Buffer.alloc(0))] : []),
  ]);
}

function jpeg(channels: number, height = 10): Buffer {
  const start = Buffer.from('ffd8ffe00004ffff', 'hex');
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, height, 0, 10, channels, 0, 0, 0, 0]);
  return Buffer.concat([start, frame, Buffer.from('ffd9', 'hex')]);
}

const fault = (bytes: Buffer) =>
  logoFault({ mediaType: logoMediaType(bytes) ?? 'image/png', bytes });

describe('a logo', () => {
  it('is a PNG or a JPEG in grey or RGB', () => {
    expect([fault(png()), fault(jpeg(1)), fault(jpeg(3))]).toEqual(Array(3).fill(undefined));
  });

  it.each<[string, Buffer]>([
    ['text', Buffer.from('not a picture')],
    ['a PNG that is cut off', png({ end: false })],
    ['an interlaced PNG', png({ interlaced: true })],
    ['a PNG whose pixels are missing', png({ pixels: Buffer.alloc(3) })],
    ['a PNG with a second header', png({ extra: part('IHDR', Buffer.alloc(13)) })],
    ['a PNG that moves', png({ extra: part('acTL', Buffer.alloc(8)) })],
    ['a PNG with a palette it has no use for', png({ extra: part('PLTE', Buffer.alloc(3)) })],
    ['a PNG with a row that nothing can read', png({ pixels: Buffer.alloc(2 * (1 + 2 * 3), 9) })],
    ['a PNG that unpacks to more than it says', png({ pixels: Buffer.alloc(1_000_000) })],
    ['a PNG wider than any page', png({ width: 1601 })],
    ['a JPEG in printing inks', jpeg(4)],
    ['a JPEG without a height', jpeg(3, 0)],
    ['a JPEG that is cut off', jpeg(3).subarray(0, -2)],
    ['more bytes than are taken', Buffer.concat([png(), Buffer.alloc(220_000)])],
  ])('is not %s', (_, bytes) => {
    expect(fault(bytes)).toMatch(/^must /);
  });

  it('comes out of its data URL as it went in', () => {
    const logo = { mediaType: 'image/png' as const, bytes: png() };
    expect(logoOf(logoDataUrl(logo))).toEqual(logo);
    expect(logoOf('data:image/svg+xml;base64,PHN2Zz4=')).toBeUndefined();
  });
});
