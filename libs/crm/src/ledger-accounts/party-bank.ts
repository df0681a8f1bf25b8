import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import type { LedgerAccountId } from '../accounts/account.js';
import { askRulesOfOne } from './ask-rules.js';
import { maskBank, NO_BANK_DETAILS, type BankDetails } from './ledger-account.js';
import { LEDGER_COLUMNS, type LedgerAccountRow } from './ledger-account.queries.js';
import { lockLedgerAccountById, updateLedgerAccountRow } from './ledger-account.repository.js';
import { afterChange, announceLedgerChange } from './update-ledger-account.js';

/** By primary key, whoever asks: the caller has found that it is theirs. */
const READ = sql(`
  select ${LEDGER_COLUMNS} from crm.ledger_account l
  where l.company_id = $1 and l.id = $2 and l.deleted_at is null`);

async function read(tx: Tx, id: LedgerAccountId): Promise<LedgerAccountRow> {
  const row = await tx.maybe<LedgerAccountRow>(READ, [tx.ctx.companyId, id]);
  if (!row) throw notFound({ object: 'ledger account' });
  return row;
}

/** By ledger_account_account_key. */
const OF_ACCOUNT = sql(`
  select l.id from crm.ledger_account l where l.company_id = $1 and l.account_id = $2`);

/** The ledger account of a customer, also of one that is deleted. */
async function ofAccount(tx: Tx, accountId: string): Promise<LedgerAccountId | undefined> {
  const found = await tx.maybe<{ id: LedgerAccountId }>(OF_ACCOUNT, [tx.ctx.companyId, accountId]);
  return found?.id;
}

/**
 * Has a party paid to another account from now on: as a change of its ledger account, which the
 * company's rules are asked about and which is told with masked numbers.
 * @throws DomainError not_found, and those of the company's rules
 */
async function replace(
  tx: Tx,
  models: CompanyModels,
  { id, bank }: { readonly id: LedgerAccountId; readonly bank: BankDetails },
): Promise<void> {
  await lockLedgerAccountById(tx, id);
  const row = await read(tx, id);
  const updated = afterChange(tx, row, { bank });
  await updateLedgerAccountRow(tx, id, updated.version, { bank });
  await askRulesOfOne(tx, await models.of(tx), { before: row, after: updated });
  announceLedgerChange(tx, row, updated);
}

/** Where a party is paid to, for those who keep its ledger account in another way. */
export const partyBank = {
  lock: lockLedgerAccountById,
  ofAccount,
  read,
  replace,
  masked: maskBank,
  none: NO_BANK_DETAILS,
};
