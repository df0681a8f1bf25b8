import { isLocalDate, type LocalDate } from '@quittance/calendar';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PreviewSketch, SKETCH_BYTES } from './preview-sketch.js';

/** What a preview was of, and a sketch of what it said. */
export interface PreviewToken {
  readonly asOf: LocalDate;
  readonly catchUp: boolean;
  readonly sketch: PreviewSketch;
}

const HEAD = 11;

/** Some ten kilobytes of text at the most, a few hundred bytes for a small preview. */
export function encodeToken({ asOf, catchUp, sketch }: PreviewToken): string {
  const head = Buffer.from(`${asOf}${catchUp ? '+' : '='}`, 'latin1');
  return deflateRawSync(Buffer.concat([head, sketch.toBytes()])).toString('base64url');
}

/** Undefined when the text is no token of ours. */
export function decodeToken(text: string): PreviewToken | undefined {
  const bytes = inflate(text);
  if (bytes?.length !== HEAD + SKETCH_BYTES) return undefined;
  const asOf = bytes.toString('latin1', 0, HEAD - 1);
  const sign = bytes.toString('latin1', HEAD - 1, HEAD);
  if (!isLocalDate(asOf) || (sign !== '+' && sign !== '=')) return undefined;
  return { asOf, catchUp: sign === '+', sketch: PreviewSketch.from(bytes.subarray(HEAD)) };
}

function inflate(text: string): Buffer | undefined {
  try {
    return inflateRawSync(Buffer.from(text, 'base64url'), {
      maxOutputLength: HEAD + SKETCH_BYTES,
    });
  } catch {
    return undefined;
  }
}
