import { partyBank } from '@quittance/crm';
import { sql, type Tx } from '@quittance/database';
import { rowScope } from '@quittance/objects';
import type { BankChange, BankChangeId, OwnBankChange, VendorId } from './vendor-company.js';

const COLUMNS = `b.id, b.ledger_account_id as "vendorId", l.name as "vendorName",
  b.portal_user_id as "portalUserId", u.name as "portalUserName", b.status, b.bank,
  b.created_at as "createdAt", b.decided_at as "decidedAt", b.reason`;
const FROM = `from portal.bank_change b
  join portal.portal_user u on u.company_id = $1 and u.id = b.portal_user_id
  join crm.pub_trading_partner l on l.company_id = $1 and l.id = b.ledger_account_id`;

const MOST_SHOWN = 200;

/** By bank_change_ledger_index. */
const OF_VENDOR = sql(`
  select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.ledger_account_id = $2
  order by b.created_at desc, b.id desc limit $3::int`);

/** By bank_change_waiting_key. */
const WAITING = `select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.status = 'waiting' and l.active`;

/** By primary key. */
const LOCK = sql(`
  select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.id = $2 and b.ledger_account_id = $3 for update of b`);

/** By bank_change_waiting_key. */
const LOCK_WAITING = sql(`
  select ${COLUMNS} ${FROM}
  where b.company_id = $1 and b.ledger_account_id = $2 and b.status = 'waiting' for update of b`);

/** What a vendor has asked for, the newest first. */
export function bankChangesOf(
  tx: Tx,
  id: VendorId,
  most = MOST_SHOWN,
): Promise<readonly BankChange[]> {
  return tx.rows<BankChange>(OF_VENDOR, [tx.ctx.companyId, id, most]);
}

/** What waits for a decision of whoever reaches the ledger accounts, the oldest first. */
export async function waitingBankChanges(tx: Tx): Promise<readonly BankChange[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const scope = rowScope.owned(tx.ctx, 'ledger-accounts', 'l', bind) ?? 'true';
  const found = await tx.rows<BankChange>(
    `${WAITING} and ${scope} order by b.created_at, b.id limit ${MOST_SHOWN}`,
    params,
  );
  return found.map(maskedChange);
}

/** One of a vendor's, locked; undefined where there is none. */
export function lockBankChange(
  tx: Tx,
  vendorId: VendorId,
  id: BankChangeId,
): Promise<BankChange | undefined> {
  return tx.maybe<BankChange>(LOCK, [tx.ctx.companyId, id, vendorId]);
}

/** That of a vendor which waits, locked; undefined where none does. */
export function lockWaitingChange(tx: Tx, vendorId: VendorId): Promise<BankChange | undefined> {
  return tx.maybe<BankChange>(LOCK_WAITING, [tx.ctx.companyId, vendorId]);
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
