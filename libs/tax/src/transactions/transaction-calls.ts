import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ServingEngines, type ServingEngine } from '../connectors/serving-engines.js';
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
    try {
      const serving = await this.db.read(ctx, (tx) => this.serving.of(tx, provider));
      const reference = await this.call(serving, transaction);
      await this.store(ctx, id, (now, current) =>
        succeeded(current, { operation, reference }, now),
      );
      return null;
    } catch (error) {
      if (!(error instanceof TaxEngineFailure)) throw error;
      await this.store(ctx, id, (_, current) => failed(current, operation, error));
      return error;
    }
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
      await this.calls.persistently((signal) => engine.void(account, wanted.code, signal));
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
    change: (now: Ctx['now'], current: TaxTransaction) => Partial<TaxTransaction>,
  ): Promise<TaxTransaction> {
    return this.db.write(
      ctx,
      async (tx) => {
        const current = await lockTaxTransaction(tx, id);
        return changeTaxTransaction(tx, current, change(ctx.now, current));
      },
      { answers: false },
    );
  }
}
