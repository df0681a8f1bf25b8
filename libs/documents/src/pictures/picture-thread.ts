import { serveJobs } from '@quittance/threads';
import { drawPicture } from './draw-picture.js';
import type { PictureJob } from './picture-job.js';

/** What a thread answers: the bytes, handed over without a copy, or why there are none. */
export type DrawnPicture = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: string };

/** The thread of the pool runs this file. */
async function answer(job: PictureJob): Promise<DrawnPicture> {
  try {
    return { bytes: new Uint8Array(await drawPicture(job)) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

serveJobs(answer, (made) => ('bytes' in made ? [made.bytes.buffer] : []));
