import type { Labels } from '../labels/labels.js';
import type { Figures } from './figures.js';
import type { PrintableInvoice } from './printable-document.js';
import type { SheetPayment } from './sheet.js';

/**
 * The reference number, the acknowledgement and the signed code (CGST Rules, rule 48); of a
 * cancelled registration when it was, and no code.
 */
export function registrationBlock(
  { kind, registration }: PrintableInvoice,
  labels: Labels,
  write: Figures,
): SheetPayment | null {
  if (!registration) return null;
  const { irn, ackNumber, ackDate, signedQr, cancelledOn } = registration;
  return {
    heading: kind === 'credit_note' ? labels.creditNote : labels.registeredInvoice,
    facts: [
      { label: 'IRN', value: irn },
      { label: labels.acknowledgementNumber, value: ackNumber },
      { label: labels.acknowledgedOn, value: write.date(ackDate) },
      ...(cancelledOn ? [{ label: labels.cancelled, value: write.date(cancelledOn) }] : []),
    ],
    link: null,
    qr: cancelledOn ? null : { caption: 'IRN', content: signedQr },
  };
}
