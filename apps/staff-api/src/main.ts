import 'reflect-metadata';
import { loadConfig, readEnvFile } from '@quittance/config';
import { runApi } from '@quittance/http';
import { createStaffApi } from './create-staff-api.js';

async function main(): Promise<void> {
  readEnvFile();
  const config = loadConfig(process.env, 'staff-api');
  const { host, staffPort: port, shutdownSeconds } = config;
  await runApi(await createStaffApi(config), { host, port, shutdownSeconds });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
