import {
  ACCOUNT_STATUSES,
  type Account,
  type AccountPatch,
  type AccountStatus,
} from '@quittance/crm';
import type { LedgerAccountId } from '@quittance/crm';
import {
  EmailField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http';
import type { AccountId, Instant, UserId } from '@quittance/kernel';
import { AddressDto } from '../company/company.dto.js';

const NAME = { max: 200 } as const;
const WORD = { max: 100, nullable: true } as const;
const WEBSITE = { max: 500, nullable: true, pattern: /^https?:\/\/\S+$/ } as const;
const PHONE = { max: 50, nullable: true, example: '+49 30 123456' } as const;
const REGISTRATION = {
  max: 30,
  nullable: true,
  description: 'What documents print: VAT id, GSTIN …; else the one of the ledger account.',
} as const;
const KEY = {
  max: 100,
  nullable: true,
  description: 'The key of the record in the system it came from; unique in the company.',
} as const;
const BILLING_EMAIL = { nullable: true, description: 'Where invoices go, else `email`.' } as const;
const clearable = { nullable: true, optional: true } as const;
const optional = { optional: true } as const;

/** Every member may be absent; null clears. */
export class UpdateAccountDto implements AccountPatch {
  @TextField({ ...NAME, ...optional }) name?: string;
  @TextField({ ...WORD, ...optional }) type?: string | null;
  @TextField({ ...WORD, ...optional }) industry?: string | null;
  @TextField({ ...WORD, ...optional }) rating?: string | null;
  @TextField({ ...WORD, ...optional }) ownership?: string | null;
  @TextField({ ...WEBSITE, ...optional }) website?: string | null;
  @EmailField(clearable) email?: string | null;
  @EmailField({ ...BILLING_EMAIL, ...optional }) billingEmail?: string | null;
  @TextField({ ...PHONE, ...optional }) phone?: string | null;
  @ObjectField(() => AddressDto, clearable) billingAddress?: AddressDto | null;
  @ObjectField(() => AddressDto, clearable) shippingAddress?: AddressDto | null;
  @TextField({ ...REGISTRATION, ...optional }) taxRegistration?: string | null;
  @IdField(clearable) parentId?: AccountId | null;
  @IdField(clearable) managerId?: UserId | null;
  @IdField(clearable) ownerId?: UserId | null;
  @EnumField(ACCOUNT_STATUSES, optional) status?: AccountStatus;
  @TextField({ ...KEY, ...optional }) externalKey?: string | null;
}

export class CreateAccountDto extends UpdateAccountDto {
  @TextField(NAME) declare name: string;
}

export class AccountDto implements Account {
  @IdField() id: AccountId;
  @IntegerField() version: number;
  @TextField(NAME) name: string;
  @TextField(WORD) type: string | null;
  @TextField(WORD) industry: string | null;
  @TextField(WORD) rating: string | null;
  @TextField(WORD) ownership: string | null;
  @TextField(WEBSITE) website: string | null;
  @EmailField({ nullable: true }) email: string | null;
  @EmailField(BILLING_EMAIL) billingEmail: string | null;
  @TextField(PHONE) phone: string | null;
  @ObjectField(() => AddressDto) billingAddress: AddressDto;
  @ObjectField(() => AddressDto) shippingAddress: AddressDto;
  @TextField(REGISTRATION) taxRegistration: string | null;
  @IdField({ nullable: true }) parentId: AccountId | null;
  @IdField({ nullable: true }) managerId: UserId | null;
  @IdField({ nullable: true }) ownerId: UserId | null;
  @EnumField(ACCOUNT_STATUSES) status: AccountStatus;
  @TextField(KEY) externalKey: string | null;
  @IdField() ledgerAccountId: LedgerAccountId;
  @InstantField() createdAt: Instant;
  @IdField({ nullable: true }) createdBy: UserId | null;
  @InstantField() updatedAt: Instant;
  @IdField({ nullable: true }) updatedBy: UserId | null;
}
