import type { PriceBookId } from '@quittance/catalog';
import type { AccountId, CompanyId, Instant, UserId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerAccountId } from '../accounts/account.js';
import type { BankDetails, LedgerAccountKind } from './ledger-account.js';

/** A row of `crm.ledger_account`; amounts are minor units of the default currency. */
@Entity({ schema: 'crm', name: 'ledger_account' })
export class LedgerAccountEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: CompanyId;

  @PrimaryColumn({ type: 'uuid' })
  id: LedgerAccountId;

  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'text' })
  kind: LedgerAccountKind;

  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  accountId: AccountId | null;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  gstin: string | null;

  @Column({ type: 'text', nullable: true })
  pan: string | null;

  @Column({ type: 'text', nullable: true })
  tan: string | null;

  @Column({ type: 'text', nullable: true })
  vat: string | null;

  @Column({ type: 'text', nullable: true })
  ein: string | null;

  @Column({ type: 'jsonb', nullable: true })
  bank: BankDetails | null;

  @Column({ name: 'default_currency', type: 'text' })
  defaultCurrency: Currency;

  @Column({ name: 'opening_balance', type: 'bigint' })
  openingBalance: bigint;

  @Column({ name: 'credit_limit', type: 'bigint', nullable: true })
  creditLimit: bigint | null;

  @Column({ name: 'credit_days', type: 'integer', nullable: true })
  creditDays: number | null;

  @Column({ name: 'payment_terms', type: 'text', nullable: true })
  paymentTerms: string | null;

  @Column({ name: 'default_price_book_id', type: 'uuid', nullable: true })
  defaultPriceBookId: PriceBookId | null;

  @Column({ name: 'owner_id', type: 'uuid', nullable: true })
  ownerId: UserId | null;

  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy: UserId | null;

  @Column({ name: 'updated_by', type: 'uuid', nullable: true })
  updatedBy: UserId | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}
