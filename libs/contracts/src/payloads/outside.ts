import {
  about,
  absent,
  amount,
  currency,
  flag,
  id,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  text,
} from '../shape.js';
import { changeTimes, version } from './common.js';

/** What a provider has told of a dispute, as it is kept for a person to look at. */
export const providerDispute = object({
  id,
  version,
  kind: oneOf('dispute', 'capture', 'refund', 'unreadable'),
  status: oneOf('open', 'resolved'),
  reason: about('A stable code.', text('dispute_open')),
  whatToDo: about('A sentence for people.', text('Answer it at the provider.')),
  provider: text('stripe'),
  providerPaymentId: about("The provider's name of the payment.", nullable(text('pi_3MtwBw'))),
  amount: about('Null while nothing that can be read was told.', nullable(amount('119.00'))),
  currency: nullable(currency),
  invoiceId: about('The invoice it claims to be about; it need not exist.', nullable(id)),
  paymentId: about('The payment in the books, where it is there.', nullable(id)),
  lost: about(
    'What it has taken off the payment in the books; null while it never has.',
    nullable(amount('119.00')),
  ),
  stages: about(
    'All that was told, in order.',
    list(oneOf('opened', 'withdrawn', 'reinstated', 'closed', 'won', 'lost')),
  ),
  evidenceDueBy: nullable(instant),
  providerReason: about("The provider's own word for why.", nullable(text('fraudulent'))),
  providerReference: about("The provider's name of the dispute.", text('dp_1MtJUT')),
  eventId: about("The provider's name of what it sent.", nullable(text('evt_1NG8Du'))),
  type: about("The provider's name of the kind of event.", text('charge.dispute.created')),
  bodyHash: about('SHA-256 of what it sent, in hexadecimal.', text('5c140d35dcb46a62')),
  note: absent(text('The dispute was won at the provider')),
  resolvedAt: absent(instant),
  resolvedBy: absent(object({ kind: text('provider'), id: nullable(id), name: text('stripe') })),
  ...changeTimes,
});

/** An endpoint without its secret. */
export const endpoint = object({
  id,
  version,
  url: text('https://hooks.example.com/quittance'),
  description: nullable(text('Warehouse')),
  types: about('What it asks for; `*` for everything.', list(text('invoice.paid'))),
  active: flag,
  disabledReason: about(
    '`gone`: it answered 410; `failing`: it took nothing for days.',
    nullable(oneOf('failing', 'gone', 'manual')),
  ),
  secretLast4: text('x9Kq'),
  previousSecretUntil: absent(instant),
  failingSince: nullable(instant),
  failures: integer(12),
  ...changeTimes,
});

/** A file of a record; never what is in it. */
export const document = object({
  id,
  version,
  object: about('The object of the record that it hangs on.', text('deal')),
  recordId: about('The record that it hangs on.', id),
  fileName: text('offer.pdf'),
  mimeType: about('What the bytes are, whatever they are called.', text('application/pdf')),
  size: about('Bytes.', integer(48_213)),
  sha256: about('Of the bytes, in hexadecimal.', text('5c140d35dcb46a62')),
  visibility: oneOf('internal', 'customer', 'partner', 'vendor'),
  createdAt: instant,
  createdBy: nullable(id),
  updatedAt: instant,
});
