import { about, id, nullable, object, oneOf, text } from '../shape.js';

const decided = {
  status: oneOf('waiting', 'approved', 'rejected', 'withdrawn'),
  reason: about('Why it was rejected.', nullable(text('Unknown bank'))),
};

/** The account that one of the staff has a party be paid to; of its numbers an event says nothing. */
export const requestedBankChange = object({
  id,
  vendorId: about('The ledger account of the customer, supplier or partner.', id),
  vendorName: text('Nuts Ltd'),
  requestedBy: about('Of the staff, who asks, or has made the key that does.', id),
  ...decided,
});

/** The account that a vendor asks to be paid to; of its numbers an event says nothing. */
export const bankChange = object({
  id,
  vendorId: about('Its ledger account.', id),
  vendorName: text('Nuts Ltd'),
  portalUserId: about('Who has sent it.', id),
  status: oneOf('waiting', 'approved', 'rejected', 'withdrawn'),
  reason: about('Why it was rejected, for the vendor to read.', nullable(text('Unknown bank'))),
});
