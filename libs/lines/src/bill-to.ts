import type { PostalAddress } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import type { AccountId } from '@quittance/kernel';
import type { BuyerKind } from '@quittance/registrations';
import type { Buyer } from './price-lines.js';

/** Who an invoice is addressed to, as it was when the invoice was made. */
export interface BillTo {
  readonly name: string;
  readonly address: PostalAddress;
  readonly taxRegistration: string | null;
  /** Absent where nobody said. */
  readonly buyerKind?: BuyerKind | null;
}

/** Who is billed, of an account as it is now; what nobody said of it is not kept. */
export function billToOf({ name, address, taxRegistration, buyerKind }: BillingAccount): BillTo {
  return { name, address, taxRegistration, ...(buyerKind && { buyerKind }) };
}

/** Whom a document is priced for, as it was when the document was made. */
export function buyerOf(id: AccountId, { address, taxRegistration, buyerKind }: BillTo): Buyer {
  return { id, address, taxRegistration, buyerKind: buyerKind ?? null };
}
