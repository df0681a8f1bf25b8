export { aPortalUser, PORTAL_PASSWORD, type TestPortalUser } from './a-portal-user.js';
export { anApproval } from './an-approval.js';
