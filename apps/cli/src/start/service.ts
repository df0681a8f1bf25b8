import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServiceOptions {
  readonly name: string;
  /** The compiled entry point. */
  readonly main: string;
  /** Of Node.js itself. */
  readonly flags?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Fulfilled when the process does its work. */
  readonly ready: (child: ChildProcess) => Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Who lived this long was well: the next crash is the first again. */
const WELL_AFTER_MS = 60_000;

/** One process of the product: started, watched, started again when it crashes, stopped. */
export class Service {
  private child: ChildProcess | undefined;
  private stopping = false;
  private pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly options: ServiceOptions) {}

  /** Fulfilled when it is ready. @throws Error when it ends before. */
  async start(): Promise<void> {
    const child = this.launch();
    const ended = once(child, 'exit').then(() => {
      if (!this.stopping) throw new Error(`${this.options.name} ended before it was ready.`);
    });
    ended.catch(() => undefined);
    await Promise.race([this.options.ready(child), ended]);
    this.watch(child);
  }

  /** Lets it finish what it has begun, but not longer than this. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = new AbortController();
    sleep(deadlineMs, undefined, { signal: late.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await ended;
    late.abort();
  }

  /** In a group of its own, so that Ctrl-C reaches it through us, in order. */
  private launch(): ChildProcess {
    const { main, env, flags = [] } = this.options;
    const guard = join(__dirname, 'orphan-guard.js');
    this.child = fork(main, {
      env,
      execArgv: [...flags, '--enable-source-maps', '--require', guard],
      detached: process.platform !== 'win32',
    });
    return this.child;
  }

  private watch(child: ChildProcess): void {
    const born = performance.now();
    const crashed = (code: number | null, signal: NodeJS.Signals | null) => {
      if (this.stopping) return;
      if (performance.now() - born > WELL_AFTER_MS) this.pauseMs = FIRST_PAUSE_MS;
      const pause = this.pauseMs;
      this.pauseMs = Math.min(pause * 2, LONGEST_PAUSE_MS);
      const how = signal ?? `code ${code}`;
      console.error(`${this.options.name} ended (${how}); it starts again in ${pause / 1000} s.`);
      setTimeout(() => {
        if (!this.stopping) this.watch(this.launch());
      }, pause);
    };
    if (hasEnded(child)) crashed(child.exitCode, child.signalCode);
    else child.once('exit', crashed);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
