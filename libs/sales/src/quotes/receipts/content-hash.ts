import { createHash } from 'node:crypto';
import { canonicalJson, type CanonicalValue } from './canonical-json.js';

/** SHA-256 of the canonical text of a value, in lower-case hex: anybody can work it out again. */
export function contentHash(value: CanonicalValue): string {
  return createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex');
}
