import { CannotStart } from '@quittance/kernel';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  ABOUT_SECRETS,
  generatedSecrets,
  keptSecrets,
  readSecretsKeys,
  readTokenSecret,
  type SecretVariable,
  type SecretsKey,
} from './secrets.js';
import type { Setting, Situation } from './setting.js';
import { SETTINGS, type SettingValues } from './settings.js';

/** The processes of the product; each is given the secrets it needs and no others. */
export type ProcessName = 'staff-api' | 'portal-api' | 'worker' | 'cli' | 'verify';

/** Every setting, read once at the start and frozen. */
export interface Config extends Omit<SettingValues, 'staffPublicUrl' | 'portalPublicUrl'> {
  readonly production: boolean;
  readonly staffPublicUrl: string;
  readonly portalPublicUrl: string;
  /** Signs the tokens of the process's own host; null where no token is made or read. */
  readonly tokenSecret: string | null;
  /** The first encrypts, all decrypt. Empty for `verify` alone, where none are given or kept. */
  readonly secretsKeys: readonly SecretsKey[];
}

/** One sentence per setting that is wrong. */
export class ConfigError extends CannotStart {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(`Quittance cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts the `.env` file of the working directory into the environment; what is set already stays.
 */
export function readEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Reads and checks every setting of a process. Outside production missing secrets are generated and
 * kept in DATA_DIR; for `verify` nothing is written. @throws ConfigError naming all faults at once
 */
export function loadConfig(env: Environment, processName: ProcessName): Config {
  const faults: string[] = [];
  const situation: Situation = {
    production: env.NODE_ENV === 'production',
    embedded: !env.DATABASE_URL,
  };
  const entries = Object.entries(SETTINGS).map(([key, setting]) => [
    key,
    valueOf(setting as Setting<unknown>, env, situation, faults),
  ]);
  const values = Object.fromEntries(entries) as SettingValues;
  faults.push(...samePorts(values));
  if (values.smtpUrl !== null && !env.MAIL_FROM?.trim()) {
    faults.push('MAIL_FROM must be set beside SMTP_URL');
  }
  if (situation.production && sameLogin(values.databaseUrl, values.databaseOwnerUrl)) {
    faults.push(
      'DATABASE_URL and DATABASE_OWNER_URL must sign in as different users in production: ' +
        'what keeps companies apart can be lifted by the owner of the tables',
    );
  }
  const secrets = secretsOf(processName, values, env, faults);
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze({
    ...values,
    production: situation.production,
    dataDir: resolve(values.dataDir),
    databaseOwnerUrl: values.databaseOwnerUrl ?? (situation.production ? null : values.databaseUrl),
    staffPublicUrl: values.staffPublicUrl ?? `http://localhost:${values.staffPort}`,
    portalPublicUrl: values.portalPublicUrl ?? `http://localhost:${values.portalPort}`,
    smtpUrl: values.smtpUrl ?? mailboxUrl(values.devMailboxPort),
    ...secrets,
  });
}

function samePorts({ staffPort, portalPort, workerPort }: SettingValues): string[] {
  const ports = { STAFF_PORT: staffPort, PORTAL_PORT: portalPort, WORKER_PORT: workerPort };
  const entries = Object.entries(ports);
  return entries.flatMap(([name, port], i) =>
    entries
      .slice(i + 1)
      .filter(([, other]) => other === port)
      .map(([other]) => `${name} and ${other} must not be the same`),
  );
}

/** Whether two addresses name one user of the database, whatever else they say. */
function sameLogin(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  return new URL(a).username === new URL(b).username;
}

/** Without a mail server e-mails go to the mailbox for development, where one is open. */
function mailboxUrl(port: number): string | null {
  return port > 0 ? `smtp://127.0.0.1:${port}` : null;
}

function valueOf<T>(
  setting: Setting<T>,
  env: Environment,
  situation: Situation,
  faults: string[],
): T {
  const given = env[setting.variable]?.trim();
  if (!given) return setting.fallback(situation);
  try {
    return setting.read(given);
  } catch (error) {
    const shown = setting.secret ? '' : `, and not ${JSON.stringify(given)}`;
    faults.push(`${setting.variable} ${(error as Error).message}${shown}`);
    return setting.fallback(situation);
  }
}

class UnusableDirectory extends Error {}

/** @throws UnusableDirectory completing the sentence "DATA_DIR …" */
function kept(
  dataDir: string,
  processName: ProcessName,
): Partial<ReturnType<typeof generatedSecrets>> {
  try {
    return processName === 'verify' ? keptSecrets(dataDir) : generatedSecrets(dataDir);
  } catch (error) {
    const why = (error as Error).message;
    throw new UnusableDirectory(`must be a directory this user may write in: ${why}`);
  }
}

const TOKEN_SECRET_OF: Readonly<Record<ProcessName, SecretVariable | null>> = {
  'staff-api': 'STAFF_TOKEN_SECRET',
  'portal-api': 'PORTAL_TOKEN_SECRET',
  worker: null,
  cli: null,
  verify: null,
};

function secretsOf(
  processName: ProcessName,
  values: SettingValues,
  env: Environment,
  faults: string[],
): Pick<Config, 'tokenSecret' | 'secretsKeys'> {
  const read = <T>(variable: SecretVariable, parse: (text: string) => T): T | undefined => {
    const given = env[variable]?.trim();
    try {
      if (given) return parse(given);
      if (values.environment !== 'production') {
        const own = kept(resolve(values.dataDir), processName)[variable];
        return own === undefined ? undefined : parse(own);
      }
      throw new Error(`must be set in production. ${ABOUT_SECRETS[variable]}`);
    } catch (error) {
      const fault =
        error instanceof UnusableDirectory
          ? `DATA_DIR ${error.message}`
          : `${variable} ${(error as Error).message}`;
      if (!faults.includes(fault)) faults.push(fault);
      return undefined;
    }
  };
  const variable = TOKEN_SECRET_OF[processName];
  const same = env.STAFF_TOKEN_SECRET && env.STAFF_TOKEN_SECRET === env.PORTAL_TOKEN_SECRET;
  if (same) faults.push('STAFF_TOKEN_SECRET and PORTAL_TOKEN_SECRET must not be the same');
  return {
    tokenSecret: variable === null ? null : (read(variable, readTokenSecret) ?? null),
    secretsKeys: read('SECRETS_KEY', readSecretsKeys) ?? [],
  };
}
