export { ConfigModule } from './config.module.js';
export { ConfigError, loadConfig, type ProcessName, readEnvFile } from './config.js';
export { envExample } from './env-example.js';
export { watchFailpoints } from './failpoint.js';
export { BILLING_BATCH_SIZE } from './settings.js';
export { startTracing, type ProcessLife } from './tracing.js';
