import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { checkVersion, Database, namedSql, sql, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { CreditBasis } from '../../pricing/credit-basis.js';
import type { Quote } from '../quote.description.js';

/** Days that a quote is valid where nobody says otherwise. */
const DAYS_VALID = 30;
/** More than any offer holds. */
export const MOST_DAYS_VALID = 3650;

/** What a company has said of its quotes; version 0 until it has. */
export interface QuoteSettings {
  readonly quoteValidityDays: number;
  /** How a quote that says nothing else becomes an order. */
  readonly autoConvert: Quote['autoConvert'];
  /** Whether what recurs begins with the order of a quote instead of with its confirmation. */
  readonly startOnConvert: boolean;
  /** What quotes and orders ask of credit. */
  readonly creditBasis: CreditBasis;
  readonly version: number;
}

const DEFAULTS: QuoteSettings = {
  quoteValidityDays: DAYS_VALID,
  autoConvert: 'manual',
  startOnConvert: false,
  creditBasis: 'total',
  version: 0,
};

const COLUMNS = `s.validity_days as "quoteValidityDays", s.auto_convert as "autoConvert",
  s.start_on_convert as "startOnConvert", s.credit_basis as "creditBasis", s.version`;

/** By primary key. */
const READ = sql(`select ${COLUMNS} from sales.quote_settings s where s.company_id = $1`);

const STORE = namedSql(
  `insert into sales.quote_settings as s
     (company_id, validity_days, auto_convert, start_on_convert, credit_basis, version, updated_at)
   values (:companyId, :days, :autoConvert, :startOnConvert, :creditBasis, 1, :now)
   on conflict (company_id) do update set validity_days = excluded.validity_days,
     auto_convert = excluded.auto_convert, start_on_convert = excluded.start_on_convert,
     credit_basis = excluded.credit_basis,
     version = s.version + 1, updated_at = excluded.updated_at
   returning ${COLUMNS}`,
  {
    values: {
      days: 'integer',
      autoConvert: 'text',
      startOnConvert: 'boolean',
      creditBasis: 'text',
    },
  },
);

/** Sent before it returns. */
export async function readQuoteSettings(tx: Tx): Promise<QuoteSettings> {
  return (await tx.maybe<QuoteSettings>(READ, [tx.ctx.companyId])) ?? DEFAULTS;
}

/** What is said; what is left out is as it is for whoever never said anything. */
export type QuoteSettingsInput = Pick<QuoteSettings, 'quoteValidityDays'> &
  Partial<Pick<QuoteSettings, 'autoConvert' | 'startOnConvert' | 'creditBasis'>>;

/** How quotes of a company begin, and become orders. */
@Injectable()
export class SaveQuoteSettings {
  constructor(private readonly db: Database) {}

  read(ctx: Ctx): Promise<QuoteSettings> {
    return this.db.read(ctx, readQuoteSettings);
  }

  /** @throws DomainError precondition_failed */
  execute(
    ctx: Ctx,
    input: QuoteSettingsInput,
    expectedVersion: number | null,
  ): Promise<QuoteSettings> {
    const { quoteValidityDays: days } = input;
    const {
      autoConvert = DEFAULTS.autoConvert,
      startOnConvert = DEFAULTS.startOnConvert,
      creditBasis = DEFAULTS.creditBasis,
    } = input;
    const said = { days, autoConvert, startOnConvert, creditBasis };
    return this.db.write(ctx, async (tx) => {
      const before = await readQuoteSettings(tx);
      checkVersion(before.version, expectedVersion);
      const saved = await STORE.one<QuoteSettings>(tx, said);
      audit(tx, {
        action: 'quote_settings.saved',
        object: 'company',
        recordId: ctx.companyId,
        before: settingsOf(before),
        after: settingsOf(saved),
      });
      return saved;
    });
  }
}

function settingsOf({ version: _, ...settings }: QuoteSettings) {
  return settings;
}
