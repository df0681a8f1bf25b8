export { openCase } from './cases/open-case-in.js';
export { OF_ACCOUNT, reachedAccounts } from './accounts/account-reach.js';
export { findBillingAccounts, holdBillingAccounts } from './accounts/account.queries.js';
export type { BillingAccount, LedgerAccountId } from './accounts/account.js';
export { findAccountsByKey, importAccounts } from './accounts/import-accounts.js';
export { AccountFollowers, AccountFollowersModule } from './accounts/account-followers.js';
export { findAccountPriceBooks } from './accounts/account-price-books.queries.js';
export { accountsAbove, accountsBelow, ancestorsOf } from './accounts/account-tree.queries.js';
export { defaultParties } from './accounts/default-parties.queries.js';
export { deliveryAddresses } from './accounts/delivery-addresses.js';
export { euroFactors } from './exchange-rates/euro-factors.js';
export {
  type ExchangeRates,
  exchangeRatesOn,
  exchangeRatesOnDays,
} from './exchange-rates/exchange-rates-on.js';
export { type CreditTerms, readCreditTerms } from './ledger-accounts/credit-terms.queries.js';
export { findParty, holdContactOf } from './accounts/party.queries.js';
export type { BankDetails } from './ledger-accounts/ledger-account.js';
export { partyBank } from './ledger-accounts/party-bank.js';
export { readLedgerAccount } from './ledger-accounts/ledger-account.queries.js';
export {
  lockLedgerAccount,
  lockLedgerAccounts,
} from './ledger-accounts/ledger-account.repository.js';
export {
  findContactEmail,
  findContactEmails,
  findShippingAddress,
  holdSellingAccount,
  NO_PARTIES,
  requireNamedAccount,
  requireReachedParties,
  requireSaleParties,
  type SellingAccount,
} from './accounts/sale-parties.queries.js';
