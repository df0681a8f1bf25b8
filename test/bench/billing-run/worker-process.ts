import type { Ctx } from '@quittance/kernel';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WorkDone, WorkOrder } from './run-worker.js';

/** A process that bills; it is warm when it has billed before. */
export interface BenchWorker {
  bill(companies: readonly Ctx[]): Promise<WorkDone>;
  stop(): Promise<void>;
}

export async function startWorker(url: string): Promise<BenchWorker> {
  const child = fork(join(__dirname, 'run-worker.js'), {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    execArgv: (process.env.NODE_FLAGS ?? '').split(' ').filter(Boolean),
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The worker ended before its work');
  });
  gone.catch(() => undefined);
  const told = <T>() => Promise.race([once(child, 'message').then(([said]) => said as T), gone]);
  await told();
  return {
    bill: (companies) => {
      const order: WorkOrder = { companies: companies.map(({ companyId }) => companyId) };
      child.send(order);
      return told<WorkDone>();
    },
    stop: async () => {
      child.disconnect();
      await gone.catch(() => undefined);
    },
  };
}
