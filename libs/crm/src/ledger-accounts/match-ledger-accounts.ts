import { sql, type Tx } from '@quittance/database';
import { normalTaxId } from '@quittance/registrations';
import { rowScope } from '@quittance/objects';
import type { ImportRow } from '@quittance/mass';
import type { LedgerAccountId } from '../accounts/account.js';
import { IS_LIVE, RESOURCE } from './ledger-account.queries.js';

/** What of a row may tell which ledger account it is about, as the file names it. */
export const LEDGER_ACCOUNT_MATCHES = [
  'id',
  'name',
  'taxRegistration.gstin',
  'taxRegistration.pan',
  'taxRegistration.tan',
  'taxRegistration.vat',
  'taxRegistration.ein',
] as const;
export type LedgerAccountMatch = (typeof LEDGER_ACCOUNT_MATCHES)[number];

/** Lets one import of a company match at a time, so that what it did not find is not made twice. */
const LOCK_IMPORT = sql(
  `select pg_advisory_xact_lock(hashtextextended('crm.ledger_account_import ' || $1::text, 0))`,
);

/**
 * What a row says of the ledger account that it is about: its kind and value; null where it does
 * not.
 */
export function matchedName({ values }: ImportRow, match: LedgerAccountMatch): string | null {
  if (match === 'id') return null;
  const value = memberOf(values, match);
  if (typeof value !== 'string' || value.trim() === '') return null;
  const { kind } = values;
  return nameOf(String(kind), match === 'name' ? value : normalTaxId(value));
}

/** A file of JSON lines has registrations within the row, one of cells beside one another. */
function memberOf(values: ImportRow['values'], path: string): unknown {
  if (Object.hasOwn(values, path)) return values[path];
  const [first = '', second] = path.split('.', 2);
  const member = Object.hasOwn(values, first) ? values[first] : undefined;
  if (second === undefined || typeof member !== 'object' || member === null) return undefined;
  return Object.hasOwn(member, second) ? (member as Record<string, unknown>)[second] : undefined;
}

const nameOf = (kind: string, value: string) => `${kind} ${value}`;

/**
 * The ledger accounts of suppliers and partners that rows are about, by what the rows say; several
 * where the value does not tell them apart. Those beyond the actor's scope are not told.
 */
export async function matchLedgerAccounts(
  tx: Tx,
  match: Exclude<LedgerAccountMatch, 'id'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly LedgerAccountId[]>> {
  const found = new Map<string, LedgerAccountId[]>();
  if (names.length === 0) return found;
  await tx.run(LOCK_IMPORT, [tx.ctx.companyId]);
  const column = `l.${match.replace('taxRegistration.', '')}`;
  const values = names.map((name) => name.slice(name.indexOf(' ') + 1));
  const params: unknown[] = [tx.ctx.companyId, values];
  const owned = rowScope.owned(tx.ctx, RESOURCE, 'l', (value) => `$${params.push(value)}`);
  const rows = await tx.rows<{ id: LedgerAccountId; kind: string; value: string }>(
    `select l.id, l.kind, ${column} as value from crm.ledger_account l
     where l.company_id = $1 and l.kind in ('supplier', 'partner')
       and ${column} = any($2::text[]) and ${IS_LIVE}
       ${owned === null ? '' : `and ${owned}`} order by l.id`,
    params,
  );
  for (const { id, kind, value } of rows) {
    const name = nameOf(kind, value);
    found.set(name, [...(found.get(name) ?? []), id]);
  }
  return found;
}
