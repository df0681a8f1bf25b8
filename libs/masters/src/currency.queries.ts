import { sql, type Tx } from '@quittance/database';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import { currencyDigits, currencySymbol, isCurrency, type Currency } from '@quittance/money';
import { notFound } from '@quittance/kernel';

/** A currency of ISO 4217 as it stands in a company. */
export interface CurrencyView {
  readonly code: Currency;
  readonly name: string;
  /** Null where it has no sign of its own. */
  readonly symbol: string | null;
  /** Digits after the point. */
  readonly digits: number;
  /** New documents may be in it. */
  readonly enabled: boolean;
  /** The currency that the company counts in. */
  readonly base: boolean;
}

type CurrencyRow = Omit<CurrencyView, 'symbol' | 'digits'>;

const FROM = `masters.known_entry m
  join company.pub_currency_terms t on t.company_id = $1::uuid`;
const BASE = 'm.code = t.base_currency';
const ENABLED = `(${BASE} or coalesce((t.currency_switches ->> m.code)::boolean, true))`;
const COLUMNS = `m.code, m.name, ${ENABLED} as enabled, ${BASE} as base`;

function currencyView(row: CurrencyRow): CurrencyView {
  const { code, name, enabled, base } = row;
  const digits = currencyDigits(code);
  return { code, name, symbol: currencySymbol(code), digits, enabled, base };
}

/** Narrow it by `allCurrencies`. */
export const currencyList: ListDefinition<CurrencyRow, CurrencyView> = {
  from: FROM,
  select: COLUMNS,
  id: 'm.id',
  fields: {
    code: { sql: 'm.code', type: 'text', notNull: true },
    name: { sql: 'm.name', type: 'text', notNull: true },
    enabled: { sql: ENABLED, type: 'boolean', notNull: true },
    base: { sql: `(${BASE})`, type: 'boolean', notNull: true },
  },
  search: ['m.code', 'm.name'],
  columns: ['code', 'name', 'symbol', 'digits', 'enabled', 'base'],
  defaultSort: 'code',
  map: currencyView,
};

export const allCurrencies: ListNarrowing = () => `m.type = 'currency'`;

/** By the primary key of ours. */
const FIND = sql(`
  select ${COLUMNS} from ${FROM} where m.company_id = $1 and m.type = 'currency' and m.code = $2`);

/** @throws DomainError not_found */
export async function findCurrency(tx: Tx, code: string): Promise<CurrencyView> {
  if (!isCurrency(code)) throw notFound({ object: 'currency' });
  return currencyView(await tx.one<CurrencyRow>(FIND, [tx.ctx.companyId, code]));
}
