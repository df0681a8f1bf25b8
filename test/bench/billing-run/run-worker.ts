import { ExecuteRun } from '@quittance/billing';
import { connect } from '@quittance/database';
import { systemClock, type CompanyId } from '@quittance/kernel';
import { RateBooks, TaxQuotes } from '@quittance/tax';
import { readFileSync } from 'node:fs';
import { billingEntities } from '@quittance/billing';

/** What the parent asks: carry out the open runs of these companies. */
export interface WorkOrder {
  readonly companies: readonly CompanyId[];
}

export interface WorkDone {
  readonly seconds: number;
  readonly peakMemoryMb: number;
}

const BATCH_SIZE = 1000;

/** A worker's billing in a process of its own: one company after the other, as one of its loops. */
async function main(): Promise<void> {
  const settings = { url: process.env.DATABASE_URL ?? '', poolSize: 4, applicationName: 'bench' };
  const db = await connect(settings, billingEntities);
  const executeRun = new ExecuteRun(db, new TaxQuotes(db, new RateBooks()));
  const bill = async ({ companies }: WorkOrder) => {
    try {
      process.send?.(await work(executeRun, companies));
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    }
  };
  process.on('message', (order: WorkOrder) => void bill(order));
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

async function work(executeRun: ExecuteRun, companies: readonly CompanyId[]): Promise<WorkDone> {
  const started = performance.now();
  const onFault = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  for (const companyId of companies) {
    const order = { clock: systemClock, batchSize: BATCH_SIZE, onFault };
    while (await executeRun.execute(companyId, order));
  }
  return { seconds: (performance.now() - started) / 1000, peakMemoryMb: peakMemoryMb() };
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

void main();
