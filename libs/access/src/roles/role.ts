import { invalidFields, type FieldError, type Id } from '@quittance/kernel';
import {
  ACTIONS,
  GRANTS,
  SCOPES,
  hasOwners,
  isResource,
  type Action,
  type Grant,
  type Scope,
} from '../catalogue/resources.js';

export type RoleId = Id<'role'>;

/** For each resource the actions a role holds. */
export type Matrix = Readonly<Record<string, readonly Action[]>>;
/** For each resource which records a role reaches; `all` where it is silent. */
export type Scopes = Readonly<Record<string, Scope>>;

/** How far a member of a record is kept from whoever holds a role: not shown, or not written. */
export const FIELD_LIMITS = ['hidden', 'read_only'] as const;
export type FieldLimit = (typeof FIELD_LIMITS)[number];
/** For each resource the members of its records that are kept from whoever holds the role. */
export type FieldRules = Readonly<Record<string, Readonly<Record<string, FieldLimit>>>>;

/** The rights of one role, as they are compiled and united. */
export interface RoleRights {
  readonly id: RoleId;
  readonly version: number;
  /** The Admin role: passes the matrix by. */
  readonly builtIn: boolean;
  readonly matrix: Matrix;
  readonly scopes: Scopes;
  readonly fields?: FieldRules;
  readonly grants: readonly Grant[];
}

/** What a request may say about a role's rights; unchecked. */
export interface RightsInput {
  readonly matrix?: Readonly<Record<string, unknown>>;
  readonly scopes?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly grants?: readonly string[];
}

/** The form that is stored: known resources, actions in catalogue order, nothing empty. */
export interface CheckedRights {
  readonly matrix?: Matrix;
  readonly scopes?: Scopes;
  readonly fields?: FieldRules;
  readonly grants?: readonly Grant[];
}

/**
 * @throws DomainError validation_failed naming every resource, action, scope and grant that is
 *   unknown
 */
export function checkRights(input: RightsInput): CheckedRights {
  const { rights, errors } = readRights(input);
  if (errors.length > 0) throw invalidFields(errors);
  return rights;
}

/** The rights as they would be stored, and what is wrong with them. */
export function readRights(input: RightsInput): {
  readonly rights: CheckedRights;
  readonly errors: readonly FieldError[];
} {
  const errors: FieldError[] = [];
  const checked: { -readonly [Part in keyof CheckedRights]: CheckedRights[Part] } = {};
  if (input.matrix) checked.matrix = checkMatrix(input.matrix, errors);
  if (input.scopes) checked.scopes = checkScopes(input.scopes, errors);
  if (input.fields) checked.fields = checkFields(input.fields, errors);
  if (input.grants) checked.grants = checkGrants(input.grants, errors);
  return { rights: checked, errors };
}

const UNKNOWN_RESOURCE = {
  code: 'unknown_resource',
  message: 'is not a resource: GET /auth/permissions of an administrator lists them',
} as const;

function checkMatrix(matrix: Readonly<Record<string, unknown>>, errors: FieldError[]): Matrix {
  const rows: [string, Action[]][] = [];
  for (const [resource, actions] of Object.entries(matrix)) {
    const pointer = `/matrix/${escape(resource)}`;
    if (!isResource(resource)) {
      errors.push({ pointer, ...UNKNOWN_RESOURCE });
    } else if (!Array.isArray(actions)) {
      errors.push({ pointer, code: 'type', message: 'must be a list of actions' });
    } else {
      errors.push(...unknownWords(actions, ACTIONS, pointer));
      const held = ACTIONS.filter((action) => actions.includes(action));
      if (held.length > 0) rows.push([resource, held]);
    }
  }
  return Object.fromEntries(rows);
}

function checkScopes(scopes: Readonly<Record<string, unknown>>, errors: FieldError[]): Scopes {
  const rows: [string, Scope][] = [];
  for (const [resource, scope] of Object.entries(scopes)) {
    const pointer = `/scopes/${escape(resource)}`;
    if (!isResource(resource)) {
      errors.push({ pointer, ...UNKNOWN_RESOURCE });
    } else if (!SCOPES.includes(scope as Scope)) {
      errors.push({ pointer, code: 'enum', message: `must be one of ${SCOPES.join(', ')}` });
    } else if (scope !== 'all' && !hasOwners(resource)) {
      const message = 'must be all: the records of this resource are nobody’s';
      errors.push({ pointer, code: 'scope', message });
    } else if (scope !== 'all') {
      rows.push([resource, scope as Scope]);
    }
  }
  return Object.fromEntries(rows);
}

/** Nobody could name a record, nor change one, without them. */
const NEEDED: ReadonlySet<string> = new Set(['id', 'version']);
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;
const MOST_FIELDS = 500;

function checkFields(fields: Readonly<Record<string, unknown>>, errors: FieldError[]): FieldRules {
  const rows: [string, Record<string, FieldLimit>][] = [];
  for (const [resource, limits] of Object.entries(fields)) {
    const pointer = `/fields/${escape(resource)}`;
    const fail = (code: string, message: string, at = '') =>
      errors.push({ pointer: pointer + at, code, message });
    if (!isResource(resource)) fail(UNKNOWN_RESOURCE.code, UNKNOWN_RESOURCE.message);
    else if (typeof limits !== 'object' || limits === null || Array.isArray(limits)) {
      fail('type', 'must be an object');
    } else if (Object.keys(limits).length > MOST_FIELDS) {
      fail('max', `must have at most ${MOST_FIELDS} fields`);
    } else {
      const kept = Object.entries(limits).filter(([name, limit]) => {
        const at = `/${escape(name)}`;
        const known = FIELD_LIMITS.includes(limit as FieldLimit);
        if (!known) fail('enum', `must be one of ${FIELD_LIMITS.join(', ')}`, at);
        else if (!FIELD_NAME.test(name)) fail('unknown_field', 'is not a field', at);
        else if (limit === 'hidden' && NEEDED.has(name)) {
          fail('field_needed', 'is needed to name a record', at);
        } else return true;
        return false;
      });
      if (kept.length > 0) rows.push([resource, Object.fromEntries(kept)]);
    }
  }
  return Object.fromEntries(rows);
}

function checkGrants(grants: readonly string[], errors: FieldError[]): readonly Grant[] {
  errors.push(...unknownWords(grants, GRANTS, '/grants'));
  return GRANTS.filter((grant) => grants.includes(grant));
}

function unknownWords(
  words: readonly unknown[],
  known: readonly string[],
  pointer: string,
): FieldError[] {
  return words.flatMap((word, i) =>
    known.includes(word as string)
      ? []
      : [
          {
            pointer: `${pointer}/${i}`,
            code: 'enum',
            message: `must be one of ${known.join(', ')}`,
          },
        ],
  );
}

/** One step of a JSON Pointer. */
function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
