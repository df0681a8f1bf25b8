import { execFileSync } from 'node:child_process';

/** Of so many parts of what is generated a commit runs one (`tier.ts`). */
export const SAMPLES = 20;

/**
 * What chance draws from in a run of the tests: the name of the
 * commit, so that all who run a commit run the same, and commits after
 * one another run what the others left out. `TEST_SEED` is another.
 */
export function commitSeed(root) {
  if (process.env.TEST_SEED) return process.env.TEST_SEED;
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    // A source archive has no history.
    return '0';
  }
}

/**
 * Which of so many lists of files has its turn: by another digit of the number than the one that
 * says which sample is taken, so that each file meets every sample.
 */
export function turnOf(seed, samples, lists) {
  return Math.floor(drawn(seed, lists * samples) / samples);
}

/** The same whole number below `below` for the same seed. */
export function drawn(seed, below) {
  let hash = 2_166_136_261;
  for (const { codePoint } of [...seed].map((each) => ({ codePoint: each.codePointAt(0) }))) {
    hash = Math.imul(hash ^ codePoint, 16_777_619) >>> 0;
  }
  return hash % below;
}
