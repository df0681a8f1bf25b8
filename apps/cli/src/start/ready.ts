import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** Fulfilled when the host says that it is ready, or when nobody waits for that any more. */
export async function answers(host: string, port: number, over: AbortSignal): Promise<void> {
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = `http://${near.includes(':') ? `[${near}]` : near}:${port}/health/ready`;
  while (!over.aborted) {
    const answer = await fetch(address, { signal: over }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(POLL_MS);
  }
}

/** Fulfilled when the process says so by its channel. */
export function saysReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}
