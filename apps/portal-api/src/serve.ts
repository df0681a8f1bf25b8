import type { Config } from '@quittance/config';
import type { StopTracing } from '@quittance/config/host';
import { runApi } from '@quittance/http/host';
import { createPortalApi } from './create-portal-api.js';

/** Runs the portal host until the process is told to stop. */
export async function serve(config: Config, afterwards: StopTracing): Promise<void> {
  const { host, portalPort: port, shutdownSeconds } = config;
  await runApi(await createPortalApi(config), { host, port, shutdownSeconds, afterwards });
}
