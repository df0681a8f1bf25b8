import { serveJobs } from '@quittance/threads';
import { renderDocument } from './render-document.js';
import type { RenderJob } from './render-job.js';

/** What a thread answers: the bytes, handed over without a copy, or why there are none. */
export type ThreadAnswer = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: string };

/** The threads of the pool run this file. */
async function answer(job: RenderJob): Promise<ThreadAnswer> {
  try {
    // Small buffers share memory with others, which cannot be handed over.
    return { bytes: new Uint8Array(await renderDocument(job)) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

serveJobs(answer, (made) => ('bytes' in made ? [made.bytes.buffer] : []));
