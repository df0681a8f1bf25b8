import { NO_ADDRESS, type PostalAddress } from '@quittance/company';
import { E_INVOICE_PROFILES } from '@quittance/documents';
import { date, json, picklist, text } from '@quittance/fields';
import { choicesOf, optional } from '@quittance/nouns';

/** Where goods or services of a document went. */
export interface DeliveredTo extends PostalAddress {
  readonly recipient?: string | null;
}

const NOWHERE: DeliveredTo = Object.freeze({ ...NO_ADDRESS, recipient: null });

/**
 * A place as it was sent, with every member that one has; null where nothing is said of it. What no
 * place has stays, to be refused. Pure.
 */
export function wholePlace(sent: Readonly<Record<string, unknown>>): object | null {
  const isSaid = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(NOWHERE, name) ||
    (typeof value === 'string' ? value.trim() !== '' : (value ?? null) !== null);
  const said = Object.entries(sent).filter(([, value]) => value !== undefined);
  return said.some(isSaid) ? { ...NOWHERE, ...Object.fromEntries(said) } : null;
}

/** What says something of a document and changes nothing, even after it has been sent. */
const SAID = { changes: 'always', copied: true, printed: true, catalogued: true } as const;

/** What invoices and credit notes tell of their business beside money, in order of the answer. */
export const documentReferenceMembers = {
  buyerReference: optional(
    text('Buyer reference', {
      maxLength: 100,
      searched: true,
      help: 'To whom of the buyer it goes (BT-10); in Germany the Leitweg-ID of a public body.',
    }),
    { ...SAID, csv: true, advice: 'The account’s.', example: '04011000-1234512345-06' },
  ),
  contractReference: optional(
    text('Contract reference', { maxLength: 100, help: 'The number of the contract (BT-12).' }),
    { ...SAID, csv: true },
  ),
  deliveryDate: optional(
    date('Delivery date', { help: 'When it was delivered or done (BT-72).' }),
    { ...SAID, csv: true },
  ),
  deliveryAddress: optional(
    json<DeliveredTo>('Delivery address', { help: 'Where it was delivered (BG-15).' }),
    { ...SAID, listed: false, taken: wholePlace },
  ),
  paymentTerms: optional(text('Payment terms', { maxLength: 500, help: 'BT-20.' }), {
    ...SAID,
    listed: false,
    advice: 'Those of the account.',
  }),
  eInvoiceProfile: optional(
    picklist('E-invoice profile', choicesOf(E_INVOICE_PROFILES), {
      help:
        'Whose rules its electronic invoice keeps; what they demand and it lacks is refused ' +
        'before it is sent.',
    }),
    { ...SAID, advice: 'That of the account.' },
  ),
};
