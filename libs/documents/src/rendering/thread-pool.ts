import { Worker, type WorkerOptions } from 'node:worker_threads';

export interface PoolSettings {
  readonly file: string;
  readonly options?: WorkerOptions;
  readonly threads: number;
  /** What may wait, by weight; what would make it more is refused. */
  readonly mostWaiting: number;
  /** How long a job may wait for a thread. */
  readonly patienceMs: number;
  /** How long a job may run. */
  readonly deadlineMs: number;
}

/** Why a job has no answer that its thread gave. */
export class PoolFailure extends Error {
  override readonly name = 'PoolFailure';

  constructor(readonly reason: 'full' | 'late' | 'crashed' | 'closed') {
    super(`The job had no answer: ${reason}`);
  }
}

interface Task<Job, Answer> {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly weight: number;
  timer: NodeJS.Timeout;
}

interface Thread<Job, Answer> {
  readonly worker: Worker;
  task: Task<Job, Answer> | null;
}

/**
 * Threads that each do one job at a time. They are started when they are needed and kept. One that
 * crashes, or whose job takes too long, is given up and another takes its place.
 */
export class ThreadPool<Job, Answer> {
  private readonly threads = new Set<Thread<Job, Answer>>();
  private readonly waiting: Task<Job, Answer>[] = [];
  private waitingWeight = 0;
  private closed = false;

  constructor(private readonly settings: PoolSettings) {}

  /** Jobs that wait or run. */
  get load(): number {
    return this.waiting.length + [...this.threads].filter(({ task }) => task).length;
  }

  /**
   * The answer of a thread, when one has come to the job.
   * @param weight what the job holds while it waits; one that is alone waits whatever it holds
   * @throws PoolFailure
   */
  run(job: Job, weight = 1): Promise<Answer> {
    if (this.closed) return Promise.reject(new PoolFailure('closed'));
    const { mostWaiting, patienceMs } = this.settings;
    if (this.waiting.length > 0 && this.waitingWeight + weight > mostWaiting) {
      return Promise.reject(new PoolFailure('full'));
    }
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(task), patienceMs);
      const task: Task<Job, Answer> = { job, resolve, reject, weight, timer };
      this.waiting.push(task);
      this.waitingWeight += weight;
      this.assign();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const threads = [...this.threads];
    this.waitingWeight = 0;
    const tasks = [...this.waiting.splice(0), ...threads.flatMap(({ task }) => task ?? [])];
    this.threads.clear();
    for (const task of tasks) settle(task, () => task.reject(new PoolFailure('closed')));
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  private assign(): void {
    while (this.waiting.length > 0) {
      const thread = this.idleThread();
      const task = thread && this.waiting.shift();
      if (!thread || !task) return;
      this.waitingWeight -= task.weight;
      clearTimeout(task.timer);
      task.timer = setTimeout(() => this.giveUp(task), this.settings.deadlineMs);
      thread.task = task;
      // A process with work left does not end; one whose threads only wait may.
      thread.worker.ref();
      thread.worker.postMessage(task.job);
    }
  }

  private idleThread(): Thread<Job, Answer> | undefined {
    for (const thread of this.threads) if (!thread.task) return thread;
    return this.threads.size < this.settings.threads ? this.start() : undefined;
  }

  private start(): Thread<Job, Answer> {
    const worker = new Worker(this.settings.file, this.settings.options);
    const thread: Thread<Job, Answer> = { worker, task: null };
    worker.on('message', (answer: Answer) => {
      const { task } = thread;
      thread.task = null;
      worker.unref();
      if (task) settle(task, () => task.resolve(answer));
      this.assign();
    });
    // What it died of is told to the one whose job it had; `exit` follows in every case.
    worker.on('error', (cause) => {
      const { task } = thread;
      thread.task = null;
      this.threads.delete(thread);
      const failure = new PoolFailure('crashed');
      failure.cause = cause;
      if (task) settle(task, () => task.reject(failure));
    });
    worker.on('exit', () => {
      const { task } = thread;
      thread.task = null;
      this.threads.delete(thread);
      if (task) settle(task, () => task.reject(new PoolFailure('crashed')));
      if (!this.closed) this.assign();
    });
    this.threads.add(thread);
    return thread;
  }

  /** A thread cannot be told to stop what it does: it is ended. */
  private giveUp(task: Task<Job, Answer>): void {
    const place = this.waiting.indexOf(task);
    if (place >= 0) {
      this.waiting.splice(place, 1);
      this.waitingWeight -= task.weight;
    }
    for (const thread of this.threads) {
      if (thread.task !== task) continue;
      thread.task = null;
      this.threads.delete(thread);
      void thread.worker.terminate();
    }
    settle(task, () => task.reject(new PoolFailure('late')));
    this.assign();
  }
}

function settle<Job, Answer>(task: Task<Job, Answer>, outcome: () => void): void {
  clearTimeout(task.timer);
  outcome();
}
