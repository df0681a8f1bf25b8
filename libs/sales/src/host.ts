export { SalesModule } from './sales.module.js';
export { salesMigrations } from './sales.schema.js';
