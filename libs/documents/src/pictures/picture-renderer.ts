import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PoolFailure, ThreadPool, threadFile } from '@quittance/threads';
import { createHash } from 'node:crypto';
import { renderingBusy, renderingFailed } from '../documents.errors.js';
import { BoundedMap } from '../pdf/bounded-map.js';
import type { PictureJob } from './picture-job.js';
import type { DrawnPicture } from './picture-thread.js';

const DEADLINE_SECONDS = 5;
/** Each is asked for by browsers of a whole company, and drawn once. */
const MOST_KEPT = 60;
const MOST_WAITING = 20;
const MOST_MEMORY_MB = 128;

const { file, execArgv } = threadFile(__dirname, 'picture-thread');

/** Makes PNG files of drawings in a thread of its own, each once as long as it is remembered. */
@Injectable()
export class PictureRenderer implements OnApplicationShutdown {
  private readonly drawn = new BoundedMap<string, Promise<Buffer>>(MOST_KEPT);
  private readonly pool = new ThreadPool<PictureJob, DrawnPicture>({
    file,
    options: { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB }, execArgv },
    threads: 1,
    mostWaiting: MOST_WAITING,
    patienceMs: DEADLINE_SECONDS * 1000,
    deadlineMs: DEADLINE_SECONDS * 1000,
  });

  /** @throws DomainError rendering_busy, rendering_failed */
  async render(job: PictureJob): Promise<Buffer> {
    const key = createHash('sha256').update(`${job.side}\n${job.svg}`).digest('base64url');
    const known = this.drawn.get(key);
    if (known) return known;
    const drawn = this.draw(job);
    this.drawn.set(key, drawn);
    // Whoever asks again behind a failure has it tried again.
    drawn.catch(() => this.drawn.delete(key));
    return drawn;
  }

  private async draw(job: PictureJob): Promise<Buffer> {
    const answer = await this.pool.run(job).catch(refuse);
    if ('error' in answer) throw new Error(`A picture could not be drawn: ${answer.error}`);
    const { bytes } = answer;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** After the last request was served. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof PoolFailure)) throw error;
  if (error.reason === 'full') {
    throw renderingBusy({}, { retryAfter: 5, turnedAway: true, cause: error });
  }
  throw renderingFailed({ seconds: DEADLINE_SECONDS }, { retryAfter: 5, cause: error });
}
