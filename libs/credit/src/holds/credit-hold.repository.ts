import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { newId, notFound, type AccountId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { actorOf } from '../actor-of.js';
import type { CreditCheckId } from '../checks/credit-check.js';
import type { CreditDocument } from '../credit-subject.port.js';
import type { CreditOverrideId } from '../overrides/credit-override.js';
import {
  creditHoldNoun,
  creditHoldView,
  type CreditHold,
  type CreditHoldId,
} from './credit-hold.js';

const { rows, store } = creditHoldNoun;
const COLUMNS = rows.select('h');

/** A hold that is placed, and the document whose check raised it. */
export type PlacedHold = CreditHold & {
  readonly raisedForType: CreditDocument['type'] | null;
  readonly raisedForId: string | null;
};

/** By credit_hold_placed_key. */
const PLACED = sql(`
  select ${COLUMNS}, c.document_type as "raisedForType", c.document_id as "raisedForId"
  from credit.credit_hold h
  left join credit.credit_check c on c.company_id = $1 and c.id = h.check_id
  where h.company_id = $1 and h.account_id = $2 and h.status = 'placed'
  order by h.placed_at, h.id`);

const FIND = sql(
  `select ${COLUMNS} from credit.credit_hold h where h.company_id = $1 and h.id = $2`,
);
const LOCK = sql(`${FIND.text} for update`);

/** By credit_hold_override_index. */
const OF_OVERRIDE = sql(`
  select ${COLUMNS} from credit.credit_hold h
  where h.company_id = $1 and h.override_id = $2 and h.status = 'released' order by h.id`);

/** The holds of an account that are placed. Sent before it returns. */
export function placedHolds(tx: Tx, accountId: AccountId): Promise<PlacedHold[]> {
  return tx.rows(PLACED, [tx.ctx.companyId, accountId]);
}

/** @throws DomainError not_found */
export async function readHold(tx: Tx, id: CreditHoldId): Promise<CreditHold> {
  const hold = await tx.maybe<CreditHold>(FIND, [tx.ctx.companyId, id]);
  if (!hold) throw notFound({ object: 'credit hold' });
  return hold;
}

/** Behind the lock of the ledger account. */
export function lockHold(tx: Tx, id: CreditHoldId): Promise<CreditHold> {
  return tx.one(LOCK, [tx.ctx.companyId, id]);
}

/** What an approved override released and nobody has touched since. */
export function holdsOfOverride(tx: Tx, id: CreditOverrideId): Promise<CreditHold[]> {
  return tx.rows(OF_OVERRIDE, [tx.ctx.companyId, id]);
}

/** What is said of a new hold. */
export interface NewHold extends Pick<
  CreditHold,
  'accountId' | 'strength' | 'reason' | 'amount' | 'currency' | 'note'
> {
  /** The check that raises it. */
  readonly checkId?: CreditCheckId | null;
}

/** Places a hold; the caller holds the ledger account and knows that there is none such. */
export function insertHold(tx: Tx, { checkId = null, ...said }: NewHold): CreditHold {
  const { now } = tx.ctx;
  const hold: CreditHold = {
    ...creditHoldNoun.empty,
    id: newId<'credit-hold'>(),
    version: 1,
    ...said,
    checkId,
    status: 'placed',
    placedBy: actorOf(tx),
    placedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  tx.later(rows.insert(tx, [hold]));
  tellHold(tx, 'credit_hold.placed', hold);
  return hold;
}

/** Releases locked holds; an override that did so brings them back when it expires. */
export function releaseHolds(
  tx: Tx,
  held: readonly CreditHold[],
  { note, overrideId = null }: { note: string; overrideId?: CreditOverrideId | null },
): readonly CreditHold[] {
  const { now } = tx.ctx;
  return held.map((hold) => {
    const released: CreditHold = {
      ...hold,
      status: 'released',
      releasedBy: actorOf(tx),
      releasedAt: now,
      releaseNote: note,
      overrideId,
      version: hold.version + 1,
      updatedAt: now,
    };
    tx.later(store(tx, released));
    tellHold(tx, 'credit_hold.released', released, hold);
    return released;
  });
}

/**
 * Places released holds again, but for those of which there is another one by now: those stay
 * released for good.
 */
export function restoreHolds(
  tx: Tx,
  released: readonly CreditHold[],
  placed: readonly CreditHold[],
): void {
  for (const hold of released) {
    if (placed.some((other) => isSuch(other, hold))) {
      tx.later(store(tx, { ...hold, overrideId: null, version: hold.version + 1 }));
      continue;
    }
    const back: CreditHold = {
      ...hold,
      status: 'placed',
      releasedBy: null,
      releasedAt: null,
      releaseNote: null,
      overrideId: null,
      version: hold.version + 1,
      updatedAt: tx.ctx.now,
    };
    tx.later(store(tx, back));
    tellHold(tx, 'credit_hold.placed', back, hold);
  }
}

/** An account has one placed hold of each strength and reason. */
export function isSuch(
  one: Pick<CreditHold, 'strength' | 'reason'>,
  other: Pick<CreditHold, 'strength' | 'reason'>,
): boolean {
  return one.strength === other.strength && one.reason === other.reason;
}

/** Announces what became of a hold, and writes it down. */
export function tellHold(
  tx: Tx,
  type: 'credit_hold.placed' | 'credit_hold.released',
  after: CreditHold,
  before?: CreditHold,
): void {
  const about = { object: 'credit-hold', recordId: after.id };
  const data = creditHoldView(after);
  emit(tx, { type, ...about, data });
  const was = before ? { before: { ...creditHoldView(before) } } : {};
  audit(tx, { action: type, ...about, ...was, after: { ...data } });
}
