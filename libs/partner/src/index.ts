export { PartnerModule } from './partner.module.js';
export { registrationFacts } from './registrations/registration-facts.js';
