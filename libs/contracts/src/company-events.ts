import { about } from './event-description.js';
import { switchOff } from './payloads/company.js';

const ofCompany = about('company');

/** What is announced of the set-up of a company, where it is more than a changed record. */
export const COMPANY_EVENTS = {
  'company.bank_approval_switch_off_requested': ofCompany(
    'One of the staff asks that bank changes need no approval any more; another has to approve it.',
    switchOff,
  ),
  'company.bank_approval_switch_off_withdrawn': ofCompany(
    'Bank changes go on to need approval: who asked has taken it back, or somebody else has.',
    switchOff,
    { status: 'withdrawn', reason: null },
  ),
  'company.bank_approval_switch_off_approved': ofCompany(
    'Bank changes need no approval any more.',
    switchOff,
    { status: 'approved' },
  ),
  'company.bank_approval_switch_off_rejected': ofCompany(
    'Bank changes go on to need approval.',
    switchOff,
    { status: 'rejected', reason: 'It keeps us from being robbed' },
  ),
};
