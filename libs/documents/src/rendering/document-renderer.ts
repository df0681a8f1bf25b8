import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PoolFailure, ThreadPool, threadFile } from '@quittance/threads';
import { availableParallelism } from 'node:os';
import { renderingBusy, renderingFailed } from '../documents.errors.js';
import { requireEInvoice } from '../e-invoices/require-e-invoice.js';
import { E_INVOICE_FORMATS, type RenderJob } from './render-job.js';
import type { ThreadAnswer } from './render-thread.js';

const DEADLINE_SECONDS = 30;
/** One core is left to the requests. */
const THREADS = Math.max(1, availableParallelism() - 1);
/**
 * Lines of documents that may wait: a batch of thousands of invoices, each of which comes to be
 * rendered, but never more than some tens of megabytes of them.
 */
const MOST_LINES_WAITING = 50_000;
/** Of a batch the last one waits for all the others, on a machine that is busy besides. */
const PATIENCE_SECONDS = 600;
/** A document that needs more than that fails alone, not with its process. */
const MOST_MEMORY_MB = 512;

const { file, execArgv } = threadFile(__dirname, 'render-thread');

/** Renders documents in threads, so that no request waits for the making of another's document. */
@Injectable()
export class DocumentRenderer implements OnApplicationShutdown {
  private readonly pool = new ThreadPool<RenderJob, ThreadAnswer>({
    file,
    options: { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB }, execArgv },
    threads: THREADS,
    mostWaiting: MOST_LINES_WAITING,
    patienceMs: PATIENCE_SECONDS * 1000,
    deadlineMs: DEADLINE_SECONDS * 1000,
  });

  /**
   * The bytes of a document. An electronic invoice is checked before it is made.
   * @throws DomainError e_invoice_not_possible, rendering_busy, rendering_failed
   */
  async render(job: RenderJob): Promise<Buffer> {
    if (isEInvoice(job)) requireEInvoice(job);
    const answer = await this.pool.run(job, { weight: weightOf(job) }).catch(refuse);
    if ('error' in answer) throw new Error(`A rendering thread failed: ${answer.error}`);
    const { bytes } = answer;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** After the last request was served. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** Its lines, and a few for its head and its foot. */
function weightOf({ document }: RenderJob): number {
  if (document.kind === 'statement') return document.movements.length + 5;
  const lines = document.kind === 'receipt' ? document.settled : document.lines;
  return lines.length + 5;
}

type EInvoiceJob = Extract<RenderJob, { format: (typeof E_INVOICE_FORMATS)[number] }>;

function isEInvoice(job: RenderJob): job is EInvoiceJob {
  return E_INVOICE_FORMATS.some((format) => format === job.format);
}

function refuse(error: unknown): never {
  if (!(error instanceof PoolFailure)) throw error;
  if (error.reason === 'full') {
    throw renderingBusy({}, { retryAfter: 5, turnedAway: true, cause: error });
  }
  throw renderingFailed({ seconds: DEADLINE_SECONDS }, { retryAfter: 5, cause: error });
}
