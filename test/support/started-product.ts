import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A compiled command of the product, run as a person would run it. */
export interface Command {
  readonly process: ChildProcess;
  /** Everything it has said so far. */
  output(): string;
  /** Fulfilled when it says this. @throws Error with its output when it ends or time is up */
  says(words: string | RegExp, patienceMs?: number): Promise<void>;
  /** Its exit code, when it has ended. */
  ended(): Promise<number | null>;
}

/** Several products of several tests run at once: none has a port that it was not given. */
const QUIET = { LOG_LEVEL: 'warn', SHUTDOWN_SECONDS: '5', WORKER_PORT: '0' };

const running = new Set<ChildProcess>();

/** Runs `dist/apps/cli/src/<name>.js`. */
export function runCommand(
  name: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Command {
  return runMain(`dist/apps/cli/src/${name}.js`, env, args);
}

/** Runs a compiled file; the environment has nothing of the caller's settings. */
export function runMain(
  path: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Command {
  const main = resolve(path);
  if (!existsSync(main)) throw new Error(`${main} is missing: run \`npm run build\` first`);
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, ...QUIET, ...env },
    // The channel by which a process is told its fail points.
    stdio: ['ignore', 'pipe', 'pipe', ...(env.FAILPOINT === 'told' ? ['ipc' as const] : [])],
  });
  running.add(child);
  let said = '';
  const hear = (text: Buffer) => {
    said += text.toString();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const exit = once(child, 'exit').then(() => running.delete(child));
  return {
    process: child,
    output: () => said,
    ended: async () => {
      await exit;
      return child.exitCode;
    },
    says: async (words, patienceMs = 120_000) => {
      for (let waited = 0; !matches(said, words); waited += 50) {
        const over = child.exitCode !== null || child.signalCode !== null;
        if (over || waited > patienceMs) throw new Error(`It never said ${words}:\n${said}`);
        await sleep(50);
      }
    },
  };
}

function matches(said: string, words: string | RegExp): boolean {
  return typeof words === 'string' ? said.includes(words) : words.test(said);
}

/** For `afterEach`: nothing a failed test started outlives it. */
export async function stopCommands(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ends);
}

export function freePort(): Promise<number> {
  return new Promise((resolvePort) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolvePort(port));
    });
  });
}

/** The process that this one started to run an app, by what the system knows of both. */
export function processOf(starter: Command, app: string): number | undefined {
  const found = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return parent === String(starter.process.pid) && command.includes(`/${app}/`);
    } catch {
      return false;
    }
  });
  return found === undefined ? undefined : Number(found);
}
