import type { AccountId, InvoiceId } from '@quittance/kernel';
import {
  absent,
  about,
  id,
  idOf,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  openObject,
  text,
} from '../shape.js';

/** Counts the changes of a record from 1; `If-Match` takes it. */
export const version = about('Counts the changes of the record.', integer(3));

/** When a record was made and last changed. */
export const changeTimes = { createdAt: instant, updatedAt: instant };

/** Who did something. */
export const actor = object({
  kind: oneOf('staff', 'portal', 'api_key', 'share_link', 'provider', 'system'),
  id: about('Null for the clock and for providers.', nullable(id)),
  name: text('Ada Admin'),
});

/**
 * A record of an object that the company shapes: with the fields that `GET /<object>/schema`
 * describes, as its `GET` shows them to whoever sees all of it.
 */
export const record = openObject({ id, version });

export const accountId = idOf<AccountId>();
export const invoiceId = idOf<InvoiceId>();

export const links = {
  salesOrderId: about('The order it comes from.', absent(id)),
  contractId: about('The contract it is under.', absent(id)),
  subscriptionId: about('The subscription it bills.', absent(id)),
};
