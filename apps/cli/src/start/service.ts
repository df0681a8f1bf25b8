import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Go } from './ahead.js';

export interface ServiceOptions {
  readonly name: string;
  /** The compiled entry point. */
  readonly main: string;
  /** What is loaded ahead of it. */
  readonly modules: string;
  /** Of Node.js itself. */
  readonly flags?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const AHEAD = join(__dirname, 'ahead.js');
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Who lived this long was well: the next crash is the first again. */
const WELL_AFTER_MS = 60_000;

/** One process of the product: loaded, started, watched, started again when it crashes, stopped. */
export class Service {
  private child: ChildProcess;
  private stopping = false;
  private pauseMs = FIRST_PAUSE_MS;

  /** The process loads its modules at once, and waits for its start. */
  constructor(private readonly options: ServiceOptions) {
    this.child = this.launch();
  }

  /**
   * Lets it begin. Fulfilled when it is ready.
   * @param ready waits for that, and no longer once the signal says that it is over
   * @throws Error when it ends before
   */
  async start(
    go: Go,
    ready: (child: ChildProcess, over: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { child, options } = this;
    const ended = exitOf(child).then(() => {
      if (!this.stopping) throw new Error(`${options.name} ended before it was ready.`);
    });
    ended.catch(() => undefined);
    const over = new AbortController();
    tell(child, go);
    await Promise.race([ready(child, over.signal), ended]).finally(() => over.abort());
    this.watch(child, go);
  }

  /** Lets it finish what it has begun, but not longer than this. */
  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (hasEnded(child)) return;
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
    const { main, modules, env, flags = [] } = this.options;
    return fork(AHEAD, [main, modules], {
      env,
      execArgv: [...flags],
      detached: process.platform !== 'win32',
    });
  }

  private watch(child: ChildProcess, go: Go): void {
    const born = performance.now();
    const crashed = () => {
      if (this.stopping) return;
      if (performance.now() - born > WELL_AFTER_MS) this.pauseMs = FIRST_PAUSE_MS;
      const pause = this.pauseMs;
      this.pauseMs = Math.min(pause * 2, LONGEST_PAUSE_MS);
      const how = child.signalCode ?? `code ${child.exitCode}`;
      console.error(`${this.options.name} ended (${how}); it starts again in ${pause / 1000} s.`);
      setTimeout(() => this.again(go), pause);
    };
    void exitOf(child).then(crashed);
  }

  private again(go: Go): void {
    if (this.stopping) return;
    this.child = this.launch();
    tell(this.child, go);
    this.watch(this.child, go);
  }
}

/** To one that has ended meanwhile nothing can be told; its end is noticed. */
function tell(child: ChildProcess, go: Go): void {
  if (child.connected) child.send(go, () => undefined);
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
