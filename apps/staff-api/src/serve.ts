import type { Config } from '@quittance/config';
import type { StopTracing } from '@quittance/config/host';
import { runApi } from '@quittance/http/host';
import { createStaffApi } from './create-staff-api.js';

/** Runs the staff host until the process is told to stop. */
export async function serve(config: Config, afterwards: StopTracing): Promise<void> {
  const { host, staffPort: port, shutdownSeconds } = config;
  await runApi(await createStaffApi(config), { host, port, shutdownSeconds, afterwards });
}
