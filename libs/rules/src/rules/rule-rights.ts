import { requireWithinOwn, type Action, type Scopes } from '@quittance/access';
import type { Ctx, FieldError } from '@quittance/kernel';
import { reachedField, type CompanyObject } from '@quittance/objects';
import { compileFormula } from '../formulas/record-formulas.js';
import type { Definitions, DuplicateDefinition, RuleKind, WorkflowDefinition } from './rule.js';

/**
 * Whether the actor may change a rule on the ways that ask for the grant `customization` alone, an
 * import of a set-up and a revert: a workflow rule acts on every record, whoever made it.
 */
export function mayChange({ permissions }: Ctx, kind: RuleKind, action: string): boolean {
  return kind !== 'workflow' || permissions.can('workflows', action);
}

export function deniedFault(action: string): FieldError {
  return {
    pointer: '',
    code: 'permission_denied',
    message: `needs the right to ${action} workflows`,
  };
}

const TASKS = 'tasks';

/**
 * A rule that works on every record is made by who may do to all of them what it does: a workflow, which
 * acts as the system, a search for duplicates among records that not everybody may see, and a validation,
 * which refuses what others write.
 * @throws DomainError right_beyond_own
 */
export function requireRightsOfRule<K extends RuleKind>(
  ctx: Ctx,
  kind: K,
  object: CompanyObject,
  definition: Definitions[K],
): void {
  requireViewOfNamed(ctx, object, formulasOf(kind, definition));
  if (kind === 'workflow') requireRightsOfWorkflow(ctx, object, definition as WorkflowDefinition);
  const searchesAll = kind === 'duplicate' && (definition as DuplicateDefinition).among === 'all';
  if (kind === 'validation' || searchesAll) {
    requireWithinOwn(ctx, { matrix: { [object.resource]: ['view'] } });
  }
}

/** The formulas that a rule of each kind has. */
function formulasOf<K extends RuleKind>(kind: K, definition: Definitions[K]): readonly string[] {
  if (kind === 'validation') return [(definition as Definitions['validation']).formula];
  if (kind === 'duplicate') return [];
  const { condition, actions } = definition as WorkflowDefinition;
  const set = actions.flatMap((action) => (action.kind === 'set_field' ? [action.formula] : []));
  return condition === null ? set : [condition, ...set];
}

/** A rule reads all that its formulas name, whoever sets it off, and tells by what it does. */
function requireViewOfNamed(ctx: Ctx, object: CompanyObject, formulas: readonly string[]): void {
  const paths = formulas.flatMap((text) => compileFormula(object, text)?.paths ?? []);
  const matrix: Record<string, Action[]> = {};
  for (const path of paths) {
    const there = reachedField(object, path);
    if (there && !there.shown) matrix[there.target.resource] = ['view'];
  }
  requireWithinOwn(ctx, { matrix });
}

function requireRightsOfWorkflow(
  ctx: Ctx,
  { resource }: CompanyObject,
  { actions }: WorkflowDefinition,
): void {
  const changes = actions.some(({ kind }) => kind === 'set_field');
  const makesTasks = actions.some(({ kind }) => kind === 'create_task');
  const onRecord: Action[] = changes ? ['view', 'update'] : ['view'];
  const onTasks: Action[] = resource === TASKS ? [...onRecord, 'create'] : ['create'];
  const matrix = { [resource]: onRecord, ...(makesTasks && { [TASKS]: onTasks }) };
  // Of tasks only making them is asked, and whose they are does not matter.
  const scopes: Scopes = resource === TASKS ? {} : { [TASKS]: 'own' };
  requireWithinOwn(ctx, { matrix, scopes });
}
