import { sql, type Tx } from '@quittance/database';

/**
 * Every column that refers to rows of a table of ours, as the database itself knows them: what a
 * lib above adds later is seen without being named here. What goes along with an account, as its
 * portal users do, says so in a comment on the constraint.
 */
const REFERRING_COLUMNS = sql(`
  select format('%I.%I', n.nspname, t.relname) as "table", n.nspname as "schema",
    t.relname as name, quote_ident(a.attname) as "column"
  from pg_constraint k
  join pg_class t on t.oid = k.conrelid
  join pg_namespace n on n.oid = t.relnamespace
  cross join unnest(k.conkey, k.confkey) as pair (own, other)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
  join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other and b.attname = 'id'
  where k.contype = 'f' and k.confrelid = $1::regclass and n.nspname <> 'crm'
    and coalesce(obj_description(k.oid, 'pg_constraint'), '') <> 'goes along'
  order by 1, 4`);

interface Referring {
  readonly table: string;
  readonly name: string;
  readonly column: string;
}

/** Records of other libs that an account has: invoices, payments, exemptions. */
export interface AccountUse {
  readonly accountId: string;
  /** For a person: `3 invoices`. */
  readonly words: string;
}

/**
 * What stands in other libs' books about the accounts, in two statements for any number; each table
 * is asked by its index on company and account.
 */
export async function findMoneyOf(tx: Tx, accountIds: readonly string[]): Promise<AccountUse[]> {
  const columns = await tx.rows<Referring>(REFERRING_COLUMNS, ['crm.account']);
  const counts = columns.map(
    ({ table, name, column }) =>
      `select ${column} as "accountId", '${name}' as name, count(*)::int as count from ${table}
       where company_id = $1 and ${column} = any($2::uuid[]) group by 1`,
  );
  const balances = `select account_id, 'opening_balance', 1 from crm.ledger_account
    where company_id = $1 and account_id = any($2::uuid[]) and opening_balance <> 0`;
  const found = await tx.rows<{ accountId: string; name: string; count: number }>(
    [...counts, balances].join(' union all '),
    [tx.ctx.companyId, accountIds],
  );
  return found.map(({ accountId, name, count }) => ({ accountId, words: counted(name, count) }));
}

function counted(name: string, count: number): string {
  const noun = name.replaceAll('_', ' ');
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The same of a ledger account that stands alone: that of a supplier or partner. */
export async function findMoneyOfLedger(tx: Tx, id: string): Promise<string | undefined> {
  const columns = await tx.rows<Referring>(REFERRING_COLUMNS, ['crm.ledger_account']);
  const counts = columns.map(
    ({ table, name, column }) =>
      `select '${name}' as name, count(*)::int as count from ${table}
       where company_id = $1 and ${column} = $2 having count(*) > 0`,
  );
  const balance = `select 'opening_balance' as name, 1 as count from crm.ledger_account
    where company_id = $1 and id = $2 and opening_balance <> 0`;
  const found = await tx.rows<{ name: string; count: number }>(
    [balance, ...counts].join(' union all '),
    [tx.ctx.companyId, id],
  );
  const words = found.map(({ name, count }) => counted(name, count));
  return words.length === 0 ? undefined : words.join(', ');
}

/** The reason in words; undefined where nothing is found. */
export function reasonOf(uses: readonly AccountUse[]): string | undefined {
  return uses.length === 0 ? undefined : uses.map(({ words }) => words).join(', ');
}
