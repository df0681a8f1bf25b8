export { onCitus } from './server/citus.js';
export { connect, migrate } from './server/data-source.js';
export { DatabaseModule } from './database.module.js';
export { databaseMigrations } from './database.schema.js';
export { deadlocksMet } from './deadlocks.js';
export { saysNotYet } from './rows/not-yet.js';
export { saysOf, viewsOf } from './server/published-view.js';
export { admitLogin, appliedMigrations, awaitServer, seeEveryCompany } from './server/server.js';
export { strongLogin } from './server/strong-login.js';
export { notTheOwner } from './server/table-owner.js';
export {
  type CheckedInvariant,
  checkInvariants,
  type OwnerQuery,
  type Violation,
} from './verify/invariant.js';
