import type { PostalAddress } from '@quittance/company';

/** Who an invoice is addressed to, as it was when the invoice was made. */
export interface BillTo {
  readonly name: string;
  readonly address: PostalAddress;
  readonly taxRegistration: string | null;
}
