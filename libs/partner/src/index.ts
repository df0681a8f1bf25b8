export { PartnerModule } from './partner.module.js';
export { registrationFacts } from './quotes/registration-facts.js';
export { extensionSetting } from './settings/max-extensions.js';
