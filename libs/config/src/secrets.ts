import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Encrypts at rest (AES-256-GCM); the id is stored with each value, so that keys can rotate. */
export interface SecretsKey {
  readonly id: string;
  readonly key: Buffer;
}

export const SECRET_VARIABLES = [
  'STAFF_TOKEN_SECRET',
  'PORTAL_TOKEN_SECRET',
  'SECRETS_KEY',
] as const;
export type SecretVariable = (typeof SECRET_VARIABLES)[number];

export const ABOUT_SECRETS: Readonly<Record<SecretVariable, string>> = {
  STAFF_TOKEN_SECRET: 'Signs the tokens of staff: 32 characters or more.',
  PORTAL_TOKEN_SECRET: 'Signs the tokens of portal users: 32 characters or more, another one.',
  SECRETS_KEY:
    'Encrypts secrets at rest: an id, a colon and 32 bytes in base64, for example' +
    ' k1:$(openssl rand -base64 32). To rotate, put the new key first: k2:…,k1:….',
};

const SHORTEST_SECRET = 32;
const KEY_BYTES = 32;
const FILE = 'secrets.json';

/** @throws Error whose message completes the sentence "`VARIABLE` …". */
export function readTokenSecret(text: string): string {
  if (text.length >= SHORTEST_SECRET) return text;
  throw new Error(`must have ${SHORTEST_SECRET} characters or more`);
}

/** The first key encrypts, all decrypt. @throws Error completing "`SECRETS_KEY` …". */
export function readSecretsKeys(text: string): SecretsKey[] {
  const keys = text.split(',').map((part): SecretsKey => {
    const [, id = '', base64 = ''] = /^([\w-]+):([A-Za-z0-9+/_-]+=*)$/.exec(part.trim()) ?? [];
    const key = Buffer.from(base64, 'base64');
    if (id && key.length === KEY_BYTES) return { id, key };
    throw new Error('must be an id, a colon and 32 bytes in base64, such as k1:<44 characters>');
  });
  const twice = keys.find(({ id }, i) => keys.findIndex((key) => key.id === id) < i);
  // What was sealed with one of them could never be told from what was sealed with the other.
  if (twice) throw new Error(`must give each key an id of its own; ${twice.id} stands twice`);
  return keys;
}

/** Secrets of a machine without any: made once, kept in a file only its owner can read. */
export function generatedSecrets(dataDir: string): Readonly<Record<SecretVariable, string>> {
  const path = join(dataDir, FILE);
  const kept = readKept(path);
  if (kept && SECRET_VARIABLES.every((name) => kept[name])) {
    return kept as Record<SecretVariable, string>;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  store(path, { ...generate(), ...kept }, kept === undefined);
  return generatedSecrets(dataDir);
}

/** Those that are kept already; makes none. */
export function keptSecrets(dataDir: string): Partial<Record<SecretVariable, string>> {
  return readKept(join(dataDir, FILE)) ?? {};
}

function generate(): Record<SecretVariable, string> {
  return {
    STAFF_TOKEN_SECRET: randomBytes(48).toString('base64url'),
    PORTAL_TOKEN_SECRET: randomBytes(48).toString('base64url'),
    SECRETS_KEY: `k1:${randomBytes(KEY_BYTES).toString('base64')}`,
  };
}

function readKept(path: string): Partial<Record<SecretVariable, string>> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<SecretVariable, string>>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Complete or not at all; of several processes that start at once the first one's secrets stay. */
function store(path: string, secrets: Record<SecretVariable, string>, isNew: boolean): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  if (!isNew) {
    renameSync(unfinished, path);
    return;
  }
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // A file system without hard links.
      renameSync(unfinished, path);
    }
  }
  rmSync(unfinished, { force: true });
}
