import { inflateSync } from 'node:zlib';

/** The largest logo in bytes; as a data URL it stays below 300,000 characters. */
export const LOGO_LIMIT = 220_000;
/** The longest side of a logo in pixels: more than any printed page shows. */
const LONGEST_SIDE = 1600;
const BASE64 = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/]+={0,2})$/;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A picture with the media type that its bytes have. */
export interface Logo {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/** The picture in a data URL; undefined when it is no PNG or JPEG in one. */
export function logoOf(dataUrl: string): Logo | undefined {
  const [, mediaType, text = ''] = BASE64.exec(dataUrl) ?? [];
  if (mediaType !== 'image/png' && mediaType !== 'image/jpeg') return undefined;
  return { mediaType, bytes: Buffer.from(text, 'base64') };
}

export function logoDataUrl({ mediaType, bytes }: Logo): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}

/** The media type that the bytes say they have, whatever they were sent as. */
export function logoMediaType(bytes: Buffer): Logo['mediaType'] | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'image/png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'image/jpeg' : undefined;
}

/** Why a picture cannot stand on a document; undefined when it can. Reads every byte of it. */
export function logoFault({ mediaType, bytes }: Logo): string | undefined {
  if (bytes.length > LOGO_LIMIT) return `must have ${LOGO_LIMIT} bytes at most`;
  if (logoMediaType(bytes) !== mediaType) return `must be ${mediaType} as it says`;
  const fault = mediaType === 'image/png' ? pngFault(bytes) : jpegFault(bytes);
  return fault && `must be a picture that can be read: ${fault}`;
}

function sizeFault(width: number, height: number): string | undefined {
  const fits = width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE;
  return fits ? undefined : `it may have ${LONGEST_SIDE} × ${LONGEST_SIDE} pixels at most`;
}

/** Channels of a pixel by the colour type of a PNG. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bits of a channel by the colour type. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Colour types with a channel of their own for what shines through. */
const WITH_ALPHA = [4, 6];
const PALETTE = 3;
/** Filters of rows are numbered from 0. */
const LAST_FILTER = 4;

function pngFault(bytes: Buffer): string | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'it has no header';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const size = sizeFault(width, height);
  if (size) return size;
  const [bits = 0, colour = 0] = [bytes[24], bytes[25]];
  const channels = CHANNELS[colour];
  if (channels === undefined || bytes[28] !== 0) return 'interlaced pictures are not taken';
  if (!DEPTHS[colour]?.includes(bits)) return 'its colours have an unknown depth';
  const parts = pngParts(bytes);
  if (!parts) return 'it is cut off';
  const row = 1 + Math.ceil((width * channels * bits) / 8);
  return partsFault(parts.types, colour) ?? pixelFault(parts.data, row, height);
}

interface PngParts {
  readonly data: Buffer;
  /** Every part but the pixels, in order. */
  readonly types: readonly string[];
}

function pngParts(bytes: Buffer): PngParts | undefined {
  const data: Buffer[] = [];
  const types: string[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    if (type === 'IEND') return { data: Buffer.concat(data), types };
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
    else types.push(type === 'PLTE' && length % 3 !== 0 ? 'PLTE?' : type);
    at += 12 + length;
  }
  return undefined;
}

/** Parts that a reader trusts must be there once and fit the colours. */
function partsFault(types: readonly string[], colour: number): string | undefined {
  const count = (type: string) => types.filter((each) => each === type).length;
  if (count('IHDR') > 1 || count('PLTE') > 1 || count('tRNS') > 1) return 'a part of it is double';
  if (count('acTL') + count('fcTL') + count('fdAT') > 0) return 'it moves';
  if (count('PLTE') !== (colour === PALETTE ? 1 : 0)) return 'its palette does not fit';
  if (count('tRNS') > 0 && WITH_ALPHA.includes(colour)) return 'it is transparent in two ways';
  return undefined;
}

/**
 * Whether the compressed pixels are whole, each row with a filter that exists. A bomb is given up
 * at the size the header promises.
 */
function pixelFault(data: Buffer, row: number, height: number): string | undefined {
  try {
    const pixels = inflateSync(data, { maxOutputLength: row * height });
    if (pixels.length !== row * height) return 'pixels are missing';
    for (let at = 0; at < pixels.length; at += row) {
      if ((pixels[at] ?? 0) > LAST_FILTER) return 'its pixels are filtered in an unknown way';
    }
    return undefined;
  } catch {
    return 'its pixels are damaged';
  }
}

/** The markers that begin a picture of a kind every viewer shows: baseline to progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

function jpegFault(bytes: Buffer): string | undefined {
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return 'it is cut off';
  for (let at = 2; at + 10 <= bytes.length;) {
    if (bytes[at] !== 0xff) return 'its parts do not follow one another';
    const marker = bytes[at + 1] ?? 0;
    if (FRAMES.has(marker)) {
      const channels = bytes[at + 9];
      // Four channels are inks of a press, which archived documents may not hold.
      if (channels !== 1 && channels !== 3) return 'its colours must be grey or RGB';
      return sizeFault(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return 'it has no picture';
}
