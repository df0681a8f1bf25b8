import { about, amount, currency, id, integer, nullable, object, oneOf } from '../shape.js';
import { version } from './common.js';

/** What a user of a customer wanted above their limit. */
export const approval = object({
  id,
  version,
  status: oneOf('pending', 'approved', 'rejected', 'withdrawn', 'expired'),
  subject: about(
    'What it is waited with.',
    oneOf('order', 'quote', 'quote_order', 'plan_change', 'resumption'),
  ),
  accountId: id,
  orderId: nullable(id),
  quoteId: nullable(id),
  subscriptionId: nullable(id),
  requestedBy: about('The portal user who asks.', id),
  total: about('Tax included.', amount('12000.00')),
  currency,
  approvals: about('How many have to sign.', integer(1)),
  decidedBy: about('The portal user who decided; none where the clock did.', nullable(id)),
});
