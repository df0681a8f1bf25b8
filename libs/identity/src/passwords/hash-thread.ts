import { hashSync, verifySync } from '@node-rs/argon2';
import { serveJobs } from '@quittance/threads';
import type { HashAnswer, HashJob } from './hash-threads.js';

/** The threads of the pool run this file. */
function answer(job: HashJob): HashAnswer {
  try {
    if (job.kind === 'hash') return { done: hashSync(job.password, job.cost) };
    return { done: verifySync(job.stored, job.password) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

serveJobs(answer);
