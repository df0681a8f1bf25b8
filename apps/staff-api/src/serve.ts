import type { Config } from '@quittance/config';
import type { ProcessLife } from '@quittance/config/host';
import { runApi } from '@quittance/http/host';
import { createStaffApi } from './create-staff-api.js';

/** Runs the staff host until the process is told to stop. */
export async function serve(config: Config, { loaded, afterwards }: ProcessLife): Promise<void> {
  const { host, staffPort: port, shutdownSeconds } = config;
  const api = await createStaffApi(config);
  loaded();
  await runApi(api, { host, port, shutdownSeconds, afterwards });
}
