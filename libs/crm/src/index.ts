export { findBillingAccounts, holdBillingAccounts } from './accounts/account.queries.js';
export type { BillingAccount, LedgerAccountId } from './accounts/account.js';
export { importAccounts } from './accounts/import-accounts.js';
export { readLedgerAccount } from './ledger-accounts/ledger-account.queries.js';
export { lockLedgerAccount } from './ledger-accounts/ledger-account.repository.js';
