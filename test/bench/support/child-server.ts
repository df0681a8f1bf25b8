import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_FLAGS } from '../../../apps/cli/src/start/api-flags.js';

/** A compiled server in a process of its own. */
export interface ChildServer {
  readonly port: number;
  /** The most memory it has held so far, in MiB. */
  peakMemoryMb(): number;
  /** Milliseconds of a processor that it has taken so far; 0 where the kernel does not say. */
  processorMs(): number;
  stop(): Promise<void>;
}

/** Where the build put everything; this file is three folders below it. */
const BUILT = join(__dirname, '../../..');

/**
 * Starts `dist/<main>` as the product starts its hosts, with this environment, and waits until it
 * answers on its port. The least software is started in the same way.
 */
export async function startChild(
  main: string,
  portVariable: string,
  env: Readonly<Record<string, string>>,
): Promise<ChildServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [...API_FLAGS, join(BUILT, main)], {
    env: { PATH: process.env.PATH, ...env, [portVariable]: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await answers(port, child);
  return {
    port,
    peakMemoryMb: () => peakMemoryOf(child),
    processorMs: () => processorMsOf(child),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error('The server did not start');
    try {
      await fetch(`http://127.0.0.1:${port}/health/live`);
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('The server never answered');
}

/** The kernel's own high-water mark, where it keeps one. */
function peakMemoryOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Linux counts it in ticks, a hundred a second, of which user and system are the 14th and 15th. */
export function processorMsOf({ pid }: { readonly pid?: number | undefined }): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const behindName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(behindName[11]) + Number(behindName[12])) * 10;
  } catch {
    return 0;
  }
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => found(port));
    });
  });
}
