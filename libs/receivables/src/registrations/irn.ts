import { addDays, type LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import {
  registrationCancelled,
  registrationMissing,
  registrationStands,
} from '../receivables.errors.js';

/** What India's invoice registration portal answered to a registered invoice or credit note. */
export interface InvoiceRegistration {
  /** The invoice reference number: 64 hexadecimal digits. */
  readonly irn: string;
  readonly ackNumber: string;
  /** By the portal's calendar. */
  readonly ackDate: LocalDate;
  /** The text of the code that is printed, signed by the portal. */
  readonly signedQr: string;
}

/** That a registration was taken back at the portal. The number of the document is used up. */
export interface RegistrationCancellation {
  /** By the portal's calendar. */
  readonly cancelledOn: LocalDate;
  readonly cancelReason: string;
}

/** A registration as it is kept with its document. */
export type KeptRegistration = InvoiceRegistration & Partial<RegistrationCancellation>;

/** Whether both say the same. */
export function isSameRegistration(one: InvoiceRegistration, other: InvoiceRegistration): boolean {
  return (
    one.irn === other.irn &&
    one.ackNumber === other.ackNumber &&
    one.ackDate === other.ackDate &&
    one.signedQr === other.signedQr
  );
}

/**
 * A registration after it was cancelled; itself when the same was said before. The portal takes it
 * for 24 hours, and only the day of the acknowledgement is known here.
 * @throws DomainError registration_missing, registration_cancelled, validation_failed
 */
export function cancelledRegistration(
  kept: KeptRegistration | null,
  cancellation: RegistrationCancellation,
): KeptRegistration {
  if (!kept) throw registrationMissing();
  const { cancelledOn, cancelReason } = cancellation;
  if (kept.cancelledOn !== undefined) {
    if (kept.cancelledOn === cancelledOn && kept.cancelReason === cancelReason) return kept;
    throw registrationCancelled({ cancelledOn: kept.cancelledOn });
  }
  const last = addDays(kept.ackDate, 1);
  if (cancelledOn < kept.ackDate || cancelledOn > last) {
    const message = `must be from ${kept.ackDate} to ${last}: the portal takes it for 24 hours`;
    throw invalidField('/cancelledOn', 'range', message);
  }
  return { ...kept, cancelledOn, cancelReason };
}

/** Who corrects a registered document once the portal cancels it no longer. */
const CORRECTED_BY = { invoice: 'a credit note', 'credit note': 'another invoice' } as const;

interface Registrable {
  readonly number: string;
  readonly irn: KeptRegistration | null;
}

/**
 * What the portal holds for valid is not void here.
 * @throws DomainError registration_stands of what is registered, until that is cancelled
 */
export function refuseRegistered(
  object: keyof typeof CORRECTED_BY,
  { number, irn: kept }: Registrable,
): void {
  if (!kept || !isRegistered({ irn: kept })) return;
  throw registrationStands({ object, number, irn: kept.irn, by: CORRECTED_BY[object] });
}

/** Whether the portal holds a document for valid. */
export function isRegistered({ irn: kept }: Pick<Registrable, 'irn'>): boolean {
  return kept !== null && kept.cancelledOn === undefined;
}

/** A registration as the API shows it. */
export function registrationView(kept: KeptRegistration | null) {
  if (!kept) return null;
  const { irn, ackNumber, ackDate, signedQr, cancelledOn = null, cancelReason = null } = kept;
  return { irn, ackNumber, ackDate, signedQr, cancelledOn, cancelReason };
}

export type RegistrationView = NonNullable<ReturnType<typeof registrationView>>;
