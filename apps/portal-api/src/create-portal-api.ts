import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '@quittance/config';
import { apiSettings, createApi } from '@quittance/http/host';
import { systemClock, type Clock } from '@quittance/kernel';
import { PORTAL_MIGRATIONS, PortalApiModule } from './portal-api.module.js';

/** The portal host, ready to listen. */
export function createPortalApi(
  config: Config,
  clock: Clock = systemClock,
): Promise<NestFastifyApplication> {
  return createApi({
    module: PortalApiModule.forRoot(config),
    settings: apiSettings('portal', config, { clock, migrations: PORTAL_MIGRATIONS }),
  });
}
