import { actorOf } from '../actor-of.js';
import { namedSql, sql, type Tx, arrays } from '@quittance/database';
import { newId, type AccountId, type Instant } from '@quittance/kernel';
import { tellHold } from '../holds/credit-hold.repository.js';
import {
  creditHoldNoun,
  type CreditHold,
  type CreditHoldId,
  type HoldStrength,
} from '../holds/credit-hold.js';

const COLUMNS = creditHoldNoun.rows.select('h');

/** Holds of these accounts for what is overdue; by credit_hold_account_index. */
const PAST = sql(`
  select h.account_id as "accountId", bool_or(h.status = 'placed') as "isHeld",
    max(h.released_at) filter (where h.placed_by->>'kind' = 'system'
      and h.released_by->>'kind' <> 'system') as "letGoAt"
  from credit.credit_hold h
  where h.company_id = $1 and h.account_id = any($2::uuid[]) and h.reason = 'overdue_payment'
  group by h.account_id`);

/** One that was placed meanwhile stays alone: credit_hold_placed_key. */
const PLACE = namedSql(
  `insert into credit.credit_hold as h (company_id, id, version, account_id, strength, reason,
     status, note, placed_by, placed_at, created_at, updated_at)
   select k.id, r.id, 1, r.account_id, :strength, 'overdue_payment', 'placed', :note, :by, :now,
     :now, :now
   from company.pub_company k cross join :rows as r
   where k.id = :companyId
   on conflict do nothing
   returning ${COLUMNS}`,
  {
    values: { strength: 'text', note: 'text', by: 'jsonb' },
    rows: { id: 'uuid', accountId: 'uuid' },
  },
);

/** Those that the clock placed; by credit_hold_placed_key. */
const AUTOMATIC = sql(`
  select ${COLUMNS} from credit.credit_hold h
  where h.company_id = $1 and h.status = 'placed' and h.reason = 'overdue_payment'
    and h.placed_by->>'kind' = 'system' and h.account_id > $2
  order by h.account_id, h.id limit $3`);

const RELEASE = sql(`
  update credit.credit_hold h set status = 'released', released_by = $3::jsonb, released_at = $4,
    release_note = $5, version = h.version + 1, updated_at = $4
  where h.company_id = $1 and h.id = any($2::uuid[]) and h.status = 'placed'
  returning ${COLUMNS}`);

/** A hold for what is overdue that an account had, and when a person let it go. */
export interface PastRow {
  readonly accountId: AccountId;
  readonly isHeld: boolean;
  readonly letGoAt: Instant | null;
}

export function pastHolds(tx: Tx, accountIds: readonly AccountId[]): Promise<PastRow[]> {
  return tx.rows(PAST, [tx.ctx.companyId, arrays.uuid(accountIds, (id) => id)]);
}

/** Holds these customers for what is overdue; answers how many were not held already. */
export async function placeOverdueHolds(
  tx: Tx,
  accountIds: readonly AccountId[],
  { strength, note }: { readonly strength: HoldStrength; readonly note: string },
): Promise<number> {
  if (accountIds.length === 0) return 0;
  const rows = accountIds.map((accountId) => ({ id: newId<'credit-hold'>(), accountId }));
  const placed = await PLACE.rows<CreditHold>(tx, {
    strength,
    note,
    by: actorOf(tx),
    ...PLACE.columns(rows),
  });
  for (const hold of placed) tellHold(tx, 'credit_hold.placed', hold);
  return placed.length;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Holds that the clock placed, of the accounts behind one, so many at most. */
export function automaticHolds(
  tx: Tx,
  after: AccountId | null,
  most: number,
): Promise<CreditHold[]> {
  return tx.rows(AUTOMATIC, [tx.ctx.companyId, after ?? BEFORE_ALL, most]);
}

/** Releases those of them that are still placed. */
export async function releaseOverdueHolds(
  tx: Tx,
  ids: readonly CreditHoldId[],
  note: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  const by = JSON.stringify(actorOf(tx));
  const params = [tx.ctx.companyId, arrays.uuid(ids, (id) => id), by, tx.ctx.now, note];
  const released = await tx.rows<CreditHold>(RELEASE, params);
  for (const hold of released) tellHold(tx, 'credit_hold.released', hold);
  return released.length;
}
