import { systemClock } from '@quittance/kernel';
import { writeSync } from 'node:fs';

const ERROR = 50;
const STANDARD_OUTPUT = 1;
const TRIES = 5;

/**
 * Writes a line as the log of the process has them, past that log: it belongs to a thread that does
 * not answer, or is not there yet.
 */
export function alert(process: string, name: string, facts: object): void {
  const time = systemClock.now();
  const line = `${JSON.stringify({ level: ERROR, time, process, ...facts, msg: name })}\n`;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      writeSync(STANDARD_OUTPUT, line);
      return;
    } catch (error) {
      // A pipe whose reader is slow; with any other fault there is nobody to tell.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}
