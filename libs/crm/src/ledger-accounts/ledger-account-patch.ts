import { isBic, isIban } from '@quittance/company';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { parseMinor, type Currency } from '@quittance/money';
import { ledgerAccountAmountsNeeded } from '../crm.errors.js';
import {
  isMaskedNumber,
  maskBank,
  NO_BANK_DETAILS,
  NO_TAX_REGISTRATIONS,
  type BankDetails,
  type LedgerAccountFields,
  type TaxRegistrations,
} from './ledger-account.js';
import type { LedgerAccountEntity } from './ledger-account.entity.js';
import { readTaxRegistrations } from './tax-registrations.js';

/** What may be sent: nested members are merged one by one, null clears. */
export type LedgerAccountPatch = Partial<Omit<LedgerAccountFields, 'taxRegistration' | 'bank'>> & {
  readonly taxRegistration?: Partial<TaxRegistrations> | null;
  readonly bank?: Partial<BankDetails> | null;
};

export type LedgerAccountState = Pick<
  LedgerAccountEntity,
  | keyof TaxRegistrations
  | 'kind'
  | 'name'
  | 'bank'
  | 'ownerId'
  | 'defaultCurrency'
  | 'openingBalance'
  | 'creditLimit'
>;

/**
 * The columns a patch sets on a row, every mistake of it named at once.
 * @throws DomainError validation_failed, ledger_account_amounts_needed
 */
export function ledgerAccountColumns(
  state: LedgerAccountState,
  patch: LedgerAccountPatch,
): Partial<LedgerAccountEntity> {
  const { taxRegistration, bank, openingBalance, creditLimit, ...plain } = patch;
  const currency = patch.defaultCurrency ?? state.defaultCurrency;
  refuseForeignAmounts(state, patch, currency);
  const errors: FieldError[] = [];
  if (state.kind === 'customer' && patch.name !== undefined && patch.name !== state.name) {
    const message = 'is the name of the account: change it there';
    errors.push({ pointer: '/name', code: 'read_only', message });
  }
  if (state.kind === 'customer' && patch.ownerId !== undefined && patch.ownerId !== state.ownerId) {
    const message = 'is the owner of the account: change it there';
    errors.push({ pointer: '/ownerId', code: 'read_only', message });
  }
  const columns: Partial<LedgerAccountEntity> = { ...plain };
  if (openingBalance !== undefined) {
    columns.openingBalance = minor(openingBalance, currency, '/openingBalance', errors);
  }
  if (creditLimit !== undefined) {
    columns.creditLimit =
      creditLimit === null ? null : minor(creditLimit, currency, '/creditLimit', errors);
  }
  if (taxRegistration !== undefined) {
    const { gstin, pan, tan, vat, ein } = state;
    const known = taxRegistration === null ? NO_TAX_REGISTRATIONS : { gstin, pan, tan, vat, ein };
    const read = readTaxRegistrations({ ...known, ...taxRegistration });
    errors.push(...read.errors);
    Object.assign(columns, read.numbers);
  }
  if (bank !== undefined) {
    const merged = { ...NO_BANK_DETAILS, ...state.bank, ...unmasked(state.bank, bank, errors) };
    errors.push(...bankFaults(state.bank, merged));
    // In the order in which they are stored: the same details are no change.
    columns.bank = bank === null ? null : { ...state.bank, ...merged };
  }
  if (errors.length > 0) throw invalidFields(errors);
  return columns;
}

/** Of what is new: what was kept before anybody looked at check digits does not bar other changes. */
function bankFaults(standing: BankDetails | null, { iban, bic }: BankDetails): FieldError[] {
  const refuse = (name: string, what: string): FieldError => {
    return { pointer: `/bank/${name}`, code: 'format', message: `must be ${what}` };
  };
  return [
    ...(iban && !isMaskedNumber(iban) && iban !== standing?.iban && !isIban(plain(iban))
      ? [refuse('iban', 'an IBAN with right check digits')]
      : []),
    ...(bic && bic !== standing?.bic && !isBic(plain(bic))
      ? [refuse('bic', 'a BIC of 8 or 11 characters')]
      : []),
  ];
}

/** People write account numbers with blanks. */
const plain = (text: string) => text.replace(/\s+/g, '').toUpperCase();

/** Numbers as a download shows them are those that are kept; a mask is never kept for a number. */
function unmasked(
  standing: BankDetails | null,
  bank: Partial<BankDetails> | null,
  errors: FieldError[],
): Partial<BankDetails> {
  const told: Partial<Record<keyof BankDetails, string | null>> = { ...bank };
  for (const name of ['accountNumber', 'iban'] as const) {
    const number = told[name];
    if (!isMaskedNumber(number)) continue;
    if (number === maskBank(standing)?.[name]) delete told[name];
    else {
      const message = 'is masked: send the whole number, or leave it out';
      errors.push({ pointer: `/bank/${name}`, code: 'format', message });
    }
  }
  return told;
}

/** An amount without its currency changes value: a new currency needs the amounts again. */
function refuseForeignAmounts(
  state: LedgerAccountState,
  patch: LedgerAccountPatch,
  to: Currency,
): void {
  const from = state.defaultCurrency;
  if (from === to) return;
  const balanceStays = state.openingBalance !== 0n && patch.openingBalance === undefined;
  const limitStays = state.creditLimit !== null && patch.creditLimit === undefined;
  if (balanceStays || limitStays) throw ledgerAccountAmountsNeeded({ from, to });
}

function minor(text: string, currency: Currency, pointer: string, errors: FieldError[]): bigint {
  const amount = parseMinor(text, currency);
  if (amount === undefined) {
    const message = `has more decimals than ${currency}`;
    errors.push({ pointer, code: 'precision', message });
  }
  return amount ?? 0n;
}
