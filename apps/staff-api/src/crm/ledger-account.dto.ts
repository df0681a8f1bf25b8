import type { PriceBookId } from '@quittance/catalog';
import {
  LEDGER_ACCOUNT_KINDS,
  LEDGER_ACCOUNT_MATCHES,
  type LedgerAccount,
  type LedgerAccountKind,
  type LedgerAccountMatch,
  type LedgerAccountPatch,
  type TaxRegistrations,
} from '@quittance/crm/host';
import type { BankDetails, LedgerAccountId } from '@quittance/crm';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { AccountId, Instant, UserId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { CountryQuery } from '../objects/mass.dto.js';

const NUMBER = { max: 30, nullable: true, optional: true } as const;
const TEXT = { max: 100, nullable: true, optional: true } as const;
const DAYS = { min: 0, max: 3650, nullable: true } as const;
const TERMS = { max: 500, nullable: true } as const;
const BALANCE = { sign: 'any', description: 'In the default currency.' } as const;
const LIMIT = { nullable: true, description: 'In the default currency.' } as const;
const clearable = { nullable: true, optional: true } as const;
const optional = { optional: true } as const;

export class TaxRegistrationsDto implements TaxRegistrations {
  @TextField({ ...NUMBER, example: '27AAPFU0939F1ZV' }) gstin: string | null;
  @TextField({ ...NUMBER, example: 'AAPFU0939F' }) pan: string | null;
  @TextField({ ...NUMBER, example: 'DELA12345B' }) tan: string | null;
  @TextField({ ...NUMBER, example: 'DE136695976' }) vat: string | null;
  @TextField({ ...NUMBER, example: '12-3456789' }) ein: string | null;
}

/** Account numbers show their last four signs to whoever may not update ledger accounts. */
export class BankDetailsDto implements BankDetails {
  @TextField(TEXT) accountName: string | null;
  @TextField(TEXT) bankName: string | null;
  @TextField({ ...TEXT, max: 40 }) accountNumber: string | null;
  @TextField({ ...TEXT, max: 34 }) iban: string | null;
  @TextField({ ...TEXT, max: 11 }) bic: string | null;
  @TextField({ ...TEXT, max: 20, description: 'Routing number, sort code, IFSC …' })
  branchCode: string | null;
}

/** Every member may be absent; null clears. The name of a customer is that of its account. */
export class UpdateLedgerAccountDto implements LedgerAccountPatch {
  @TextField({ max: 200, ...optional }) name?: string;
  @ObjectField(() => TaxRegistrationsDto, clearable)
  taxRegistration?: Partial<TaxRegistrationsDto> | null;
  @ObjectField(() => BankDetailsDto, clearable) bank?: Partial<BankDetailsDto> | null;
  @CurrencyField(optional) defaultCurrency?: Currency;
  @AmountField({ ...BALANCE, ...optional }) openingBalance?: string;
  @AmountField({ ...LIMIT, ...optional }) creditLimit?: string | null;
  @IntegerField({ ...DAYS, ...optional }) creditDays?: number | null;
  @TextField({ ...TERMS, ...optional }) paymentTerms?: string | null;
  @IdField(clearable) defaultPriceBookId?: PriceBookId | null;
  @IdField({ ...clearable, description: 'That of a customer has the owner of its account.' })
  ownerId?: UserId | null;
}

export class CreateLedgerAccountDto extends UpdateLedgerAccountDto {
  @EnumField(['supplier', 'partner'], { description: 'Customers get theirs with the account.' })
  kind: 'supplier' | 'partner';
  @TextField({ max: 200 }) declare name: string;
}

export class ImportLedgerAccountsQuery extends CountryQuery {
  @BooleanField({ ...optional, description: 'Checks every row and writes nothing.' })
  dryRun?: boolean;
  @EnumField(LEDGER_ACCOUNT_MATCHES, {
    ...optional,
    description:
      'Rows whose value one ledger account of the kind has already change that one. A column ' +
      '`id` does so without being named.',
  })
  matchBy?: LedgerAccountMatch;
}

export class LedgerAccountDto implements LedgerAccount {
  @IdField() id: LedgerAccountId;
  @IntegerField() version: number;
  @EnumField(LEDGER_ACCOUNT_KINDS) kind: LedgerAccountKind;
  @IdField({ nullable: true }) accountId: AccountId | null;
  @TextField({ max: 200 }) name: string;
  @ObjectField(() => TaxRegistrationsDto) taxRegistration: TaxRegistrationsDto;
  @ObjectField(() => BankDetailsDto, { nullable: true }) bank: BankDetailsDto | null;
  @CurrencyField() defaultCurrency: Currency;
  @AmountField(BALANCE) openingBalance: string;
  @AmountField(LIMIT) creditLimit: string | null;
  @IntegerField(DAYS) creditDays: number | null;
  @TextField(TERMS) paymentTerms: string | null;
  @IdField({ nullable: true }) defaultPriceBookId: PriceBookId | null;
  @IdField({ nullable: true }) ownerId: UserId | null;
  @InstantField() createdAt: Instant;
  @IdField({ nullable: true }) createdBy: UserId | null;
  @InstantField() updatedAt: Instant;
  @IdField({ nullable: true }) updatedBy: UserId | null;
}
