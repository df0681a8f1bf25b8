import { exampleOf } from '@quittance/contracts';
import { newId, systemClock, systemCtx, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopCommands } from '../../support/started-product.js';
import { startWorker } from '../../support/worker-process.js';
import type { BenchResult } from '../bench-result.js';
import { peakMemoryMb, type OpenBench } from '../support/open-bench.js';
import { BILLED, companyWithEndpoint, SECRETS_KEY } from './lone-endpoint.js';

const BACKLOG = 100_000;
/** Between two messages of what somebody did just now. */
const FRESH_EVERY_MS = 100;
/** Messages per second that are asked of one worker, and how long what is fresh may take. */
const ASKED_PER_SECOND = 500;
const FRESH_TARGET_MS = 2000;
const PATIENCE_MS = 900_000;

/**
 * A billing run's announcements on their way to one healthy receiver, by one worker process: how
 * fast they arrive, and how long what somebody does meanwhile takes from its commit to its arrival.
 */
export async function bulkBacklog(open: OpenBench): Promise<BenchResult[]> {
  const receiver = await startReceiver();
  try {
    const ctx = await companyWithEndpoint(open, receiver.url);
    await open.owner.query(BILLED, [ctx.companyId, BACKLOG]);
    await open.owner.query('vacuum analyze');
    const worker = startWorker({ url: open.url }, { SECRETS_KEY, WEBHOOKS_ALLOW_PRIVATE: 'true' });
    const arrived = async (count: number) => {
      for (let waited = 0; receiver.bulk < count; waited += 50) {
        const ended = worker.process.exitCode !== null;
        if (ended || waited > PATIENCE_MS) throw new Error(`${receiver.bulk}: ${worker.output()}`);
        await sleep(50);
      }
    };
    // A worker that is still starting says nothing about one that works.
    await arrived(1);
    const over = new AbortController();
    const fresh = announceFresh(open, ctx, over.signal);
    await arrived(BACKLOG);
    over.abort();
    const committed = await fresh;
    while ([...committed.keys()].some((id) => !receiver.freshAt.has(id))) await sleep(50);
    return results(receiver, committed);
  } finally {
    await stopCommands();
    receiver.close();
  }
}

interface Receiver {
  readonly url: string;
  bulk: number;
  firstAt: number;
  lastAt: number;
  /** When each fresh message came, by the id of its record. */
  readonly freshAt: Map<string, number>;
  close(): void;
}

/** Answers 204 to everything, as fast as a server in the same machine can. */
async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const now = performance.now();
      if (!body.startsWith('{"type":"invoice.sent"')) {
        receiver.bulk += 1;
        if (receiver.bulk === 1) receiver.firstAt = now;
        receiver.lastAt = now;
        return;
      }
      const { record_id: id } = JSON.parse(body) as { record_id: string };
      if (!receiver.freshAt.has(id)) receiver.freshAt.set(id, now);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/in`,
    bulk: 0,
    firstAt: 0,
    lastAt: 0,
    freshAt: new Map(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** One event after another until it is told to stop; answers when each was committed. */
async function announceFresh(
  { db }: OpenBench,
  { companyId }: Ctx,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const committed = new Map<string, number>();
  while (!signal.aborted) {
    const recordId = newId();
    const ctx = systemCtx(companyId, systemClock.now(), 'bench');
    const data = exampleOf('invoice.sent');
    await db.write(ctx, async (tx) => {
      emit(tx, { type: 'invoice.sent', object: 'invoice', recordId, data });
    });
    committed.set(recordId, performance.now());
    await sleep(FRESH_EVERY_MS);
  }
  return committed;
}

function results(receiver: Receiver, committed: ReadonlyMap<string, number>): BenchResult[] {
  const seconds = (receiver.lastAt - receiver.firstAt) / 1000;
  const waits = [...committed]
    .map(([id, at]) => (receiver.freshAt.get(id) ?? Infinity) - at)
    .sort((a, b) => a - b);
  const within = (part: number) => Math.round(waits[Math.ceil(waits.length * part) - 1] ?? 0);
  const rate = receiver.bulk / seconds;
  const announced = committed.size / seconds;
  return [
    {
      measure: `${BACKLOG.toLocaleString('en')} messages to one receiver (limit: what is asked)`,
      rate,
      limit: ASKED_PER_SECOND,
      ratio: rate / ASKED_PER_SECOND,
      target: 1,
      unit: 'messages/s',
      peakMemoryMb: peakMemoryMb(),
    },
    {
      measure: 'what is fresh meanwhile, from commit to arrival (limit: announced)',
      rate: announced,
      limit: announced,
      ratio: 1,
      target: 0,
      unit: 'messages/s',
      peakMemoryMb: 0,
      p50Ms: within(0.5),
      p95Ms: within(0.95),
      p95TargetMs: FRESH_TARGET_MS,
    },
  ];
}
