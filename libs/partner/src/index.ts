export { PartnerModule } from './partner.module.js';
