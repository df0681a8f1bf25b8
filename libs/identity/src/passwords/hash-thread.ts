import { hashSync, verifySync } from '@node-rs/argon2';
import { serveJobs } from '@quittance/threads';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { HashAnswer, HashJob } from './hash-threads.js';

/**
 * How far it steps behind: of a processor that everybody wants, hashing has a tenth of what a
 * request has. With the least there is, a busy machine would let nobody in.
 */
const NICENESS = 10;

/** The threads of the pool run this file. */
function answer(job: HashJob): HashAnswer {
  try {
    if (job.kind === 'hash') return { done: hashSync(job.password, job.cost) };
    return { done: verifySync(job.stored, job.password) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Linux has a priority for each thread; elsewhere it is that of the process, which stays. */
function stepBehindRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, Math.min(19, getPriority() + NICENESS));
  } catch {
    // A kernel that shows no threads: hashing goes on at the priority of the process.
  }
}

stepBehindRequests();
serveJobs(answer);
