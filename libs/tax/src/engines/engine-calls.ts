import { withDeadline } from '@quittance/work';
import type { CompanyId } from '@quittance/kernel';
import {
  BrokenCircuitError,
  bulkhead,
  circuitBreaker,
  handleWhen,
  wrap,
  type IBreaker,
  type IPolicy,
} from 'cockatiel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FallbackReason } from '../calculation/pricing.js';
import {
  TaxEngineFailure,
  type EngineAnswer,
  type EngineRequest,
  type TaxEngine,
} from './tax-engine.port.js';
import type { EngineFailureKind } from './engine-failure.js';
import type { ServingEngine } from '../connectors/serving-engines.js';

export interface EngineTimes {
  /** For pricing a document, its repetition included. */
  readonly estimateMs: number;
  /** For one try to record, commit or void. */
  readonly recordMs: number;
  /** The pauses before a recording is tried again. */
  readonly recordPausesMs: readonly number[];
  /** So many failures within the window close the way to the provider for as long. */
  readonly breakAfter: number;
  readonly breakWindowMs: number;
  readonly brokenMs: number;
  /** Documents of one company that are priced at once. */
  readonly atOnce: number;
}

export const USUAL_ENGINE_TIMES: EngineTimes = {
  estimateMs: 3_000,
  recordMs: 15_000,
  recordPausesMs: [1_000, 4_000],
  breakAfter: 5,
  breakWindowMs: 30_000,
  brokenMs: 30_000,
  atOnce: 8,
};

/** A failure to tax, as it is told on the lines. */
export class PricingFailure extends Error {
  constructor(
    readonly reason: FallbackReason,
    message: string,
    readonly lines: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Those that say something about the provider, not about the document. */
const COUNTED = new Set<EngineFailureKind>([
  'unauthorised',
  'throttled',
  'timeout',
  'unavailable',
  'bad_answer',
]);
const WORTH_REPEATING = new Set<EngineFailureKind>(['unavailable', 'bad_answer']);

const isFailure = (error: unknown) => error instanceof TaxEngineFailure && COUNTED.has(error.kind);

/** Opens after so many failures within a window, whatever succeeded in between. */
class FailuresWithin implements IBreaker {
  state: unknown = null;
  private times: number[] = [];

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
  ) {}

  success(): void {
    // What fails now and then still fails: only time makes it forgotten.
  }

  failure(): boolean {
    const now = performance.now();
    this.times = this.times.filter((time) => time > now - this.windowMs);
    this.times.push(now);
    if (this.times.length < this.most) return false;
    // After the pause it has to fail as often again.
    this.times = [];
    return true;
  }
}

/** Calls to engines: under a deadline, a bounded number at a time, and not into a dead provider. */
export class EngineCalls {
  private readonly ways = new Map<string, IPolicy>();

  constructor(private readonly times: EngineTimes = USUAL_ENGINE_TIMES) {}

  /** @throws PricingFailure and nothing else */
  async estimate(serving: ServingEngine, request: EngineRequest): Promise<EngineAnswer> {
    const { engine, provider, account } = serving;
    if (!engine) {
      throw new PricingFailure('not_configured', `This process cannot ask ${provider}.`);
    }
    try {
      const way = this.wayTo(account.companyId, provider);
      return await way.execute(() => this.twice(engine, serving, request));
    } catch (error) {
      if (error instanceof TaxEngineFailure) {
        throw new PricingFailure(error.kind, error.message, error.lines);
      }
      if (error instanceof BrokenCircuitError) {
        throw new PricingFailure('circuit_open', `${provider} has failed too often of late.`);
      }
      throw error;
    }
  }

  private twice(
    engine: TaxEngine,
    { account }: ServingEngine,
    request: EngineRequest,
  ): Promise<EngineAnswer> {
    const once = (signal: AbortSignal) => engine.calculate(account, request, signal);
    return this.within(this.times.estimateMs, async (signal) => {
      try {
        return await once(signal);
      } catch (error) {
        const repeat = error instanceof TaxEngineFailure && WORTH_REPEATING.has(error.kind);
        if (!repeat || signal.aborted) throw error;
        return once(signal);
      }
    });
  }

  /**
   * One call that somebody waits for, under the deadline for pricing.
   * @throws TaxEngineFailure and nothing else
   */
  promptly<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.within(this.times.estimateMs, call);
  }

  /**
   * One call under the deadline for recording.
   * @throws TaxEngineFailure and nothing else
   */
  once<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.within(this.times.recordMs, call);
  }

  /**
   * A call that must get through, tried again after pauses unless the provider has understood it
   * and said no.
   * @throws TaxEngineFailure and nothing else
   */
  async persistently<T>(call: (signal: AbortSignal, attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.once((signal) => call(signal, attempt));
      } catch (error) {
        const pause = this.times.recordPausesMs[attempt];
        const { kind } = error as TaxEngineFailure;
        const final = kind === 'refused' || kind === 'unauthorised' || kind === 'unsupported';
        if (pause === undefined || final) throw error;
        await sleep(pause);
      }
    }
  }

  private async within<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = () => new TaxEngineFailure('timeout', 'The provider did not answer in time.');
    try {
      return await withDeadline(ms, call, late);
    } catch (error) {
      if (error instanceof TaxEngineFailure) throw error;
      const message = 'The call to the provider failed.';
      throw new TaxEngineFailure('unavailable', message, [], { cause: error });
    }
  }

  private wayTo(companyId: CompanyId, provider: string): IPolicy {
    const key = `${companyId} ${provider}`;
    const known = this.ways.get(key);
    if (known) return known;
    const { breakAfter, breakWindowMs, brokenMs, atOnce } = this.times;
    const breaker = circuitBreaker(handleWhen(isFailure), {
      breaker: new FailuresWithin(breakAfter, breakWindowMs),
      halfOpenAfter: brokenMs,
    });
    const way = wrap(bulkhead(atOnce, Number.MAX_SAFE_INTEGER), breaker);
    this.ways.set(key, way);
    return way;
  }
}
