import { create } from 'qrcode';

/** A square code as rows of dark (true) and light modules. */
export type QrCode = readonly (readonly boolean[])[];

/** What the largest code at this level holds. */
const MOST_BYTES = 2331;

/**
 * Error correction M: a seventh of the code may be stained. Undefined when the text is too long.
 */
export function qrCode(content: string): QrCode | undefined {
  if (Buffer.byteLength(content) > MOST_BYTES) return undefined;
  const { size, data } = create(content, { errorCorrectionLevel: 'M' }).modules;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => data[row * size + column] === 1),
  );
}

/** The dark modules as one SVG path, a unit per module; runs of a row are one rectangle. */
export function qrPath(code: QrCode): string {
  let path = '';
  code.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x]) x += 1;
      path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
  });
  return path;
}
