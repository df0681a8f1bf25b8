export { CONFIG, ConfigModule } from './config.module.js';
export { ConfigError, loadConfig, readEnvFile, type Config, type ProcessName } from './config.js';
export { envExample } from './env-example.js';
export type { SecretsKey } from './secrets.js';
