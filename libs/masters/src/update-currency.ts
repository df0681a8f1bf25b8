import { Injectable } from '@nestjs/common';
import { bumpMetadata, switchCurrencies } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { findCurrency, type CurrencyView } from './currency.queries.js';

/** Enables a currency for new documents, or disables it. What there is keeps its currency. */
@Injectable()
export class UpdateCurrency {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, currency_is_base */
  execute(ctx: Ctx, code: string, enabled: boolean): Promise<CurrencyView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const found = await findCurrency(tx, code);
      await switchCurrencies(tx, { [found.code]: enabled });
      return { ...found, enabled };
    });
  }
}
