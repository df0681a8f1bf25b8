import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Options } from '@node-rs/argon2';
import { PoolFailure, ThreadPool, threadFile } from '@quittance/threads';
import { availableParallelism } from 'node:os';
import { signInBusy } from '../identity.errors.js';

export type HashJob =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: Options }
  | { readonly kind: 'verify'; readonly password: string; readonly stored: string };

export type HashAnswer = { readonly done: string | boolean } | { readonly error: string };

/** How many passwords are hashed at a time: one core is left to the requests. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);
/** A hash takes 25 ms of a processor, of which a busy machine may give it little. */
const DEADLINE_SECONDS = 60;

const { file, execArgv } = threadFile(__dirname, 'hash-thread');

/**
 * Hashes in threads of its own, so that a storm of sign-ins leaves those of Node.js to files, names
 * and compression. They have the priority of the requests: a thread that steps behind is put aside
 * while it holds what the whole process needs, the map of its memory above all.
 */
@Injectable()
export class HashThreads implements OnApplicationShutdown {
  private readonly pool = new ThreadPool<HashJob, HashAnswer>({
    file,
    options: { execArgv, resourceLimits: { maxOldGenerationSizeMb: 64 } },
    threads: HASHES_AT_ONCE,
    // Who waits is ordered by the hasher, who brings no more than there are threads.
    mostWaiting: HASHES_AT_ONCE,
    patienceMs: DEADLINE_SECONDS * 1000,
    deadlineMs: DEADLINE_SECONDS * 1000,
  });

  /** @throws DomainError sign_in_busy */
  async hash(password: string, cost: Options): Promise<string> {
    return (await this.run({ kind: 'hash', password, cost })) as string;
  }

  /** @throws DomainError sign_in_busy */
  async verify(stored: string, password: string): Promise<boolean> {
    return (await this.run({ kind: 'verify', stored, password })) === true;
  }

  /** After the last request was served. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }

  private async run(job: HashJob): Promise<string | boolean> {
    const answer = await this.pool.run(job).catch((error: unknown) => {
      if (!(error instanceof PoolFailure)) throw error;
      throw signInBusy({}, { retryAfter: 2, cause: error });
    });
    if ('error' in answer) throw new Error(`A hash could not be made: ${answer.error}`);
    return answer.done;
  }
}
