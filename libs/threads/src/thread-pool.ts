import { Worker, type WorkerOptions } from 'node:worker_threads';
import { FairLine, type Waiting } from './fair-line.js';
import { READY, type ThreadData } from './serve-jobs.js';

export interface PoolSettings {
  readonly file: string;
  readonly options?: WorkerOptions;
  readonly threads: number;
  /** How many of them may work for one owner at a time; all of them unless given. */
  readonly threadsPerOwner?: number;
  /** What may wait, by weight; what would make it more is refused. */
  readonly mostWaiting: number;
  /** What may wait of one owner; as much as of all unless given. */
  readonly mostWaitingPerOwner?: number;
  /** How long a job may wait for a thread that has started. */
  readonly patienceMs: number;
  /** How long a job may run without reporting progress. */
  readonly deadlineMs: number;
}

/** Why a job has no answer that its thread gave. */
export class PoolFailure extends Error {
  override readonly name = 'PoolFailure';

  constructor(
    /** `full` and `impatient`: no thread has seen it · `late`: it took too long · `crashed` */
    readonly reason: 'full' | 'impatient' | 'late' | 'crashed' | 'closed',
    /** The part of the job at which it ended; 0 for one that reports none. */
    readonly part = 0,
  ) {
    super(`The job had no answer: ${reason}`);
  }
}

/** On which terms a job is done. */
export interface JobTerms {
  /** What the job holds while it waits; one that is alone waits whatever it holds. */
  readonly weight?: number;
  /** For whom it is done: owners take turns. */
  readonly owner?: string;
  /** In place of the pool's own. */
  readonly patienceMs?: number;
  /** Told when a thread comes to it. */
  readonly onBegin?: () => void;
}

interface Task<Job, Answer> extends Waiting {
  readonly job: Job;
  readonly patienceMs: number;
  readonly onBegin: (() => void) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

interface Thread<Job, Answer> {
  readonly worker: Worker;
  readonly progress: Int32Array;
  ready: boolean;
  task: Task<Job, Answer> | null;
}

/** A deadline is looked at so often: a process that stood still meanwhile has missed one look. */
const LOOKS = 5;

/**
 * Threads that each do one job at a time. They are started when they are needed and kept. One that
 * crashes, or whose job takes too long, is given up and another takes its place. Owners take turns,
 * so that none waits for another's backlog.
 */
export class ThreadPool<Job, Answer> {
  private readonly threads = new Set<Thread<Job, Answer>>();
  /** Given up, but at something that ends before they do. */
  private readonly dying = new Set<Worker>();
  private readonly line = new FairLine<Task<Job, Answer>>();
  private closed = false;

  constructor(private readonly settings: PoolSettings) {}

  /** Jobs that wait or run. */
  get load(): number {
    return this.line.size + [...this.threads].filter(({ task }) => task).length;
  }

  /**
   * The answer of a thread, when one has come to the job.
   * @throws PoolFailure
   */
  run(job: Job, terms: JobTerms = {}): Promise<Answer> {
    if (this.closed) return Promise.reject(new PoolFailure('closed'));
    const { weight = 1, owner = '', patienceMs = this.settings.patienceMs, onBegin } = terms;
    if (this.isFullFor(owner, weight)) return Promise.reject(new PoolFailure('full'));
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.lookAtWaiting(task), patienceMs);
      const waiting = { job, weight, owner, patienceMs, onBegin };
      const task: Task<Job, Answer> = { ...waiting, resolve, reject, timer };
      this.line.add(task);
      this.assign();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const threads = [...this.threads];
    const tasks = threads.flatMap(({ task }) => task ?? []);
    for (let next = this.line.next(() => true); next; next = this.line.next(() => true)) {
      tasks.push(next);
    }
    this.threads.clear();
    for (const task of tasks) settle(task, () => task.reject(new PoolFailure('closed')));
    const workers = [...threads.map(({ worker }) => worker), ...this.dying];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private isFullFor(owner: string, weight: number): boolean {
    const { mostWaiting, mostWaitingPerOwner = mostWaiting } = this.settings;
    const [all, own] = [this.line.weightOf(), this.line.weightOf(owner)];
    if (own > 0 && own + weight > mostWaitingPerOwner) return true;
    return all > 0 && all + weight > mostWaiting;
  }

  private assign(): void {
    const { threads, threadsPerOwner = threads } = this.settings;
    const busyFor = (owner: string) =>
      [...this.threads].filter(({ task }) => task?.owner === owner).length;
    while (this.line.size > 0) {
      const thread = [...this.threads].find(({ ready, task }) => ready && !task);
      if (!thread) break;
      const task = this.line.next((owner) => busyFor(owner) < threadsPerOwner);
      if (!task) return;
      this.begin(thread, task);
    }
    const starting = [...this.threads].filter(({ ready }) => !ready).length;
    const room = threads - this.threads.size;
    // What is given up still holds a core and memory until it ends.
    const may = Math.min(room, 2 * threads - this.threads.size - this.dying.size);
    for (let i = 0; i < Math.min(may, this.line.size - starting); i += 1) this.start();
  }

  private begin(thread: Thread<Job, Answer>, task: Task<Job, Answer>): void {
    clearTimeout(task.timer);
    task.onBegin?.();
    Atomics.store(thread.progress, 0, 0);
    thread.task = task;
    // A process with work left does not end; one whose threads only wait may.
    thread.worker.ref();
    thread.worker.postMessage(task.job);
    this.watch(thread, task, { part: 0, still: 0 });
  }

  /**
   * Looks again and again whether the job comes on. Looks are counted, not the time between them:
   * where the whole process is kept from its work, the thread is too.
   */
  private watch(
    thread: Thread<Job, Answer>,
    task: Task<Job, Answer>,
    last: { readonly part: number; readonly still: number },
  ): void {
    task.timer = setTimeout(() => {
      const part = Atomics.load(thread.progress, 0);
      const still = part === last.part ? last.still + 1 : 0;
      if (still >= LOOKS) this.giveUp(thread, task, part);
      else this.watch(thread, task, { part, still });
    }, this.settings.deadlineMs / LOOKS);
  }

  private start(): void {
    const progress = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(this.settings.file, {
      ...this.settings.options,
      workerData: { progress } satisfies ThreadData,
    });
    const thread: Thread<Job, Answer> = { worker, progress, ready: false, task: null };
    worker.on('message', (message: typeof READY | { readonly answer: Answer }) => {
      if (message === READY) thread.ready = true;
      else this.finish(thread, (task) => task.resolve(message.answer));
      if (!thread.task) worker.unref();
      this.assign();
    });
    // What it died of is told to the one whose job it had; `exit` follows in every case.
    worker.on('error', (cause) => {
      const failure = new PoolFailure('crashed', Atomics.load(progress, 0));
      failure.cause = cause;
      this.bury(thread, failure);
    });
    worker.on('exit', () => {
      this.dying.delete(worker);
      this.bury(thread, new PoolFailure('crashed', Atomics.load(progress, 0)));
      if (!this.closed) this.assign();
    });
    this.threads.add(thread);
  }

  private finish(thread: Thread<Job, Answer>, outcome: (task: Task<Job, Answer>) => void): void {
    const { task } = thread;
    thread.task = null;
    if (task) settle(task, () => outcome(task));
  }

  /** A thread that could not even start answers for whoever waited for it. */
  private bury(thread: Thread<Job, Answer>, failure: PoolFailure): void {
    if (!this.threads.delete(thread)) return;
    const waiting = thread.ready ? undefined : this.line.next(() => true);
    if (waiting) settle(waiting, () => waiting.reject(failure));
    this.finish(thread, (task) => task.reject(failure));
  }

  /** That threads are only starting is nothing to lose patience about. */
  private lookAtWaiting(task: Task<Job, Answer>): void {
    if ([...this.threads].some(({ ready }) => !ready)) {
      task.timer = setTimeout(() => this.lookAtWaiting(task), task.patienceMs);
      return;
    }
    if (!this.line.remove(task)) return;
    settle(task, () => task.reject(new PoolFailure('impatient')));
  }

  /** A thread cannot be told to stop what it does: it is ended. */
  private giveUp(thread: Thread<Job, Answer>, task: Task<Job, Answer>, part: number): void {
    this.threads.delete(thread);
    this.dying.add(thread.worker);
    void thread.worker.terminate();
    settle(task, () => task.reject(new PoolFailure('late', part)));
    this.assign();
  }
}

function settle<Job, Answer>(task: Task<Job, Answer>, outcome: () => void): void {
  clearTimeout(task.timer);
  outcome();
}
