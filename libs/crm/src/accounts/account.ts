import type { BuyerKind, ElectronicAddress } from '@quittance/registrations';
import type { DocumentLanguage, PostalAddress } from '@quittance/company';
import type { EInvoiceProfile } from '@quittance/documents';
import type { AccountId, Id, Instant, UserId } from '@quittance/kernel';

export type LedgerAccountId = Id<'ledger-account'>;

export const ACCOUNT_STATUSES = ['active', 'inactive'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** What may be set on an account; addresses replace the whole address. */
export interface AccountFields {
  readonly name: string;
  readonly type: string | null;
  readonly industry: string | null;
  readonly rating: string | null;
  readonly ownership: string | null;
  readonly website: string | null;
  readonly email: string | null;
  /** Where invoices go; `email` when absent. */
  readonly billingEmail: string | null;
  readonly phone: string | null;
  readonly billingAddress: PostalAddress;
  readonly shippingAddress: PostalAddress;
  /** The number documents print; the ledger account's GSTIN, VAT id or EIN when absent. */
  readonly taxRegistration: string | null;
  /** Whether it buys as a business, a consumer or otherwise; null where nobody said. */
  readonly buyerKind: BuyerKind | null;
  /** Of its documents and letters; null: that of the company's documents. */
  readonly language: DocumentLanguage | null;
  readonly eInvoiceProfile: EInvoiceProfile | null;
  /** Where it receives electronic invoices: a scheme of the CEF list and the address in it. */
  readonly endpointScheme: string | null;
  readonly endpointId: string | null;
  /** What its invoices quote (BT-10) unless they say otherwise. */
  readonly buyerReference: string | null;
  readonly parentId: AccountId | null;
  /** The account manager. */
  readonly managerId: UserId | null;
  readonly ownerId: UserId | null;
  readonly status: AccountStatus;
  /** The key of the record in the system it was imported from; unique per company. */
  readonly externalKey: string | null;
}

/** An account as the API shows it. */
export interface Account extends AccountFields {
  readonly id: AccountId;
  readonly version: number;
  readonly ledgerAccountId: LedgerAccountId;
  readonly createdAt: Instant;
  readonly createdBy: UserId | null;
  readonly updatedAt: Instant;
  readonly updatedBy: UserId | null;
}

/** What billing needs of a customer. */
export interface BillingAccount {
  readonly id: AccountId;
  readonly name: string;
  readonly email: string | null;
  readonly address: PostalAddress;
  readonly taxRegistration: string | null;
  readonly buyerKind: BuyerKind | null;
  readonly ledgerAccountId: LedgerAccountId;
  readonly currency: string | null;
  /** Days to pay; null when nothing was agreed. */
  readonly creditDays: number | null;
  /** What its documents say of paying. */
  readonly paymentTerms: string | null;
  readonly language: DocumentLanguage | null;
  readonly eInvoiceProfile: EInvoiceProfile | null;
  readonly electronicAddress: ElectronicAddress | null;
  readonly buyerReference: string | null;
  readonly active: boolean;
}
