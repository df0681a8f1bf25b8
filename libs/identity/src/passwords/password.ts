import { invalidField } from '@quittance/kernel';
import { hasMoreThan } from '@quittance/work';

export const SHORTEST_PASSWORD = 12;
/** Longer texts are refused before they cost a hash. */
export const LONGEST_PASSWORD = 1024;

/** Long enough for the rule and still among the first that are tried. */
const COMMON = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456123456',
  '123123123123',
  'abcdefghijkl',
  'adminadminadmin',
  'administrator',
  'changemechangeme',
  'letmeinletmein',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyqwerty',
  'qwertyuiopasdf',
]);

/**
 * One form for all ways of typing the same characters, so that a password works on every keyboard.
 */
export function normalPassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * A new password: at least 12 characters, none of the first an attacker tries, not the user's own
 * e-mail. No rule about kinds of characters: those make passwords worse (NIST SP 800-63B).
 * @throws DomainError validation_failed at `/password`
 */
export function checkNewPassword(password: string, email: string): void {
  const normal = normalPassword(password);
  const refuse = (code: string, message: string) => invalidField('/password', code, message);
  if (!hasMoreThan(normal, SHORTEST_PASSWORD - 1)) {
    throw refuse('min_length', `must have at least ${SHORTEST_PASSWORD} characters`);
  }
  if (hasMoreThan(normal, LONGEST_PASSWORD)) {
    throw refuse('max_length', `must have at most ${LONGEST_PASSWORD} characters`);
  }
  const lower = normal.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size < 3 || lower === email.toLowerCase()) {
    throw refuse('common', 'is among the first passwords an attacker would try');
  }
}
