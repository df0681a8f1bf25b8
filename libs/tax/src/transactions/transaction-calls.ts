import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { workQuarantined } from '@quittance/watchdog';
import { ServingEngines, type ServingEngine } from '../connectors/serving-engines.js';
import { markFailing } from '../connectors/tax-connector.repository.js';
import { EngineCalls } from '../engines/engine-calls.js';
import { TaxEngineFailure } from '../engines/tax-engine.port.js';
import { documentOf } from './stored-document.js';
import { failed, succeeded, type TaxTransaction } from './tax-transaction.js';
import { changeTaxTransaction, lockTaxTransaction } from './tax-transaction.repository.js';

/** Does at the provider what a transaction wants, and stores what came of it. */
@Injectable()
export class TransactionCalls {
  constructor(
    private readonly db: Database,
    private readonly serving: ServingEngines,
    private readonly calls: EngineCalls,
  ) {}

  /**
   * Answers what went wrong, if anything; it is stored already. No transaction may be open, and the
   * caller has noted before that somebody is at it.
   */
  async carryOut(ctx: Ctx, transaction: TaxTransaction): Promise<TaxEngineFailure | null> {
    const { id, provider, operation } = transaction;
    const serving = await this.db.read(ctx, (tx) => this.serving.of(tx, provider));
    try {
      const reference = await this.call(serving, transaction);
      await this.store(ctx, id, (current) => succeeded(current, { operation, reference }, ctx.now));
      return null;
    } catch (error) {
      if (!(error instanceof TaxEngineFailure)) throw error;
      const refused = error.kind === 'unauthorised' ? serving : undefined;
      await this.store(ctx, id, (current) => failed(current, operation, error), refused);
      return error;
    }
  }

  /** Nothing is done at the provider: it has failed for what was wanted of it. */
  async giveUp(ctx: Ctx, { id, operation }: TaxTransaction): Promise<void> {
    const why = { kind: 'refused', message: workQuarantined.detail } as const;
    await this.store(ctx, id, (current) => failed(current, operation, why));
  }

  private async call(
    serving: ServingEngine | undefined,
    { provider, document, operation, attempts }: TaxTransaction,
  ): Promise<string | null> {
    if (!serving?.engine || !document) {
      throw new TaxEngineFailure('unavailable', `The company has no connector for ${provider}.`);
    }
    const { engine, account } = serving;
    const wanted = documentOf(document);
    if (operation === 'void') {
      await this.calls.persistently((signal) => engine.void(account, wanted, signal));
      return null;
    }
    // An earlier try may have got through, also one of a process that has died.
    return this.calls.persistently((signal, attempt) =>
      engine.commit(account, wanted, { signal, again: attempts > 1 || attempt > 0 }),
    );
  }

  private store(
    ctx: Ctx,
    id: string,
    change: (current: TaxTransaction) => Partial<TaxTransaction>,
    refused?: ServingEngine,
  ): Promise<void> {
    return this.db.write(
      ctx,
      async (tx) => {
        const current = await lockTaxTransaction(tx, id);
        const { error } = await changeTaxTransaction(tx, current, change(current));
        if (refused) await markFailing(tx, refused.connectorId, error);
      },
      { answers: false },
    );
  }
}
