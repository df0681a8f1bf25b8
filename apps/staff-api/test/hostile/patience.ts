import { collectGarbage, mainThreadNanos, slowness } from '../../../../test/support/loop-lag.js';

const HARMLESS_RUNS = 21;
/** Hostile questions may take so many times what a harmless one takes. */
const TIMES = 40;
/**
 * The clock of the processor ticks in milliseconds, and what is thrown away is collected in bursts.
 */
const LEAST_MS = 100;
const TRIES = 3;

type Ask<T = unknown> = () => Promise<T>;

/**
 * Milliseconds of the processor that this process, in which the API runs, spends until it is
 * answered.
 */
async function spentOn<T>(ask: Ask<T>): Promise<[answer: T, spentMs: number]> {
  const before = process.cpuUsage();
  const answer = await ask();
  const { user, system } = process.cpuUsage(before);
  return [answer, (user + system) / 1000];
}

/**
 * How long an answer may take, by a harmless one of the same run and in time of this process alone:
 * so that neither the machine nor what else it does decides.
 */
export class Patience {
  private constructor(readonly limitMs: number) {}

  static async by(harmless: Ask): Promise<Patience> {
    const spent: number[] = [];
    for (let i = 0; i < HARMLESS_RUNS; i += 1) spent.push((await spentOn(harmless))[1]);
    const usual = spent.toSorted((a, b) => a - b)[HARMLESS_RUNS >> 1] ?? 0;
    return new Patience(Math.max(usual * TIMES, LEAST_MS));
  }

  /** Asks once, or for several together, and whether all of it was within what one may take. */
  async ask<T>(ask: Ask<T>): Promise<{ answer: T; isQuick: boolean }> {
    const [answer, spentMs] = await spentOn(ask);
    return { answer, isQuick: spentMs <= this.limitMs };
  }

  /**
   * Whether it is slow whenever it is asked, alone and by the thread that answers: what compiles or
   * collects in the background, where much is kept by the files before, is none of its doing.
   */
  async isTriedBy(ask: Ask): Promise<boolean> {
    for (let i = 0; i < TRIES; i += 1) {
      collectGarbage();
      const before = mainThreadNanos();
      await ask();
      const spentMs = (mainThreadNanos() - before) / 1e6;
      if (spentMs / slowness() <= this.limitMs) return false;
    }
    return true;
  }
}
