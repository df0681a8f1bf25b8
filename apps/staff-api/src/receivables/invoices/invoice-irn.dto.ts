import type {
  CancellationInput,
  InvoiceRegistration,
  RegistrationView,
} from '@quittance/receivables/host';
import { DateField, TextField } from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';

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
    description: 'The signed text of the code, which is printed on the document.',
  })
  signedQr: string;
}

const REASON = { max: 1000 } as const;

/** What was said to the portal when the registration was taken back. */
export class CancelIrnDto implements CancellationInput {
  @TextField(REASON) reason: string;
  @DateField({
    optional: true,
    description:
      'The day of the acknowledgement or the one after it, by the portal’s calendar: it takes a ' +
      'cancellation for 24 hours. Today, in the company’s time zone, when absent.',
  })
  cancelledOn?: LocalDate;
}

/** A registration, and whether it was cancelled. */
export class RegistrationDto extends InvoiceIrnDto implements RegistrationView {
  @DateField({ nullable: true, description: 'The number of the document is used up since.' })
  cancelledOn: LocalDate | null;
  @TextField({ ...REASON, nullable: true }) cancelReason: string | null;
}
