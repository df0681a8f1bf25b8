import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '@quittance/config';
import { apiSettings, createApi } from '@quittance/http/host';
import { systemClock, type Clock } from '@quittance/kernel';
import { STAFF_MIGRATIONS, StaffApiModule } from './staff-api.module.js';

/** The staff host, ready to listen. */
export function createStaffApi(
  config: Config,
  clock: Clock = systemClock,
): Promise<NestFastifyApplication> {
  return createApi({
    module: StaffApiModule.forRoot(config),
    settings: apiSettings('staff', config, { clock, migrations: STAFF_MIGRATIONS }),
  });
}
