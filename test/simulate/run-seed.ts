import { deadlocksMet } from '@quittance/database/host';
import { ReceiveWebhook } from '@quittance/gateway';
import { armFuses } from './crash.js';
import { checkBooks, checkSeed } from './check-seed.js';
import { drain } from './drain.js';
import { drawProgram, type DrawnOperation, type DrawnStep } from './draw.js';
import { readKnownRows, type KnownRows } from './known-rows.js';
import { planOperation, runOperation, type Outcome } from './run-operation.js';
import { Scene } from './scene.js';
import { WatchedRules } from './rules/watched-rules.js';
import type { Stage } from './stage.js';
import { dailyWork, workOnce } from './work-rounds.js';

export interface SeedOptions {
  /** Drawn from 200 to 500 unless told. */
  readonly operations?: number | undefined;
  /** One operation after the other, with the outcome of each the same in every run. */
  readonly serial?: boolean;
  /** The books are checked after every so-many operations. */
  readonly checkEvery?: number;
  /** Runs after the last step and before the check: for tests of the check itself. */
  readonly afterwards?: (scene: Scene) => Promise<void>;
}

/** How a seed went. */
export interface SeedReport {
  readonly seed: number;
  readonly operations: number;
  readonly captures: number;
  readonly deliveries: number;
  readonly crashes: number;
  /** One line per operation and step, in their order. */
  readonly log: readonly string[];
  /** The step after which it was wrong, and what was. */
  readonly failure: { readonly step: number; readonly wrong: readonly string[] } | null;
}

const CHECK_EVERY = 100;
const DAY = 86_400;

/**
 * Runs one seed in a company of its own and checks it. Fails only when the stage itself is broken.
 */
export async function runSeed(
  stage: Stage,
  seed: number,
  options: SeedOptions = {},
): Promise<SeedReport> {
  const disarm = armFuses();
  try {
    return await new SeedRun(
      await Scene.open(stage, seed, options.serial ?? false),
      seed,
      options,
    ).run();
  } finally {
    disarm();
  }
}

class SeedRun {
  private readonly log: string[] = [];
  private readonly outcomes: Outcome[] = [];
  private readonly faults: string[] = [];
  private readonly rules = new WatchedRules();
  private sinceDaily = DAY;
  private readonly deadlocksBefore = deadlocksMet();

  constructor(
    private readonly scene: Scene,
    private readonly seed: number,
    private readonly options: SeedOptions,
  ) {}

  async run(): Promise<SeedReport> {
    const { steps } = drawProgram(this.seed, this.options.operations);
    const { checkEvery = CHECK_EVERY } = this.options;
    let checkedAt = 0;
    for (const step of steps) {
      await this.step(step);
      const due = this.outcomes.length - checkedAt >= checkEvery;
      if (due) checkedAt = this.outcomes.length;
      const wrong = [...this.faults, ...(due ? await this.checkMeanwhile() : [])];
      if (wrong.length > 0) return this.report(step.number, wrong);
    }
    await this.options.afterwards?.(this.scene);
    const left = await drain(this.scene);
    await this.look();
    const wrong = [
      ...left,
      ...this.faults,
      ...(await checkSeed(this.scene, this.outcomes, this.rules.all())),
      ...this.checkDeadlocks(),
    ];
    return this.report(steps.length, wrong);
  }

  private async step(step: DrawnStep): Promise<void> {
    const { scene } = this;
    scene.pass(step.pauseSeconds);
    this.log.push(`step ${step.number}, ${scene.stage.clock.now()}`);
    await this.background(step);
    const arrived = scene.post.arrived().map((letter) => async () => {
      const said = await scene.post.deliver(scene.stage.get(ReceiveWebhook), letter);
      this.log.push(`    webhook ${letter.type}: ${said}`);
    });
    const rows = await this.look();
    const planned = step.operations.map((drawn) => () => this.operate(drawn, rows));
    await this.together([...arrived, ...planned]);
  }

  /** What there is before a step; what waited since the last look has stood still. */
  private async look(): Promise<KnownRows> {
    const { scene } = this;
    const rows = await readKnownRows(scene.request(), scene.stage.t.db);
    this.faults.push(...this.rules.look(rows, this.outcomes));
    return rows;
  }

  /** What goes on between people's requests: hours do not pass without the worker. */
  private async background({ pauseSeconds }: DrawnStep): Promise<void> {
    this.sinceDaily += pauseSeconds;
    if (this.sinceDaily >= DAY) {
      this.sinceDaily = 0;
      await this.watched('the daily sweeps', () => dailyWork(this.scene));
    }
    if (pauseSeconds < 600) return;
    const onFault = (error: unknown) => this.fault('the worker', error);
    await this.watched('the worker', () => workOnce(this.scene, onFault));
  }

  private async together(jobs: readonly (() => Promise<void>)[]): Promise<void> {
    const watched = jobs.map((job) => () => this.watched('a webhook', job));
    if (!this.scene.serial) await Promise.all(watched.map((job) => job()));
    else for (const job of watched) await job();
  }

  private async operate(drawn: DrawnOperation, rows: KnownRows): Promise<void> {
    const planned = planOperation(this.scene, rows, drawn);
    const name = `${String(drawn.number).padStart(5)} ${drawn.kind}`;
    if (!planned) {
      this.log.push(`${name}: there is nothing to do it to`);
      return;
    }
    const outcome = await runOperation(this.scene, drawn, planned);
    this.outcomes.push(outcome);
    this.log.push(`${name}: ${outcome.what}: ${outcome.said}`);
    if (outcome.fault !== null) this.fault(`operation ${drawn.number}`, outcome.fault);
  }

  private async watched(who: string, job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (error) {
      this.fault(who, error);
    }
  }

  private fault(who: string, error: unknown): void {
    const { stack, message, code, cause } = error as Error & { code?: unknown };
    const why = cause instanceof Error ? `\n  because ${cause.stack}` : '';
    this.faults.push(`${who} failed with ${String(code ?? message)}: ${stack ?? ''}${why}`);
  }

  /**
   * They run again by themselves, so no book shows them: locks are taken in one order everywhere.
   */
  private checkDeadlocks(): string[] {
    const met = deadlocksMet() - this.deadlocksBefore;
    return met === 0 ? [] : [`${met} transactions waited for others that waited for them`];
  }

  private checkMeanwhile(): Promise<string[]> {
    return checkBooks(this.scene);
  }

  private report(step: number, wrong: readonly string[]): SeedReport {
    const { books, post } = this.scene;
    return {
      seed: this.seed,
      operations: this.outcomes.length,
      captures: books.captures.length,
      deliveries: post.delivered,
      crashes: this.log.filter((line) => line.includes('cut off at')).length,
      log: this.log,
      failure: wrong.length > 0 ? { step, wrong } : null,
    };
  }
}
