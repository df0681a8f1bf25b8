import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Seeded } from '../faults/support/seeded.js';

/** What seeds are drawn from where there is no checkout to ask. */
const NO_CHECKOUT = 'no checkout';
const LARGEST_SEED = 1_000_000_000;

/** The commit that is checked out, in full; `no checkout` of an unpacked archive. */
export function checkedOutCommit(folder = resolve(__dirname, '../..')): string {
  try {
    const said = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.trim();
  } catch {
    return NO_CHECKOUT;
  }
}

/**
 * So many different seeds from 1 on, the same for the same commit and others for others: changes
 * cover different ones, and a failure can be repeated. More of them begin with the fewer.
 */
export function seedsOf(commit: string, count: number): number[] {
  const chance = new Seeded(createHash('sha256').update(commit).digest().readInt32BE(0));
  const seeds = new Set<number>();
  while (seeds.size < count) seeds.add(1 + chance.below(LARGEST_SEED));
  return [...seeds];
}

/** The command that runs a seed again. */
export function commandFor(
  seed: number,
  { operations, serial = false }: { readonly operations?: number; readonly serial?: boolean },
): string {
  const ops = operations === undefined ? '' : ` --ops ${operations}`;
  return `npm run simulate -- --seed ${seed}${ops}${serial ? ' --serial' : ''}`;
}
