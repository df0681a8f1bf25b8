import type { FieldError } from '@quittance/kernel';
import {
  MASTER_CODE,
  MASTER_DEFAULTS,
  masterFields,
  isMasterType,
  type MasterFields,
  type MasterKey,
} from './master.js';

/** The most characters of a name, a description, the name of an icon. */
export const MASTER_LIMITS = { name: 200, description: 1000, icon: 60 } as const;
/** Places in a list are whole numbers up to this, either way. */
export const MOST_SORT_ORDER = 1_000_000;
export const MASTER_COLOUR = /^#[0-9a-fA-F]{6}$/;
export const MASTER_ICON = /^[a-z0-9][a-z0-9-]{0,59}$/;

const UNSTORABLE = /[\0\p{Surrogate}]/u;

type Check = (value: unknown) => string | null;

const text = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && !UNSTORABLE.test(value);

const CHECKS: Readonly<Record<keyof MasterFields, Check>> = {
  name: (value) =>
    text(value, MASTER_LIMITS.name) && value.trim() !== ''
      ? null
      : `must be a text of at most ${MASTER_LIMITS.name} characters`,
  description: (value) =>
    value === null || text(value, MASTER_LIMITS.description)
      ? null
      : `must be null or a text of at most ${MASTER_LIMITS.description} characters`,
  sortOrder: (value) =>
    Number.isInteger(value) && Math.abs(value as number) <= MOST_SORT_ORDER
      ? null
      : `must be a whole number up to ${MOST_SORT_ORDER}`,
  icon: (value) =>
    value === null || (typeof value === 'string' && MASTER_ICON.test(value))
      ? null
      : 'must be null or the name of an icon in lower case',
  colour: (value) =>
    value === null || (typeof value === 'string' && MASTER_COLOUR.test(value))
      ? null
      : 'must be null or a colour such as #2e90fa',
  active: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  parentCode: (value) =>
    value === null || (typeof value === 'string' && MASTER_CODE.test(value))
      ? null
      : 'must be null or the code of an entry',
};

/** An entry as a document says it, whole and well-formed. */
export interface MasterItem extends MasterKey {
  readonly fields: MasterFields;
  readonly deleted: boolean;
}

const CODE_IN_WORDS =
  'must be 1 to 60 letters, digits, “.”, “_” or “-” behind a letter or digit, such as EU-West';

/** Reads an entry that came in a document; what is absent has the default of a new one. */
export function readMasterItem(
  item: Readonly<Record<string, unknown>>,
): MasterItem | readonly FieldError[] {
  const { type, code, deleted = false, ...rest } = item;
  const errors: FieldError[] = [];
  const refuse = (pointer: string, reason: string, message: string) =>
    errors.push({ pointer, code: reason, message });
  if (typeof type !== 'string' || !isMasterType(type)) {
    refuse('/type', 'enum', 'must be the type of a reference list');
  }
  if (typeof code !== 'string' || !MASTER_CODE.test(code)) {
    refuse('/code', 'pattern', CODE_IN_WORDS);
  }
  if (typeof deleted !== 'boolean') refuse('/deleted', 'type', 'must be true or false');
  for (const name of Object.keys(rest)) {
    if (!Object.hasOwn(CHECKS, name)) {
      refuse(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'unknown_field', 'is unknown');
    }
  }
  const values: Readonly<Record<string, unknown>> = { ...MASTER_DEFAULTS, ...rest };
  for (const [name, check] of Object.entries(CHECKS)) {
    const message = check(values[name]);
    if (message) refuse(`/${name}`, 'invalid', message);
  }
  if (errors.length > 0) return errors;
  const fields = masterFields(values as unknown as MasterFields);
  return { ...(item as unknown as MasterKey), fields, deleted: deleted === true };
}
