import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { run } from './account.js';

/** Copies a stopped cluster with its owners; half a copy never counts. Only root has need of it. */
export async function copyCluster(from: string, to: string): Promise<void> {
  if (existsSync(to)) return;
  const unfinished = `${to}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const copied = await run(undefined, 'cp', ['-a', from, unfinished]);
  if (copied.code !== 0) throw new Error(`${from} could not be copied to ${to}: ${copied.output}`);
  await rename(unfinished, to);
}

/** Ends what counts as a cluster in one step. */
export async function removeCluster(directory: string): Promise<void> {
  await rename(directory, `${directory}.carried`);
  await rm(`${directory}.carried`, { recursive: true });
}
