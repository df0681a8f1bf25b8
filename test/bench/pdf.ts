import { DocumentRenderer, type PrintableInvoice } from '@quittance/documents';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { aPrintableInvoice, manyLines, recordDrawing } from '@quittance/documents/testing';
import type { Bench, BenchResult } from './bench-result.js';

const THREADS = Math.max(1, availableParallelism() - 1);
const WARM_UP_SECONDS = 4;
/** Ours and the limit take turns, so that what else the machine does falls on both. */
const ROUNDS = 3;
const ROUND_SECONDS = 5;
const NS_PER_MS = 1_000_000;

/** PDFs of invoices in the pool of threads, beside the drawing library alone in as many threads. */
export const bench: Bench = {
  name: 'pdf',
  async run() {
    const renderer = new DocumentRenderer();
    try {
      const short = await measure(renderer, 'an invoice of 3 lines as PDF', manyLines(3));
      const long = await measure(renderer, 'an invoice of 100 lines as PDF', manyLines(100));
      return [short, long, await freedom(renderer)];
    } finally {
      await renderer.onApplicationShutdown();
    }
  },
};

let made = 0;
/** No two are the same: what differs from customer to customer differs here. */
function nextInvoice(over: Partial<PrintableInvoice>): PrintableInvoice {
  made += 1;
  const own = aPrintableInvoice(over);
  const number = `INV-${String(made).padStart(6, '0')}`;
  return { ...own, number, buyer: { ...own.buyer, name: `Customer ${made} Ltd` } };
}

async function measure(
  renderer: DocumentRenderer,
  name: string,
  over: Partial<PrintableInvoice>,
): Promise<BenchResult> {
  const drawing = await recordDrawing(aPrintableInvoice(over));
  const file = join(__dirname, 'pdf', 'limit-thread.js');
  const bare = Array.from({ length: THREADS }, () => new Worker(file, { workerData: drawing }));
  const sums = { ours: 0, bare: 0, seconds: 0 };
  try {
    await renderFor(renderer, over, WARM_UP_SECONDS);
    await drawFor(bare, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      sums.bare += await drawFor(bare, ROUND_SECONDS);
      sums.ours += await renderFor(renderer, over, ROUND_SECONDS);
      sums.seconds += ROUND_SECONDS;
    }
  } finally {
    await Promise.all(bare.map((worker) => worker.terminate()));
  }
  return result(name, sums.ours / sums.seconds, sums.bare / sums.seconds, 0.8, 'PDF/s');
}

/** As many jobs under way as keep every thread busy. */
async function renderFor(
  renderer: DocumentRenderer,
  over: Partial<PrintableInvoice>,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let rendered = 0;
  const feed = async () => {
    while (performance.now() < until) {
      await renderer.render({ format: 'pdf', document: nextInvoice(over) });
      rendered += 1;
    }
  };
  await Promise.all(Array.from({ length: 2 * THREADS }, feed));
  return rendered;
}

async function drawFor(workers: readonly Worker[], seconds: number): Promise<number> {
  const drawn = await Promise.all(
    workers.map(async (worker) => {
      worker.postMessage(seconds);
      const [count] = (await once(worker, 'message')) as [number];
      return count;
    }),
  );
  return drawn.reduce((sum, count) => sum + count, 0);
}

/** What is left of the event loop while PDFs are rendered: its turns, beside an idle loop's. */
async function freedom(renderer: DocumentRenderer): Promise<BenchResult> {
  const idle = await turnsPerSecond(ROUND_SECONDS);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [busy] = await Promise.all([
    turnsPerSecond(ROUND_SECONDS),
    renderFor(renderer, manyLines(3), ROUND_SECONDS),
  ]);
  delay.disable();
  const ms = (ns: number) => Math.max(0, Math.round(ns / NS_PER_MS - 5));
  const longest = `at most ${ms(delay.max)} ms late, 99 % within ${ms(delay.percentile(99))} ms`;
  return result(`turns of the event loop meanwhile (${longest})`, busy, idle, 0.5, 'turns/s');
}

async function turnsPerSecond(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let turns = 0;
  while (performance.now() < until) {
    await turn();
    turns += 1;
  }
  return turns / seconds;
}

function result(
  name: string,
  rate: number,
  limit: number,
  target: number,
  unit: string,
): BenchResult {
  return {
    measure: name,
    rate: Math.round(rate * 10) / 10,
    limit: Math.round(limit * 10) / 10,
    ratio: Math.round((rate / limit) * 100) / 100,
    target,
    unit,
    peakMemoryMb: peakMemoryMb(),
  };
}

/** Of this process with all of its threads, where the kernel keeps it. */
function peakMemoryMb(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
