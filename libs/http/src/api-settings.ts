import { keyRing, type Config, type KeyRing } from '@quittance/config';
import type { Migration } from '@quittance/database';
import type { Clock } from '@quittance/kernel';

export type HostName = 'staff' | 'portal';

/** What a host is started with. */
export interface ApiSettings {
  readonly host: HostName;
  readonly clock: Clock;
  readonly logLevel: string;
  /** Signs the tokens of this host. */
  readonly tokenSecret: string;
  /** Seal what is kept and must not be read. */
  readonly secretsKeys: KeyRing;
  readonly trustProxy: boolean | number | string | string[];
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string;
  readonly metricsToken: string | null;
  readonly requestsPerMinute: number;
  /** The same of a credential that was found good. */
  readonly requestsPerSession: number;
  readonly signInsPerMinute: number;
  /** Links that are opened from one address. */
  readonly linksPerMinute: number;
  /** What must have run before the host is ready. */
  readonly migrations: readonly Migration[];
}

export const API_SETTINGS = Symbol('quittance:api-settings');
/** Injects the `Clock` of the process; operations have `ctx.now` instead. */
export const CLOCK = Symbol('quittance:clock');

/** The settings of a host from the process's configuration. */
export function apiSettings(
  host: HostName,
  config: Config,
  more: Pick<ApiSettings, 'clock' | 'migrations'>,
): ApiSettings {
  if (config.tokenSecret === null) throw new Error(`The ${host} host needs its token secret`);
  return {
    host,
    ...more,
    logLevel: config.logLevel,
    tokenSecret: config.tokenSecret,
    secretsKeys: keyRing(config.secretsKeys),
    trustProxy: config.trustProxy as ApiSettings['trustProxy'],
    corsOrigins: config.corsOrigins,
    publicUrl: host === 'staff' ? config.staffPublicUrl : config.portalPublicUrl,
    metricsToken: config.metricsToken ?? null,
    requestsPerMinute: config.rateLimitPerMinute,
    requestsPerSession:
      host === 'portal' ? config.rateLimitPortalSession : config.rateLimitPerMinute,
    signInsPerMinute: config.rateLimitSignInPerMinute,
    linksPerMinute: config.rateLimitPortalLinks,
  };
}
