import type { Labels } from '../labels/labels.js';
import type { Figures } from './figures.js';
import type { PrintableInvoice } from './printable-document.js';
import type { SheetPayment } from './sheet.js';

/** The reference number, the acknowledgement and the signed code (CGST Rules, rule 48). */
export function registrationBlock(
  { registration }: PrintableInvoice,
  labels: Labels,
  write: Figures,
): SheetPayment | null {
  if (!registration) return null;
  const { irn, ackNumber, ackDate, signedQr } = registration;
  return {
    heading: labels.registeredInvoice,
    facts: [
      { label: 'IRN', value: irn },
      { label: labels.acknowledgementNumber, value: ackNumber },
      { label: labels.acknowledgedOn, value: write.date(ackDate) },
    ],
    link: null,
    qr: { caption: 'IRN', content: signedQr },
  };
}
