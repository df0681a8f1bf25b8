export { CONFIG, ConfigModule } from './config.module.js';
export { ConfigError, loadConfig, readEnvFile, type Config, type ProcessName } from './config.js';
export { envExample } from './env-example.js';
export { keyRing, open, seal, type KeyRing, type Sealed } from './secret-box.js';
export {
  auditedCredentials,
  credentialsView,
  openCredentials,
  placeOf,
  sealCredentials,
  sealSecret,
  secretView,
  type CredentialOwner,
  type SealedSecret,
  type SecretView,
} from './sealed-credentials.js';
export type { SecretsKey } from './secrets.js';
export { BILLING_BATCH_SIZE } from './settings.js';
export { startTracing, type PackageLoader, type StopTracing } from './tracing.js';
