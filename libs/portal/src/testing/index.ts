export { aBankChange } from './a-bank-change.js';
export { aPortalUser, PORTAL_PASSWORD, type TestPortalUser } from './a-portal-user.js';
export { aQuoteRequest } from './a-quote-request.js';
export { anApproval } from './an-approval.js';
export { testFactors } from './second-factors.js';
export { totpAt } from '../mfa/totp.js';
export { aBrowser, type TestBrowser } from './a-browser.js';
export { SHOWN_RESOURCES } from '../view-as/shown-resources.js';
