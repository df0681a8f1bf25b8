import { about } from './event-description.js';
import { approval } from './payloads/approval.js';

const ofApproval = about('portal-approval');

/** What is announced of approvals among the users of a customer. */
export const APPROVAL_EVENTS = {
  'approval.requested': ofApproval(
    'A user of a customer wants something above their limit.',
    approval,
  ),
  'approval.signed': ofApproval('One of several approvers has signed.', approval),
  'approval.approved': ofApproval(
    'The last of the approvers has signed, and it was carried out.',
    approval,
    { status: 'approved' },
  ),
  'approval.rejected': ofApproval('An approver has said no.', approval, { status: 'rejected' }),
  'approval.expired': ofApproval('Nobody has decided in time.', approval, { status: 'expired' }),
} as const;
