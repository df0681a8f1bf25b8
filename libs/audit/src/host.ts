export { auditMigrations } from './audit.schema.js';
export { ForgetStrangers } from './forget-strangers.js';
