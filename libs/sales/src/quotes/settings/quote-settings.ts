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
/** As many as anybody is given to pay. */
export const MOST_DEFAULT_CREDIT_DAYS = 999;

/**
 * What quotes and orders of a company say where neither they nor a template does; the last three
 * where their account does not, either.
 */
export type QuoteDefaults = Pick<
  Quote,
  'introduction' | 'terms' | 'notes' | 'pricesIncludeTax' | 'paymentTerms' | 'creditDays'
>;

/** What a company has said of its quotes; version 0 until it has. */
export interface QuoteSettings extends QuoteDefaults {
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
  introduction: null,
  terms: null,
  notes: null,
  pricesIncludeTax: false,
  paymentTerms: null,
  creditDays: null,
  version: 0,
};

const COLUMNS = `s.validity_days as "quoteValidityDays", s.auto_convert as "autoConvert",
  s.start_on_convert as "startOnConvert", s.credit_basis as "creditBasis",
  s.introduction, s.terms, s.notes, s.prices_include_tax as "pricesIncludeTax",
  s.payment_terms as "paymentTerms", s.credit_days as "creditDays", s.version`;

/** By primary key. */
const READ = sql(`select ${COLUMNS} from sales.quote_settings s where s.company_id = $1`);

const STORE = namedSql(
  `insert into sales.quote_settings as s
     (company_id, validity_days, auto_convert, start_on_convert, credit_basis, introduction, terms,
      notes, prices_include_tax, payment_terms, credit_days, version, updated_at)
   values (:companyId, :quoteValidityDays, :autoConvert, :startOnConvert, :creditBasis,
     :introduction, :terms, :notes, :pricesIncludeTax, :paymentTerms, :creditDays, 1, :now)
   on conflict (company_id) do update set validity_days = excluded.validity_days,
     auto_convert = excluded.auto_convert, start_on_convert = excluded.start_on_convert,
     credit_basis = excluded.credit_basis, introduction = excluded.introduction,
     terms = excluded.terms, notes = excluded.notes,
     prices_include_tax = excluded.prices_include_tax, payment_terms = excluded.payment_terms,
     credit_days = excluded.credit_days,
     version = s.version + 1, updated_at = excluded.updated_at
   returning ${COLUMNS}`,
  {
    values: {
      quoteValidityDays: 'integer',
      autoConvert: 'text',
      startOnConvert: 'boolean',
      creditBasis: 'text',
      introduction: 'text',
      terms: 'text',
      notes: 'text',
      pricesIncludeTax: 'boolean',
      paymentTerms: 'text',
      creditDays: 'integer',
    },
  },
);

/** Sent before it returns. */
export async function readQuoteSettings(tx: Tx): Promise<QuoteSettings> {
  return (await tx.maybe<QuoteSettings>(READ, [tx.ctx.companyId])) ?? DEFAULTS;
}

/** What is said; what is left out is as it is for whoever never said anything. */
export type QuoteSettingsInput = Pick<QuoteSettings, 'quoteValidityDays'> &
  Partial<Omit<QuoteSettings, 'version'>>;

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
    return this.db.write(ctx, (tx) => saveQuoteSettings(tx, input, expectedVersion));
  }
}

/** The same within a transaction. @throws DomainError precondition_failed */
export async function saveQuoteSettings(
  tx: Tx,
  input: QuoteSettingsInput,
  expectedVersion: number | null,
): Promise<QuoteSettings> {
  const before = await readQuoteSettings(tx);
  checkVersion(before.version, expectedVersion);
  const said = Object.entries(input).filter(([, value]) => value !== undefined);
  const asked = { ...DEFAULTS, ...(Object.fromEntries(said) as QuoteSettingsInput) };
  const saved = await STORE.one<QuoteSettings>(tx, settingsOf(asked));
  audit(tx, {
    action: 'quote_settings.saved',
    object: 'company',
    recordId: tx.ctx.companyId,
    before: settingsOf(before),
    after: settingsOf(saved),
  });
  return saved;
}

export function settingsOf({ version: _, ...settings }: QuoteSettings) {
  return settings;
}
