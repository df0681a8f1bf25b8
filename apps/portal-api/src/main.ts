import 'reflect-metadata';
import { loadConfig, readEnvFile } from '@quittance/config';
import { runApi } from '@quittance/http';
import { createPortalApi } from './create-portal-api.js';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'portal-api');
  const { host, portalPort: port, shutdownSeconds } = config;
  await runApi(await createPortalApi(config), { host, port, shutdownSeconds });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
