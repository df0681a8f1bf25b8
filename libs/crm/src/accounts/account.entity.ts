import type { BuyerKind } from '@quittance/registrations';
import type { DocumentLanguage, PostalAddress } from '@quittance/company';
import type { EInvoiceProfile } from '@quittance/documents';
import type { AccountId, CompanyId, Instant, UserId } from '@quittance/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountStatus, LedgerAccountId } from './account.js';

/** A row of `crm.account`. */
@Entity({ schema: 'crm', name: 'account' })
export class AccountEntity {
  @PrimaryColumn({ name: 'company_id', type: 'uuid' })
  companyId: CompanyId;

  @PrimaryColumn({ type: 'uuid' })
  id: AccountId;

  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', nullable: true })
  type: string | null;

  @Column({ type: 'text', nullable: true })
  industry: string | null;

  @Column({ type: 'text', nullable: true })
  rating: string | null;

  @Column({ type: 'text', nullable: true })
  ownership: string | null;

  @Column({ type: 'text', nullable: true })
  website: string | null;

  @Column({ type: 'text', nullable: true })
  email: string | null;

  @Column({ name: 'billing_email', type: 'text', nullable: true })
  billingEmail: string | null;

  @Column({ type: 'text', nullable: true })
  phone: string | null;

  @Column({ name: 'billing_address', type: 'jsonb' })
  billingAddress: PostalAddress;

  @Column({ name: 'shipping_address', type: 'jsonb' })
  shippingAddress: PostalAddress;

  @Column({ name: 'tax_registration', type: 'text', nullable: true })
  taxRegistration: string | null;

  @Column({ name: 'buyer_kind', type: 'text', nullable: true })
  buyerKind: BuyerKind | null;

  @Column({ type: 'text', nullable: true })
  language: DocumentLanguage | null;

  @Column({ name: 'e_invoice_profile', type: 'text', nullable: true })
  eInvoiceProfile: EInvoiceProfile | null;

  @Column({ name: 'endpoint_scheme', type: 'text', nullable: true })
  endpointScheme: string | null;

  @Column({ name: 'endpoint_id', type: 'text', nullable: true })
  endpointId: string | null;

  @Column({ name: 'buyer_reference', type: 'text', nullable: true })
  buyerReference: string | null;

  @Column({ name: 'parent_id', type: 'uuid', nullable: true })
  parentId: AccountId | null;

  @Column({ name: 'manager_id', type: 'uuid', nullable: true })
  managerId: UserId | null;

  @Column({ name: 'owner_id', type: 'uuid', nullable: true })
  ownerId: UserId | null;

  @Column({ type: 'text' })
  status: AccountStatus;

  @Column({ name: 'external_key', type: 'text', nullable: true })
  externalKey: string | null;

  @Column({ name: 'ledger_account_id', type: 'uuid' })
  ledgerAccountId: LedgerAccountId;

  @Column({ name: 'created_by', type: 'uuid', nullable: true })
  createdBy: UserId | null;

  @Column({ name: 'updated_by', type: 'uuid', nullable: true })
  updatedBy: UserId | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Instant;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Instant;
}
