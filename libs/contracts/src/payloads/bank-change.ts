import { about, id, nullable, object, oneOf, text } from '../shape.js';

/** The account that a vendor asks to be paid to; of its numbers an event says nothing. */
export const bankChange = object({
  id,
  vendorId: about('Its ledger account.', id),
  vendorName: text('Nuts Ltd'),
  portalUserId: about('Who has sent it.', id),
  status: oneOf('waiting', 'approved', 'rejected', 'withdrawn'),
  reason: about('Why it was rejected, for the vendor to read.', nullable(text('Unknown bank'))),
});
