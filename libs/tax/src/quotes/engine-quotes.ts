import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ServingEngines, type ServingEngine } from '../connectors/serving-engines.js';
import { markFailing } from '../connectors/tax-connector.repository.js';
import { EngineCalls, PricingFailure } from '../engines/engine-calls.js';
import type { EngineAnswer, EngineRequest } from '../engines/tax-engine.port.js';
import type { WantedQuote } from './held-quotes.js';
import { quoteOf, type TaxQuote } from './tax-quote.js';
import type { TaxWatch } from './tax-watch.js';

const NO_ANSWER: EngineAnswer = new Map();

/**
 * Asks external engines for quotes. What they do not answer falls back, line by line, and is told.
 */
export class EngineQuotes {
  /** Those whose mark as failing this process has taken away. */
  private readonly accepted = new WeakSet<ServingEngine>();

  constructor(
    private readonly db: Database,
    private readonly serving: ServingEngines,
    private readonly calls: EngineCalls,
    private readonly watch: TaxWatch,
  ) {}

  /** The external engine that serves the company; null where the built-in one does. */
  active(tx: Tx): Promise<ServingEngine | null> {
    return this.serving.active(tx);
  }

  /** Never fails because of a provider. Must not be called with a transaction open. */
  async ask(ctx: Ctx, { serving, request, fingerprint }: WantedQuote): Promise<TaxQuote> {
    try {
      const answer = await this.calls.estimate(serving, request);
      await this.mark(ctx, serving, null);
      return this.quoted(ctx, serving, request, fingerprint, answer);
    } catch (error) {
      if (!(error instanceof PricingFailure)) throw error;
      return this.withoutLines(ctx, serving, request, fingerprint, error);
    }
  }

  /** Asks about the lines that were not what was refused, once. */
  private async withoutLines(
    ctx: Ctx,
    serving: ServingEngine,
    request: EngineRequest,
    fingerprint: string,
    refusal: PricingFailure,
  ): Promise<TaxQuote> {
    const lines = request.lines.filter(({ id }) => !refusal.lines.includes(id));
    let failure = refusal;
    let answer = NO_ANSWER;
    if (lines.length > 0 && lines.length < request.lines.length) {
      try {
        answer = await this.calls.estimate(serving, { ...request, lines });
      } catch (error) {
        if (!(error instanceof PricingFailure)) throw error;
        failure = error;
      }
    }
    if (failure.reason === 'unauthorised') await this.mark(ctx, serving, failure.message);
    return this.quoted(ctx, serving, request, fingerprint, answer, failure);
  }

  private quoted(
    { companyId, requestId }: Ctx,
    { provider }: ServingEngine,
    request: EngineRequest,
    fingerprint: string,
    answer: EngineAnswer,
    failure: PricingFailure | null = null,
  ): TaxQuote {
    const reason = failure?.reason ?? 'bad_answer';
    const lines = request.lines.filter(({ id }) => !answer.has(id)).length;
    if (lines > 0) {
      const detail = failure?.message ?? 'The answer of the provider leaves lines out.';
      this.watch.fellBack({ companyId, requestId, provider, reason, lines, detail });
    }
    return quoteOf(fingerprint, request, answer, () => reason);
  }

  /** Shows on the connector that its credentials are refused, or are accepted again. */
  private async mark(ctx: Ctx, serving: ServingEngine, error: string | null) {
    if (error === null && (!serving.failing || this.accepted.has(serving))) return;
    const { connectorId } = serving;
    await this.db.write(ctx, (tx) => markFailing(tx, connectorId, error), { answers: false });
    if (error === null) this.accepted.add(serving);
    // What is kept of the connector is out of date: whoever succeeds next takes the mark away.
    else this.serving.drop(ctx.companyId);
  }
}
