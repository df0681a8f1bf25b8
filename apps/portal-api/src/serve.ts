import type { Config } from '@quittance/config';
import type { ProcessLife } from '@quittance/config/host';
import { runApi } from '@quittance/http/host';
import { createPortalApi } from './create-portal-api.js';

/** Runs the portal host until the process is told to stop. */
export async function serve(config: Config, { loaded, afterwards }: ProcessLife): Promise<void> {
  const { host, portalPort: port, shutdownSeconds } = config;
  const api = await createPortalApi(config);
  loaded();
  await runApi(api, { host, port, shutdownSeconds, afterwards });
}
