import { referenceNotFoundAt } from '@quittance/access';
import { signInRefused } from '@quittance/identity';
import { defineProblem, references } from '@quittance/kernel';

export { referenceNotFoundAt };
export const referenceNotFound = references.notFound;

export const portalUserDeactivated = defineProblem(
  'portal_user_deactivated',
  401,
  'The user is deactivated',
  'The user may not use this portal any more.',
);

export const portalUserUnverified = defineProblem(
  'portal_user_unverified',
  401,
  'The user is not verified',
  'The user has yet to accept an invitation to this portal.',
);

export const partyNotActive = defineProblem(
  'party_not_active',
  401,
  'The party is not active',
  'The business that the user acts for is not active.',
);

export const accessLevelTooLow = defineProblem(
  'access_level_too_low',
  403,
  'The access level is too low',
  'This needs the access level {level} or a wider one.',
);

export const freeAddressNotTaken = defineProblem(
  'free_address_not_taken',
  422,
  'The address is none of the account',
  'The company sends orders to the addresses that the account keeps.',
);

export const viewAsReadOnly = defineProblem(
  'view_as_read_only',
  403,
  'Who looks on does nothing',
  'Staff who look on as a user change nothing, and are not shown where the user is signed in.',
);

export const viewAsExceedsRights = defineProblem(
  'view_as_exceeds_rights',
  403,
  'The user sees more than you may',
  'The user of the portal sees {resource} that you may not.',
);

export const viewAsNotPossible = defineProblem(
  'view_as_not_possible',
  409,
  'There is nothing to see',
  'The user may not sign in to the portal themselves, or it is no person who asks.',
);

/** How each request of a portal user may be refused, whatever it asks. */
export const portalRefusals = {
  readOnly: viewAsReadOnly,
  always: [
    viewAsReadOnly,
    viewAsExceedsRights,
    portalUserDeactivated,
    portalUserUnverified,
    partyNotActive,
    signInRefused.accountLocked,
  ],
  tooLow: accessLevelTooLow,
};

export const signInStepExpired = defineProblem(
  'sign_in_step_expired',
  401,
  'The step of the sign-in is over',
  'The step or code is unknown, was used, or its time is over; begin again.',
);

export const mfaCodeInvalid = defineProblem(
  'mfa_code_invalid',
  401,
  'The code is not valid',
  'The code is wrong, over or was used before.',
);

export const mfaNotAllowed = defineProblem(
  'mfa_not_allowed',
  409,
  'There are no second factors',
  'The company has its portals without a second factor at sign-in.',
);

export const mfaRequiredByPolicy = defineProblem(
  'mfa_required_by_policy',
  409,
  'A second factor is required',
  'The company asks this user for a second factor at sign-in.',
);

export const crossSiteRequest = defineProblem(
  'cross_site_request',
  403,
  'A request of another site',
  'The session of a browser is used by pages of this site alone, which say `X-Q-Session: 1` and ' +
    'send JSON.',
);

export const signInRequired = defineProblem(
  'sign_in_required',
  401,
  'Sign in first',
  'There is a password for this e-mail already: sign in with it to accept the invitation.',
);

export const invitationExpired = defineProblem(
  'invitation_expired',
  410,
  'The invitation is over',
  'The invitation is older than three days, was replaced by another or is not known.',
);

export const invitationUsed = defineProblem(
  'invitation_used',
  409,
  'The invitation was accepted',
  'The invitation was accepted already; sign in.',
);

export const passwordTooWeak = defineProblem(
  'password_too_weak',
  422,
  'The password is too weak',
  'The password is too short, too long or among the first that are tried.',
);

export const portalUserTaken = defineProblem(
  'portal_user_taken',
  409,
  'There is such a user',
  'The e-mail or user name is taken by another user of this portal.',
);

export const lastPortalAdmin = defineProblem(
  'last_portal_admin',
  409,
  'The last Admin',
  'The user is the last active one with the role Admin, and others would be left without.',
);

export const ownRights = defineProblem(
  'own_rights',
  403,
  'The own rights',
  'Nobody changes their own rights, level or limit, or puts themselves out.',
);

export const portalUserNotInvitable = defineProblem(
  'portal_user_not_invitable',
  409,
  'The user is not to be invited',
  'The user has accepted an invitation already, or is deactivated.',
);

export const colleaguesNotManaged = defineProblem(
  'colleagues_not_managed',
  403,
  'Users are managed elsewhere',
  'The company manages the users of this portal itself.',
);

export const pricesNotPermitted = defineProblem(
  'prices_not_permitted',
  403,
  'Prices are not permitted',
  'The document is made of prices, which the user may not see.',
);

export const approvalLimitExceeded = defineProblem(
  'approval_limit_exceeded',
  409,
  'Above what the user may agree to',
  'It is above what is left of the approval limit of the user.',
);

export const noApproverAvailable = defineProblem(
  'no_approver_available',
  422,
  'Nobody may approve it',
  'It is above the limit of the user, and too few others may approve it.',
);

export const approvalDecided = defineProblem(
  'approval_decided',
  409,
  'The request is decided',
  'The request is {status} already.',
);

export const approvalExpired = defineProblem(
  'approval_expired',
  409,
  'The request has expired',
  'The request was open until {expiresAt}.',
);

export const approvalNotTheirs = defineProblem(
  'approval_not_theirs',
  403,
  'The request is for others to decide',
  'The rules of the account name others for it; and only who asked takes it back.',
);

export const approvalPending = defineProblem(
  'approval_pending',
  409,
  'It waits for approval already',
  'Somebody has asked for it already, and it waits to be approved.',
);

export const approvalsAskedTooOften = defineProblem(
  'approvals_asked_too_often',
  429,
  'Approval was asked for too often',
  'A user asks for approval at most {most} times in an hour, also where requests are taken back.',
);

export const addressLimitReached = defineProblem(
  'address_limit_reached',
  422,
  'There are too many addresses',
  'An account has at most {most} addresses of its own.',
);

export const preferenceTooLarge = defineProblem(
  'preference_too_large',
  422,
  'The preference is too large',
  'A preference has at most {bytes} bytes.',
);

export const preferenceLimitReached = defineProblem(
  'preference_limit_reached',
  422,
  'There are too many preferences',
  'A user has at most {most} preferences.',
);

export const downloadExpired = defineProblem(
  'download_expired',
  410,
  'The download is over',
  'The address is good once, and for a minute; ask for another.',
);

export const creditNotShown = defineProblem(
  'credit_not_shown',
  403,
  'The credit is not shown',
  'The company does not show its customers where they stand with their credit.',
);

export const poNumberRequired = defineProblem(
  'po_number_required',
  422,
  'The order needs a number',
  'The company asks for the number by which its customer knows an order.',
);
