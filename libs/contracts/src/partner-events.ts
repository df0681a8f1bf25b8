import { about } from './event-description.js';
import { commission, commissionStatement, dealRegistration } from './payloads/partner.js';

const [ofRegistration, ofCommission, ofStatement] = [
  about('deal-registration'),
  about('commission'),
  about('commission-statement'),
];

/** What is announced of partners: what they register, earn and are paid. */
export const PARTNER_EVENTS = {
  'deal_registration.submitted': ofRegistration(
    'A partner has handed a registration over.',
    dealRegistration,
    { status: 'submitted' },
  ),
  'deal_registration.returned': ofRegistration(
    'A partner is asked for something about a registration.',
    dealRegistration,
    { status: 'returned' },
  ),
  'deal_registration.approved': ofRegistration(
    'An end customer is protected for a partner.',
    dealRegistration,
  ),
  'deal_registration.rejected': ofRegistration('A registration was refused.', dealRegistration, {
    status: 'rejected',
  }),
  'deal_registration.extended': ofRegistration('A protection lasts longer.', dealRegistration, {
    extensions: 1,
  }),
  'deal_registration.converted': ofRegistration(
    'A deal was made of a registration.',
    dealRegistration,
    { status: 'converted' },
  ),
  'deal_registration.expired': ofRegistration('A protection is over.', dealRegistration, {
    status: 'expired',
  }),
  'deal_registration.withdrawn': ofRegistration(
    'A partner has taken a registration back.',
    dealRegistration,
    { status: 'withdrawn' },
  ),
  'commission.earned': ofCommission('A partner has earned a commission.', commission),
  'commission.reversed': ofCommission(
    'Some or all of a commission was taken back, as the money was.',
    commission,
    { kind: 'reversed', base: '-1000.00', amount: '-100.00', payoutAmount: '-100.00' },
  ),
  'commission.held': ofCommission('A commission is held back.', commission, {
    status: 'on_hold',
    holdReason: 'dispute',
  }),
  'commission_statement.approved': ofStatement('A statement is to be paid.', commissionStatement),
  'commission_statement.paid': ofStatement('A partner was paid.', commissionStatement, {
    status: 'paid',
    paidOn: '2026-04-10',
  }),
} as const;
