import type { InvoiceRegistration } from '@quittance/billing';
import { DateField, TextField } from '@quittance/http';
import type { LocalDate } from '@quittance/kernel';

/** What India’s invoice registration portal answered. */
export class InvoiceIrnDto implements InvoiceRegistration {
  @TextField({
    min: 64,
    max: 64,
    pattern: /^[0-9a-f]{64}$/,
    example: 'f'.repeat(64),
    description: 'The invoice reference number.',
  })
  irn: string;
  @TextField({ max: 20, pattern: /^\d{1,20}$/, example: '112010036563310' }) ackNumber: string;
  @DateField() ackDate: LocalDate;
  @TextField({
    max: 2331,
    pattern: /^[\x21-\x7e]+$/,
    example: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmVk',
    description: 'The signed text of the code, which is printed on the invoice.',
  })
  signedQr: string;
}
