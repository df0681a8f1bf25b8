import { isBic, isIban } from '@quittance/company';
import { partyBank, type BankDetails } from '@quittance/crm';
import { invalidFields, type FieldError } from '@quittance/kernel';

/** What a vendor says of where it is to be paid to. */
export type SaidBankDetails = Readonly<Partial<BankDetails>>;

/** A mask shows the last four signs: of less than six it would show the number. */
const SHORTEST = 6;

/**
 * All of where somebody is to be paid to: what is not said is not there, so that no half of an old
 * account is mixed with half of a new one. @throws DomainError validation_failed
 */
export function readBankDetails(said: SaidBankDetails): BankDetails {
  const bank: BankDetails = {
    ...partyBank.none,
    accountName: said.accountName?.trim() || null,
    bankName: said.bankName?.trim() || null,
    accountNumber: plain(said.accountNumber),
    iban: plain(said.iban),
    bic: plain(said.bic),
    branchCode: plain(said.branchCode),
  };
  const faults = faultsOf(bank);
  if (faults.length > 0) throw invalidFields(faults);
  return bank;
}

function faultsOf({ accountName, accountNumber, iban, bic }: BankDetails): FieldError[] {
  const faults: FieldError[] = [];
  const fault = (name: keyof BankDetails, code: string, message: string) =>
    faults.push({ pointer: `/${name}`, code, message });
  if (accountName === null) fault('accountName', 'required', 'says whose account it is');
  if (iban === null && accountNumber === null) {
    fault('iban', 'required', 'or an account number must be given');
  }
  if (iban !== null && !isIban(iban)) {
    fault('iban', 'format', 'must be an IBAN with right check digits');
  }
  if (accountNumber !== null && accountNumber.length < SHORTEST) {
    fault('accountNumber', 'min', `has at least ${SHORTEST} characters`);
  }
  if (bic !== null && !isBic(bic)) fault('bic', 'format', 'must be a BIC of 8 or 11 characters');
  return faults;
}

/** Numbers are written without what people put between their digits. */
const plain = (text: string | null | undefined) =>
  text?.replaceAll(/[\s.-]/g, '').toUpperCase() || null;
