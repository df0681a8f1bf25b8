export { onCitus } from './citus.js';
export { connect, migrate } from './data-source.js';
export { DatabaseModule } from './database.module.js';
export { databaseMigrations } from './database.schema.js';
export { deadlocksMet } from './deadlocks.js';
export { saysNotYet } from './not-yet.js';
export { admitLogin, appliedMigrations, awaitServer, seeEveryCompany } from './server.js';
export { strongLogin } from './strong-login.js';
export { notTheOwner } from './table-owner.js';
