export { CONFIG } from './config.module.js';
export type { Config } from './config.js';
export { failpoint, isWatched } from './failpoint.js';
export { Outside, outside } from './outside.js';
export {
  auditedCredentials,
  credentialsView,
  openCredentials,
  sealingPlace,
  sealCredentials,
  type SealedSecret,
  sealSecret,
  secretView,
} from './sealed-credentials.js';
export { type KeyRing, keyRing, open, seal, type Sealed } from './secret-box.js';
export type { SecretsKey } from './secrets.js';
