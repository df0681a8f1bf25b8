export { PartnerModule } from './partner.module.js';
export { registrationFacts } from './quotes/registration-facts.js';
export { protectionsEnding } from './registrations/protections-ending.js';
export { partnerRecords } from './shown/partner-records.js';
export { extensionSetting } from './settings/max-extensions.js';
export { partnersBelow } from './shown/partner-reach.js';
