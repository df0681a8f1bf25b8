import type { BillingAccount } from '@quittance/crm';
import type { RowOf } from '@quittance/nouns';
import type { documentReferenceMembers } from './document-references.js';

/** What an account has its documents say, unless they say otherwise themselves. */
export type SaidOfAccount = Pick<
  RowOf<typeof documentReferenceMembers>,
  'buyerReference' | 'paymentTerms' | 'eInvoiceProfile'
>;

/** The same for a document that says this much: absent and null alike take the account's. Pure. */
export function saidOfAccount(
  { buyerReference, paymentTerms, eInvoiceProfile }: BillingAccount,
  said: Partial<SaidOfAccount> = {},
): SaidOfAccount {
  return {
    buyerReference: said.buyerReference ?? buyerReference,
    paymentTerms: said.paymentTerms ?? paymentTerms,
    eInvoiceProfile: said.eInvoiceProfile ?? eInvoiceProfile,
  };
}
