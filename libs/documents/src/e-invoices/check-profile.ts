import { isNetworkScheme } from '@quittance/registrations';
import type { EInvoice, EInvoiceFault, EInvoiceParty } from './e-invoice.js';
import { nationalFaults } from './national-rules.js';
import { unmet } from './unmet.js';

/** Three digits at least (BR-DE-27). */
const PHONE = /\d(?:.*\d){2}/;
/** As KoSIT writes it (BR-DE-28). */
const EMAIL = /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/;
/** A cash discount as XRechnung has it read by machines (BR-DE-18). */
const DISCOUNT = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

/**
 * What the profile demands beyond the norm and the document, its account or the company does not
 * say: XRechnung 3.0 (KoSIT) and Peppol BIS Billing 3, each rule by its name there. Pure.
 */
export function profileFaults(invoice: EInvoice): EInvoiceFault[] {
  switch (invoice.profile) {
    case 'en16931':
      return [];
    case 'xrechnung':
      return [...germanFaults(invoice, 'BR-DE-'), ...sharedFaults(invoice, 'EM')];
    case 'peppol-bis-3':
      return [...networkFaults(invoice), ...sharedFaults(invoice)];
  }
}

/** Rules of Peppol that KoSIT has taken over (BR-DE-… 3.0). */
function sharedFaults(invoice: EInvoice, mailScheme?: 'EM'): EInvoiceFault[] {
  const { seller, buyer } = invoice;
  const isOn = ({ endpoint }: EInvoiceParty) =>
    !endpoint || endpoint.scheme === mailScheme || isNetworkScheme(endpoint.scheme);
  const company = '/company/electronicAddress';
  return unmet([
    [
      'PEPPOL-EN16931-R020',
      seller.endpoint,
      'The electronic address of the seller (BT-34) is missing.',
      company,
    ],
    [
      'PEPPOL-EN16931-R010',
      buyer.endpoint,
      'The electronic address of the buyer (BT-49) is missing.',
      '/account/endpointId',
    ],
    ['PEPPOL-EN16931-CL008', isOn(seller), `${NOT_LISTED} of the seller (BT-34).`, company],
    [
      'PEPPOL-EN16931-CL008',
      isOn(buyer),
      `${NOT_LISTED} of the buyer (BT-49).`,
      '/account/endpointScheme',
    ],
  ]);
}

const NOT_LISTED = 'The list of the network does not have the scheme of the electronic address';

/** Of Peppol alone; between two German parties it asks for what KoSIT asks for. */
function networkFaults(invoice: EInvoice): EInvoiceFault[] {
  const { buyerReference, orderReference, seller, buyer } = invoice;
  const german = seller.address.country === 'DE' && buyer.address.country === 'DE';
  return [
    ...unmet([
      [
        'PEPPOL-EN16931-R003',
        buyerReference?.trim() || orderReference?.trim(),
        'A buyer reference (BT-10) or the number of the buyer’s order (BT-13) is missing.',
        '/buyerReference',
      ],
    ]),
    ...(german ? germanFaults(invoice, 'DE-R-') : []),
    ...nationalFaults(invoice),
  ];
}

function germanFaults(invoice: EInvoice, rules: 'BR-DE-' | 'DE-R-'): EInvoiceFault[] {
  const { seller, buyer, delivery, payment, groups } = invoice;
  const { contact, email } = seller;
  const by = (number: number) => `${rules}${rules === 'DE-R-' ? `00${number}`.slice(-3) : number}`;
  const outside = groups.every(({ category }) => category === 'O');
  return unmet([
    [by(1), payment, 'The account to pay to (BG-16) is missing.', '/company/bankAccount/iban'],
    [
      by(5),
      contact.name?.trim(),
      'The person to ask at the seller (BT-41) is missing.',
      '/company/contact/name',
    ],
    [
      by(6),
      contact.phone && PHONE.test(contact.phone),
      'A telephone number of the seller (BT-42) is missing.',
      '/company/contact/phone',
    ],
    [
      by(7),
      email && EMAIL.test(email),
      'An e-mail address of the seller (BT-43) is missing.',
      '/company/contact/email',
    ],
    [
      by(8),
      buyer.address.city?.trim(),
      'The city of the buyer’s address (BT-52) is missing.',
      '/billTo/address/city',
    ],
    [
      by(9),
      buyer.address.postalCode?.trim(),
      'The postal code of the buyer’s address (BT-53) is missing.',
      '/billTo/address/postalCode',
    ],
    [
      by(10),
      !delivery?.place || delivery.place.city?.trim(),
      'The city of the delivery address (BT-77) is missing.',
      '/deliveryAddress/city',
    ],
    [
      by(11),
      !delivery?.place || delivery.place.postalCode?.trim(),
      'The postal code of the delivery address (BT-78) is missing.',
      '/deliveryAddress/postalCode',
    ],
    [
      by(15),
      invoice.buyerReference?.trim(),
      'The buyer reference (BT-10) is missing; of public bodies it is the Leitweg-ID.',
      '/buyerReference',
    ],
    [
      by(16),
      outside || seller.vatId || seller.taxNumber,
      'A VAT identifier (BT-31) or tax number (BT-32) of the seller is missing.',
      '/company/taxRegistrations',
    ],
    [
      by(18),
      saysDiscounts(invoice),
      'A cash discount in the payment terms (BT-20) is written #SKONTO#TAGE=14#PROZENT=2.00#, on ' +
        'a line of its own.',
      '/paymentTerms',
    ],
  ]);
}

/** Whether each line that looks like a cash discount is one, and a break follows the last `#`. */
function saysDiscounts({ paymentTerms }: EInvoice): boolean {
  const terms = paymentTerms ?? '';
  const lines = terms.split(/\r?\n/).map((line) => line.trim());
  const discounts = lines.filter((line) => line.startsWith('#'));
  if (discounts.length === 0) return true;
  const rest = terms.split(/#.+#/).at(-1) ?? '';
  return discounts.every((line) => DISCOUNT.test(line)) && /^\s*\n/.test(rest);
}
