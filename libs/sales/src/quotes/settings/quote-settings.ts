import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { checkVersion, Database, namedSql, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';

/** Days that a quote is valid where nobody says otherwise. */
const DAYS_VALID = 30;
/** More than any offer holds. */
export const MOST_DAYS_VALID = 3650;

/** What a company has said of its quotes; version 0 until it has. */
export interface QuoteSettings {
  readonly quoteValidityDays: number;
  readonly version: number;
}

/** By primary key. */
const READ = sql(`
  select validity_days as "quoteValidityDays", version
  from sales.quote_settings where company_id = $1`);

const STORE = namedSql(
  `insert into sales.quote_settings as s (company_id, validity_days, version, updated_at)
   values (:companyId, :days, 1, :now)
   on conflict (company_id) do update set validity_days = excluded.validity_days,
     version = s.version + 1, updated_at = excluded.updated_at
   returning s.validity_days as "quoteValidityDays", s.version`,
  { values: { days: 'integer' } },
);

/** Sent before it returns. */
export async function readQuoteSettings(tx: Tx): Promise<QuoteSettings> {
  const found = await tx.maybe<QuoteSettings>(READ, [tx.ctx.companyId]);
  return found ?? { quoteValidityDays: DAYS_VALID, version: 0 };
}

/** How quotes of a company begin. */
@Injectable()
export class SaveQuoteSettings {
  constructor(private readonly db: Database) {}

  read(ctx: Ctx): Promise<QuoteSettings> {
    return this.db.read(ctx, readQuoteSettings);
  }

  /** @throws DomainError precondition_failed */
  execute(
    ctx: Ctx,
    { quoteValidityDays: days }: Pick<QuoteSettings, 'quoteValidityDays'>,
    expectedVersion: number | null,
  ): Promise<QuoteSettings> {
    return this.db.write(ctx, async (tx) => {
      const before = await readQuoteSettings(tx);
      checkVersion(before.version, expectedVersion);
      const saved = await STORE.one<QuoteSettings>(tx, { days });
      audit(tx, {
        action: 'quote_settings.saved',
        object: 'company',
        recordId: ctx.companyId,
        before: { quoteValidityDays: before.quoteValidityDays },
        after: { quoteValidityDays: saved.quoteValidityDays },
      });
      return saved;
    });
  }
}
