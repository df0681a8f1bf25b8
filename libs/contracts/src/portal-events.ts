import { about } from './event-description.js';
import { bankChange, requestedBankChange } from './payloads/bank-change.js';
import { portalLock, portalSecurity, portalUser, portalView } from './payloads/people.js';
import { quoteRequest } from './payloads/quote-request.js';

const ofPortalUser = about('portal-user');
const ofRequest = about('quote-request');
const ofVendor = about('ledger-account');

/** What is announced of the users of the portals, and of what they do there. No event carries what opens a door. */
export const PORTAL_EVENTS = {
  'portal_user.invited': ofPortalUser('A portal user was invited by e-mail.', portalUser),
  'portal_user.verified': ofPortalUser('A portal user has accepted an invitation.', portalUser),
  'portal_user.locked': ofPortalUser(
    'A portal user is locked out after too many wrong passwords.',
    portalLock,
  ),
  'portal_user.deactivated': ofPortalUser('A portal user was put out.', portalUser),
  'portal_user.rights_changed': ofPortalUser(
    'What a portal user may do, see or spend has changed.',
    portalUser,
  ),
  'portal_user.security_changed': ofPortalUser(
    'Something of how a portal user signs in has changed, of which they are told by e-mail.',
    portalSecurity,
  ),
  'portal_user.viewed_as': ofPortalUser(
    'Somebody of the staff looks at a portal as one of its users.',
    portalView,
  ),
  'portal_user.password_reset_requested': ofPortalUser(
    'Somebody has forgotten the password of a portal user.',
    portalUser,
  ),
  'quote_request.submitted': ofRequest('A customer or a partner asks for a quote.', quoteRequest, {
    status: 'submitted',
    published: false,
    converted: false,
    abandoned: false,
  }),
  'quote_request.published': ofRequest(
    'Staff have noted that a customer has submitted a request.',
    quoteRequest,
    { published: true },
  ),
  'quote_request.withdrawn': ofRequest('A request was taken back.', quoteRequest, {
    status: 'withdrawn',
  }),
  'quote_request.declined': ofRequest('No quote is made of a request.', quoteRequest, {
    status: 'declined',
    reason: 'We do not make these any more',
  }),
  'quote_request.abandoned': ofRequest(
    'A draft was not touched for 14 days, or a quote not answered in time.',
    quoteRequest,
    { abandoned: true },
  ),
  'vendor.bank_details_sent': ofVendor(
    'A vendor asks to be paid to another account; nothing is paid there before it is approved.',
    bankChange,
  ),
  'vendor.bank_details_withdrawn': ofVendor(
    'A vendor has taken back the account that it asked to be paid to.',
    bankChange,
    { status: 'withdrawn' },
  ),
  'vendor.bank_details_approved': ofVendor(
    'A vendor is paid to the account that it has sent.',
    bankChange,
    { status: 'approved' },
  ),
  'vendor.bank_details_rejected': ofVendor(
    'The account that a vendor has sent was not taken.',
    bankChange,
    { status: 'rejected' },
  ),
  'ledger_account.bank_details_requested': ofVendor(
    'One of the staff asks that a party be paid to another account; another has to approve it.',
    requestedBankChange,
  ),
  'ledger_account.bank_details_withdrawn': ofVendor(
    'What one of the staff has asked for was taken back.',
    requestedBankChange,
    { status: 'withdrawn' },
  ),
  'ledger_account.bank_details_approved': ofVendor(
    'A party is paid to the account that one of the staff has asked for.',
    requestedBankChange,
    { status: 'approved' },
  ),
  'ledger_account.bank_details_rejected': ofVendor(
    'The account that one of the staff has asked for was not taken.',
    requestedBankChange,
    { status: 'rejected' },
  ),
};
