import { partyBank } from '@quittance/crm';
import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import { rowScope } from '@quittance/objects';
import {
  BANK_CHANGE_STATUSES,
  type BankChange,
  type BankChangeId,
  type OwnBankChange,
  type VendorId,
} from './vendor-company.js';

const COLUMNS = `b.id, b.ledger_account_id as "vendorId", l.name as "vendorName",
  b.portal_user_id as "portalUserId", u.name as "portalUserName",
  b.requested_by as "requestedBy", b.requested_by_name as "requestedByName", b.status, b.bank,
  b.created_at as "createdAt", b.decided_at as "decidedAt", b.reason`;
const ROWS = `portal.bank_change b
  left join portal.portal_user u on u.company_id = $1 and u.id = b.portal_user_id
  join crm.pub_trading_partner l on l.company_id = $1 and l.id = b.ledger_account_id`;
const FROM = `from ${ROWS}`;

/** By bank_change_ledger_index. */
const LAST = sql(`
  select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.ledger_account_id = $2
  order by b.created_at desc, b.id desc limit 1`);

/** By primary key. */
const ONE = `
  select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.id = $2 and b.ledger_account_id = $3`;
const READ = sql(ONE);
const LOCK = sql(`${ONE} for update of b`);

/** By bank_change_waiting_key. */
const WAITING = `
  select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.ledger_account_id = $2 and b.status = 'waiting'`;
const LOCK_WAITING = sql(`${WAITING} for update of b`);
const LOCK_SENT = sql(`${WAITING} and b.portal_user_id is not null for update of b`);

/** What was asked for a party last, by whomever. */
export async function lastBankChangeOf(tx: Tx, id: VendorId): Promise<BankChange | undefined> {
  return tx.maybe<BankChange>(LAST, [tx.ctx.companyId, id]);
}

/** One of a party's as it is kept. @throws DomainError not_found */
export async function readBankChange(
  tx: Tx,
  vendorId: VendorId,
  id: BankChangeId,
): Promise<BankChange> {
  const found = await tx.maybe<BankChange>(READ, [tx.ctx.companyId, id, vendorId]);
  if (!found) throw notFound({ object: 'bank details' });
  return found;
}

/**
 * What was asked for, as far as whoever asks reaches the ledger accounts; the numbers are masked,
 * whoever asks: they are read one at a time. By bank_change_created_index.
 */
export const bankChangeList: ListDefinition<BankChange, BankChange> = {
  from: ROWS,
  where: 'l.active',
  select: COLUMNS,
  id: 'b.id',
  fields: {
    id: { sql: 'b.id', type: 'id', notNull: true },
    vendorId: {
      sql: 'b.ledger_account_id',
      type: 'id',
      notNull: true,
      shows: { target: 'ledger-account' },
    },
    vendorName: { sql: 'l.name', type: 'text', notNull: true },
    portalUserId: { sql: 'b.portal_user_id', type: 'id', shows: { target: 'portal-user' } },
    portalUserName: { sql: 'u.name', type: 'text' },
    requestedBy: { sql: 'b.requested_by', type: 'id', shows: { target: 'user' } },
    requestedByName: { sql: 'b.requested_by_name', type: 'text' },
    status: { sql: 'b.status', type: 'enum', values: BANK_CHANGE_STATUSES, notNull: true },
    createdAt: { sql: 'b.created_at', type: 'instant', notNull: true },
    decidedAt: { sql: 'b.decided_at', type: 'instant' },
    reason: { sql: 'b.reason', type: 'text' },
  },
  search: ['l.name', 'u.name', 'b.requested_by_name'],
  defaultSort: '-createdAt',
  scope: (ctx, bind) => rowScope.owned(ctx, 'ledger-accounts', 'l', bind),
  map: maskedChange,
};

/** Those of one party alone. */
export function bankChangesOfParty(id: VendorId): ListNarrowing {
  return (bind) => `b.ledger_account_id = ${bind(id)}`;
}

/** One of a vendor's, locked; undefined where there is none. */
export function lockBankChange(
  tx: Tx,
  vendorId: VendorId,
  id: BankChangeId,
): Promise<BankChange | undefined> {
  return tx.maybe<BankChange>(LOCK, [tx.ctx.companyId, id, vendorId]);
}

/** That which a vendor has sent and which waits, locked; undefined where none does. */
export function lockSentChange(tx: Tx, vendorId: VendorId): Promise<BankChange | undefined> {
  return tx.maybe<BankChange>(LOCK_SENT, [tx.ctx.companyId, vendorId]);
}

/** The same of what anybody has asked for. */
export function lockWaitingChange(tx: Tx, id: VendorId): Promise<BankChange | undefined> {
  return tx.maybe<BankChange>(LOCK_WAITING, [tx.ctx.companyId, id]);
}

/** With the last four signs of its numbers alone. */
export function maskedChange(change: BankChange): BankChange {
  return { ...change, bank: partyBank.masked(change.bank) ?? partyBank.none };
}

/** As the vendor sees it. */
export function ownChange(change: BankChange): OwnBankChange {
  const { status, portalUserName, createdAt, decidedAt, reason, bank } = maskedChange(change);
  return { status, portalUserName, createdAt, decidedAt, reason, bank };
}
