export { PartnerModule } from './partner.module.js';
export { protectionsEnding } from './registrations/protections-ending.js';
