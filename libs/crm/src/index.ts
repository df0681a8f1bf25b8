import type { Entity, Migration } from '@quittance/database';
import { AccountEntity } from './accounts/account.entity.js';
import { LedgerAccountEntity } from './ledger-accounts/ledger-account.entity.js';
import { Account1764000200001 } from './migrations/1764000200001-account.js';
import { LedgerAccount1764000200002 } from './migrations/1764000200002-ledger-account.js';

export {
  ACCOUNT_STATUSES,
  type Account,
  type AccountFields,
  type AccountStatus,
  type BillingAccount,
  type LedgerAccountId,
} from './accounts/account.js';
export type { AccountPatch } from './accounts/account-patch.js';
export { accountList, findBillingAccounts } from './accounts/account.queries.js';
export { addAccount } from './accounts/add-account.js';
export { CreateAccount, type NewAccount } from './accounts/create-account.js';
export { importAccounts, type ImportedAccount } from './accounts/import-accounts.js';
export { UpdateAccount, type AccountUpdate } from './accounts/update-account.js';
export {
  accountExternalKeyTaken,
  accountParentCycle,
  ledgerAccountAmountsNeeded,
} from './crm.errors.js';
export { CrmModule } from './crm.module.js';
export { CrmQueries } from './crm.queries.js';
export {
  CreateLedgerAccount,
  type NewLedgerAccount,
} from './ledger-accounts/create-ledger-account.js';
export {
  LEDGER_ACCOUNT_KINDS,
  type BankDetails,
  type LedgerAccount,
  type LedgerAccountKind,
  type PriceBookId,
  type TaxRegistrations,
} from './ledger-accounts/ledger-account.js';
export {
  ledgerAccountList,
  LEDGER_ACCOUNT_SELECTIONS,
  ledgerAccountsOf,
  readLedgerAccount,
} from './ledger-accounts/ledger-account.queries.js';
export { lockLedgerAccount } from './ledger-accounts/ledger-account.repository.js';
export type { LedgerAccountPatch } from './ledger-accounts/ledger-account-patch.js';
export {
  UpdateLedgerAccount,
  type LedgerAccountUpdate,
} from './ledger-accounts/update-ledger-account.js';

export const crmMigrations: readonly Migration[] = [
  Account1764000200001,
  LedgerAccount1764000200002,
];
export const crmEntities: readonly Entity[] = [AccountEntity, LedgerAccountEntity];
