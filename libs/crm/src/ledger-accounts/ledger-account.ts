import type { PriceBookId } from '@quittance/catalog';
import type { AccountId, Instant, UserId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LedgerAccountId } from '../accounts/account.js';

export const LEDGER_ACCOUNT_KINDS = ['customer', 'supplier', 'partner'] as const;
export type LedgerAccountKind = (typeof LEDGER_ACCOUNT_KINDS)[number];

/** Registration numbers by scheme, in the scheme's own writing. */
export interface TaxRegistrations {
  readonly gstin: string | null;
  readonly pan: string | null;
  readonly tan: string | null;
  readonly vat: string | null;
  readonly ein: string | null;
}

export interface BankDetails {
  readonly accountName: string | null;
  readonly bankName: string | null;
  readonly accountNumber: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  /** Routing number, sort code, IFSC … */
  readonly branchCode: string | null;
}

/** What may be set on a ledger account. Amounts are decimal text in the default currency. */
export interface LedgerAccountFields {
  readonly name: string;
  readonly taxRegistration: TaxRegistrations;
  readonly bank: BankDetails | null;
  readonly defaultCurrency: Currency;
  readonly openingBalance: string;
  readonly creditLimit: string | null;
  readonly creditDays: number | null;
  readonly paymentTerms: string | null;
  readonly defaultPriceBookId: PriceBookId | null;
  /** That of a customer has the owner of its account. */
  readonly ownerId: UserId | null;
}

/** A ledger account as the API shows it; bank numbers are masked without the right to update. */
export interface LedgerAccount extends LedgerAccountFields {
  readonly id: LedgerAccountId;
  readonly version: number;
  readonly kind: LedgerAccountKind;
  /** The account of a customer, null for suppliers and partners. */
  readonly accountId: AccountId | null;
  readonly createdAt: Instant;
  readonly createdBy: UserId | null;
  readonly updatedAt: Instant;
  readonly updatedBy: UserId | null;
}

export const NO_TAX_REGISTRATIONS: TaxRegistrations = Object.freeze({
  gstin: null,
  pan: null,
  tan: null,
  vat: null,
  ein: null,
});

export const NO_BANK_DETAILS: BankDetails = Object.freeze({
  accountName: null,
  bankName: null,
  accountNumber: null,
  iban: null,
  bic: null,
  branchCode: null,
});

function masked(number: string | null): string | null {
  return number === null ? null : `${MASK}${number.slice(-4)}`;
}

const MASK = '••••';

/** Whether somebody says a number as a list or a download shows it. */
export const isMaskedNumber = (number: unknown): boolean =>
  typeof number === 'string' && number.startsWith(MASK);

/** The same details with only the last four signs of the numbers. */
export function maskBank(bank: BankDetails | null): BankDetails | null {
  if (!bank) return null;
  return { ...bank, accountNumber: masked(bank.accountNumber), iban: masked(bank.iban) };
}
