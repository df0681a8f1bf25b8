import { invalidFields, type FieldError } from '@quittance/kernel';
import { judgeBaseUrl, normaliseOrigin } from '../checkouts/callback-url.js';
import type { PaymentProvider } from '../providers/payment-provider.port.js';
import { isAccountId, type ConnectorSettings } from './connector.js';

/** What an administrator sends; checked here because what is allowed depends on the provider. */
export interface ConnectorInput {
  readonly provider: string;
  readonly active: boolean;
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

const SHORTEST_SECRET = 8;
const LONGEST_SECRET = 255;
const MOST_ORIGINS = 20;

/**
 * The credentials that were sent. A required one may be left out when it is already stored.
 * @throws DomainError validation_failed, with every fault
 */
export function readCredentials(
  provider: PaymentProvider,
  sent: Readonly<Record<string, unknown>>,
  stored: ReadonlySet<string>,
): Record<string, string> {
  const errors: FieldError[] = [];
  const add = (name: string, code: string, message: string) =>
    errors.push({ pointer: `/credentials/${escape(name)}`, code, message });
  const known = new Set(provider.credentialFields.map(({ name }) => name));
  for (const [name, value] of Object.entries(sent)) {
    if (!known.has(name)) add(name, 'unknown_field', `is no credential of ${provider.name}`);
    else if (typeof value !== 'string') add(name, 'type', 'must be a string');
    else if (value.length < SHORTEST_SECRET) {
      add(name, 'min_length', `must have at least ${SHORTEST_SECRET} characters`);
    } else if (value.length > LONGEST_SECRET) {
      add(name, 'max_length', `must have at most ${LONGEST_SECRET} characters`);
    }
  }
  for (const { name, required } of provider.credentialFields) {
    const there = Object.hasOwn(sent, name) || stored.has(name);
    if (required && !there) add(name, 'required', 'is required');
  }
  if (errors.length > 0) throw invalidFields(errors);
  return { ...sent } as Record<string, string>;
}

const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

type Check = (value: unknown, add: (code: string, message: string) => void) => unknown;

/**
 * The settings that were sent.
 * @throws DomainError validation_failed, with every fault
 */
export function readConnectorSettings(
  provider: PaymentProvider,
  sent: Readonly<Record<string, unknown>>,
  production: boolean,
): ConnectorSettings {
  const errors: FieldError[] = [];
  const checks: Readonly<Record<string, Check>> = {
    baseUrl: (value, add) => checkBaseUrl(value, provider, production, add),
    callbackOrigins: checkOrigins,
    threeDecimalMode: checkMode,
    accountId: checkAccountId,
  };
  const entries = Object.entries(sent).map(([name, value]) => {
    const add = (code: string, message: string) =>
      errors.push({ pointer: `/settings/${escape(name)}`, code, message });
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) add('unknown_field', 'is no setting of a payment connector');
    return [name, check?.(value, add)];
  });
  if (errors.length > 0) throw invalidFields(errors);
  return Object.fromEntries(entries) as ConnectorSettings;
}

/**
 * Our servers call this address with the company's credentials: in production it is the provider's
 * own or none, so that a connector is no way into the network around us.
 */
function checkBaseUrl(
  value: unknown,
  provider: PaymentProvider,
  production: boolean,
  add: (code: string, message: string) => void,
): string | undefined {
  if (typeof value !== 'string') {
    add('type', 'must be a string');
    return undefined;
  }
  const verdict = judgeBaseUrl(value, production);
  if (!('url' in verdict)) {
    add(verdict.code, verdict.message);
    return undefined;
  }
  const { origin } = new URL(verdict.url);
  if (production && origin !== provider.publicOrigin) {
    add('origin', 'must be the address of the provider itself');
  }
  return verdict.url.replace(/\/+$/, '');
}

const checkOrigins: Check = (value, add) => {
  if (!Array.isArray(value)) return add('type', 'must be a list of origins');
  if (value.length > MOST_ORIGINS) return add('max', `must have at most ${MOST_ORIGINS} items`);
  const origins = value.map((each) => (typeof each === 'string' ? normaliseOrigin(each) : null));
  const wrong = origins.findIndex((origin) => !origin);
  if (wrong >= 0) add('format', `item ${wrong} must be an origin such as https://shop.example`);
  return origins;
};

const checkAccountId: Check = (value, add) => {
  if (typeof value !== 'string' || !isAccountId(value)) {
    add('format', 'must be the name of the account, such as acc_X1');
  }
  return value;
};

const checkMode: Check = (value, add) => {
  if (value !== 'exact' && value !== 'round_up') add('enum', 'must be one of exact, round_up');
  return value;
};
