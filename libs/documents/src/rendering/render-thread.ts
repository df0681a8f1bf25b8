import { parentPort } from 'node:worker_threads';
import { renderDocument } from './render-document.js';
import type { RenderJob } from './render-job.js';

/** What a thread answers: the bytes, handed over without a copy, or why there are none. */
export type ThreadAnswer = { readonly bytes: Uint8Array } | { readonly error: string };

/** The threads of the pool run this file: one job after the other. */
async function answer(job: RenderJob): Promise<void> {
  try {
    // Small buffers share memory with others, which cannot be handed over.
    const bytes = new Uint8Array(await renderDocument(job));
    parentPort?.postMessage({ bytes } satisfies ThreadAnswer, [bytes.buffer]);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ error: text } satisfies ThreadAnswer);
  }
}

parentPort?.on('message', (job: RenderJob) => void answer(job));
