import { writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read.
 * @throws Error that names the file: what the system says of a full disk does not
 */
export function writeText(path: string, text: string, options: { flush?: boolean } = {}): void {
  try {
    writeFileSync(path, text, { mode: 0o600, ...options });
  } catch (error) {
    throw new Error(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
