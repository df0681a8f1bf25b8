export { PartnerModule } from './partner.module.js';
export { type EndingProtection, protectionsEnding } from './registrations/protections-ending.js';
