import { invalidFields, type FieldError } from '@quittance/kernel';
import type { EngineSettings, TaxEngine } from '../engines/tax-engine.port.js';

/** What an administrator sends; checked here because what is allowed depends on the provider. */
export interface TaxConnectorInput {
  readonly provider: string;
  readonly active: boolean;
  readonly credentials: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

const LONGEST_SECRET = 255;
const LONGEST_CODE = 25;

type Add = (name: string, code: string, message: string) => void;

function faultsOf(member: string, check: (add: Add) => void): FieldError[] {
  const errors: FieldError[] = [];
  check((name, code, message) => {
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    errors.push({ pointer: `/${member}/${escaped}`, code, message });
  });
  return errors;
}

/**
 * The credentials that were sent. Those of the set may be left out when they are stored already.
 * @throws DomainError validation_failed, with every fault
 */
export function readEngineCredentials(
  { name: provider, credentialSets }: TaxEngine,
  sent: Readonly<Record<string, unknown>>,
  stored: ReadonlySet<string>,
): Record<string, string> {
  const known = new Set(credentialSets.flat());
  const errors = faultsOf('credentials', (add) => {
    for (const [name, value] of Object.entries(sent)) {
      if (!known.has(name)) add(name, 'unknown_field', `is no credential of ${provider}`);
      else if (typeof value !== 'string') add(name, 'type', 'must be a string');
      else if (value === '') add(name, 'min_length', 'must not be empty');
      else if (value.length > LONGEST_SECRET) {
        add(name, 'max_length', `must have at most ${LONGEST_SECRET} characters`);
      }
    }
    const there = (name: string) => Object.hasOwn(sent, name) || stored.has(name);
    if (credentialSets.some((set) => set.every(there))) return;
    const begun = credentialSets.find((set) => set.some(there)) ?? credentialSets[0] ?? [];
    for (const name of begun.filter((each) => !there(each))) add(name, 'required', 'is required');
  });
  if (errors.length > 0) throw invalidFields(errors);
  return { ...sent } as Record<string, string>;
}

/**
 * Stored credentials with those that were sent. A set that is sent whole stands in for every other:
 * a token beside an old licence key would leave it open which of them is used.
 */
export function mergedCredentials<T>(
  { credentialSets }: Pick<TaxEngine, 'credentialSets'>,
  stored: Readonly<Record<string, T>>,
  sent: Readonly<Record<string, T>>,
): Record<string, T> {
  const whole = credentialSets.some((set) => set.every((name) => Object.hasOwn(sent, name)));
  return whole ? { ...sent } : { ...stored, ...sent };
}

/**
 * The settings that were sent.
 * @throws DomainError validation_failed, with every fault
 */
export function readEngineSettings(
  engine: TaxEngine,
  sent: Readonly<Record<string, unknown>>,
  production: boolean,
): EngineSettings {
  let baseUrl: string | undefined;
  const errors = faultsOf('settings', (add) => {
    for (const [name, value] of Object.entries(sent)) {
      if (name === 'baseUrl') baseUrl = readBaseUrl(engine, value, production, add);
      else if (!engine.settingNames.includes(name as 'companyCode')) {
        add(name, 'unknown_field', `is no setting of ${engine.name}`);
      } else if (typeof value !== 'string' || value === '' || value.length > LONGEST_CODE) {
        add(name, 'type', `must be a text of at most ${LONGEST_CODE} characters`);
      }
    }
  });
  if (errors.length > 0) throw invalidFields(errors);
  return { ...sent, ...(baseUrl !== undefined && { baseUrl }) };
}

/**
 * Our servers call this address with the company's credentials: in production it is one of the
 * provider's own, so that a connector is no way into the network around us.
 */
function readBaseUrl(
  { publicOrigins }: TaxEngine,
  value: unknown,
  production: boolean,
  add: Add,
): string | undefined {
  const text = typeof value === 'string' && URL.canParse(value) ? value : '';
  const { protocol, origin, username, password, search, hash, href } = new URL(text || 'none:');
  if (!['https:', 'http:'].includes(protocol) || username || password || search || hash) {
    add('baseUrl', 'format', 'must be an absolute https URL without credentials or query');
  } else if (production && !publicOrigins.includes(origin)) {
    add('baseUrl', 'origin', `must begin with ${publicOrigins.join(' or ')}`);
  }
  return href.replace(/\/+$/, '');
}
