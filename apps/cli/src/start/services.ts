import { join } from 'node:path';
import { API_FLAGS } from './api-flags.js';
import { Service } from './service.js';
import { WORKER_ENV, WORKER_FLAGS } from './worker-flags.js';

const APPS = join(__dirname, '../../..');
/** Beyond the processes' own deadline. */
const STOP_MARGIN_MS = 3000;

/** The three processes of the product. */
export interface Services {
  readonly staffApi: Service;
  readonly portalApi: Service;
  readonly worker: Service;
}

/**
 * Launches the three processes, none of them with a secret it does not need. They load their
 * modules and wait: this is done before anything else of a start, so it must itself load nothing
 * large.
 */
export function launchServices(): Services {
  const entry = (app: string, modules: string) => ({
    name: app,
    main: join(APPS, app, 'src/main.js'),
    modules: join(APPS, app, `src/${modules}.js`),
  });
  const env = { ...process.env, DATABASE_OWNER_URL: '' };
  return {
    staffApi: new Service({
      ...entry('staff-api', 'serve'),
      flags: API_FLAGS,
      env: { ...env, PORTAL_TOKEN_SECRET: '' },
    }),
    portalApi: new Service({
      ...entry('portal-api', 'serve'),
      flags: API_FLAGS,
      env: { ...env, STAFF_TOKEN_SECRET: '' },
    }),
    worker: new Service({
      ...entry('worker', 'work'),
      flags: WORKER_FLAGS,
      env: { ...WORKER_ENV, ...env, STAFF_TOKEN_SECRET: '', PORTAL_TOKEN_SECRET: '' },
    }),
  };
}

/** Stops them, each after the work it has begun, or when this deadline is over. */
export async function stopServices(services: Services, shutdownSeconds: number): Promise<void> {
  const deadline = shutdownSeconds * 1000 + STOP_MARGIN_MS;
  const { staffApi, portalApi, worker } = services;
  await Promise.all([staffApi, portalApi, worker].map((service) => service.stop(deadline)));
}
