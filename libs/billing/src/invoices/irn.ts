import type { LocalDate } from '@quittance/kernel';

/** What India's invoice registration portal answered to a registered invoice. */
export interface InvoiceRegistration {
  /** The invoice reference number: 64 hexadecimal digits. */
  readonly irn: string;
  readonly ackNumber: string;
  /** By the portal's calendar. */
  readonly ackDate: LocalDate;
  /** The text of the code that is printed, signed by the portal. */
  readonly signedQr: string;
}

/** Whether both say the same. */
export function isSameRegistration(one: InvoiceRegistration, other: InvoiceRegistration): boolean {
  return (
    one.irn === other.irn &&
    one.ackNumber === other.ackNumber &&
    one.ackDate === other.ackDate &&
    one.signedQr === other.signedQr
  );
}
