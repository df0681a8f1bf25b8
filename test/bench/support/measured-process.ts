import { connect } from '@quittance/database/host';
import type { Database, Entity } from '@quittance/database';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { WORKER_ENV, WORKER_FLAGS } from '../../../apps/cli/src/start/worker-flags.js';

/** What one order took. */
export interface WorkDone {
  readonly seconds: number;
  /** Of a processor, that the process took. */
  readonly processorSeconds: number;
  /** The most memory the process has held so far: nothing of the preparation is in it. */
  readonly peakMemoryMb: number;
}

/** A process that does the measured work and nothing else; it is warm when it has worked before. */
export interface MeasuredProcess<Order> {
  work(order: Order): Promise<WorkDone>;
  stop(): Promise<void>;
}

/** Starts a file that calls `doMeasuredWork`. */
export async function startMeasured<Order extends object>(
  file: string,
  url: string,
): Promise<MeasuredProcess<Order>> {
  const child = fork(file, {
    env: { ...WORKER_ENV, PATH: process.env.PATH, DATABASE_URL: url },
    execArgv: [...WORKER_FLAGS],
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The worker ended before its work');
  });
  gone.catch(() => undefined);
  const told = <T>() => Promise.race([once(child, 'message').then(([said]) => said as T), gone]);
  await told();
  return {
    work: (order) => {
      child.send(order);
      return told<WorkDone>();
    },
    stop: async () => {
      child.disconnect();
      await gone.catch(() => undefined);
    },
  };
}

/** In the process: carries out what the parent orders, one order after the other. */
export async function doMeasuredWork<Order>(
  entities: readonly Entity[],
  workOf: (db: Database) => (order: Order) => Promise<void>,
): Promise<void> {
  const settings = { url: process.env.DATABASE_URL ?? '', poolSize: 4, applicationName: 'bench' };
  const work = workOf(await connect(settings, entities));
  const measure = async (order: Order) => {
    const started = performance.now();
    const before = process.cpuUsage();
    try {
      await work(order);
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    }
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(before);
    const processorSeconds = (user + system) / 1e6;
    process.send?.({ seconds, processorSeconds, peakMemoryMb: peakMemoryMb() } satisfies WorkDone);
  };
  process.on('message', (order: Order) => void measure(order));
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

/** The kernel's own high-water mark, where it keeps one. */
function peakMemoryMb(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return Math.round(process.memoryUsage.rss() / 2 ** 20);
  }
}
