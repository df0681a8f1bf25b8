import { parentPort, workerData } from 'node:worker_threads';

/** What a thread says when it has loaded all it needs: from then on the time of its jobs runs. */
export const READY = 'ready to do jobs';

/** What a pool hands to each of its threads. */
export interface ThreadData {
  /** How far the job in hand has come; memory of both, as a busy thread hears and says nothing. */
  readonly progress: Int32Array;
}

/** Does the jobs of a pool, one after the other: called once by the file that a thread runs. */
export function serveJobs<Job, Answer>(
  work: (job: Job) => Answer | Promise<Answer>,
  /** What of an answer is handed over without a copy. */
  handedOver: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', (job: Job) => {
    void (async () => {
      const answer = await work(job);
      parentPort?.postMessage({ answer }, handedOver(answer));
    })();
  });
  parentPort?.postMessage(READY);
}

/**
 * Says that the job in hand has come to its next part: a deadline is that of a part, and where it
 * is missed, the pool knows by which.
 */
export function reportProgress(part: number): void {
  const { progress } = (workerData ?? {}) as Partial<ThreadData>;
  if (progress) Atomics.store(progress, 0, part);
}
