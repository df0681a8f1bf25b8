import {
  about,
  absent,
  amount,
  currency,
  date,
  id,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  text,
} from '../shape.js';
import { accountId, actor, times, version } from './common.js';

/** A check, as a snapshot. */
export const creditCheck = object({
  id,
  version,
  accountId,
  documentType: about(
    'What it was asked for; null for an amount alone.',
    absent(oneOf('quote', 'sales-order')),
  ),
  documentId: absent(id),
  status: oneOf(
    'approved',
    'pending',
    'awaiting_approval',
    'needs_approval',
    'rejected',
    'cancelled',
  ),
  outcome: about('What the rules came to.', oneOf('approved', 'needs_approval', 'rejected')),
  reasons: list(
    oneOf(
      'within_limit',
      'no_limit',
      'hard_hold',
      'soft_hold',
      'shortfall_within_tolerance',
      'shortfall',
    ),
  ),
  checkedOn: date,
  currency,
  creditLimit: about('Null: no limit.', nullable(amount('10000.00'))),
  exposure: amount('8700.00'),
  available: nullable(amount('1300.00')),
  requested: amount('1190.00'),
  shortfall: nullable(amount('0.00')),
  documentCurrency: currency,
  documentAmount: about('As it was asked for.', amount('1190.00')),
  riskScore: about('0 to 55; 100 under a hard hold.', integer(35)),
  riskInputs: object({
    utilisation: nullable(text('98.90')),
    utilisationPoints: integer(35),
    badChecks: integer(0),
    badCheckPoints: integer(0),
  }),
  createdBy: actor,
  ...times,
});

/** A customer gets no credit, or none without approval. */
export const creditHold = object({
  id,
  version,
  accountId,
  strength: oneOf('soft', 'hard'),
  reason: oneOf('overdue_payment', 'risk', 'manual'),
  status: oneOf('placed', 'released'),
  amount: about('It holds what takes the exposure above this.', absent(amount('500.00'))),
  currency: absent(currency),
  note: absent(text('Three invoices are late')),
  checkId: about('The check that raised it.', absent(id)),
  placedBy: actor,
  placedAt: instant,
  releasedBy: absent(actor),
  releasedAt: absent(instant),
  releaseNote: absent(text('Paid by transfer')),
  ...times,
});

/** A request that a check be overruled. */
export const creditOverride = object({
  id,
  version,
  checkId: id,
  accountId,
  status: oneOf('requested', 'approved', 'rejected', 'expired', 'cancelled'),
  reason: text('The order secures the year'),
  expiresAt: about('From then on it counts no longer.', nullable(instant)),
  requestedBy: actor,
  requestedAt: instant,
  decidedBy: absent(actor),
  decidedAt: absent(instant),
  decisionNote: absent(text('Up to the next payment')),
  expiredAt: absent(instant),
  ...times,
});
