import { about } from './event-description.js';
import { portalLock, portalSecurity, portalUser, portalView } from './payloads/people.js';

const ofPortalUser = about('portal-user');

/** What is announced of the users of the portals. No event carries what opens a door. */
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
};
