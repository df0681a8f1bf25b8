import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.js';

/** So many are made, each for one sign-in without the authenticator. */
export const RECOVERY_CODES = 10;
/** 80 bits: nobody guesses one, so that a fast hash is enough. */
const BYTES = 10;
const LETTERS = 16;

/** New codes as a person writes them down: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = base32(randomBytes(BYTES)).toLowerCase();
    return (letters.match(/.{4}/g) ?? []).join('-');
  });
}

/** What is stored of a code, however it was typed; null of what is none. */
export function recoveryHash(code: string): string | null {
  const letters = code.replace(/[\s-]/g, '').toLowerCase();
  return letters.length === LETTERS ? createHash('sha256').update(letters).digest('hex') : null;
}
