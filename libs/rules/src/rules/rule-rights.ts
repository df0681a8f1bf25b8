import { sight } from '@quittance/lists';
import { requireWithinOwn, type Action, type Scopes } from '@quittance/access';
import type { Field } from '@quittance/fields';
import { type Ctx, type FieldError } from '@quittance/kernel';
import { offeredNames } from '@quittance/notifications';
import { reachedField, reachedResources, type CompanyObject } from '@quittance/metadata';
import { listedPerson, otherObject } from './relation.js';
import { workflowFormulas } from './rule-formulas.js';
import type {
  AddToCampaign,
  RuleDefinitions,
  DuplicateDefinition,
  RuleKind,
  SendEmail,
  WorkflowAction,
  WorkflowDefinition,
} from './rule.js';

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
 * A rule that works on every record is made by who may do to all of them what it does: a workflow,
 * which acts as the system, a search for duplicates among records that not everybody may see, and a
 * validation, which refuses what others write.
 * @throws DomainError right_beyond_own
 */
export function requireRightsOfRule<K extends RuleKind>(
  ctx: Ctx,
  kind: K,
  object: CompanyObject,
  definition: RuleDefinitions[K],
): void {
  requireViewOfNamed(ctx, kind, object, definition);
  if (kind === 'workflow') {
    requireRightsOfWorkflow(ctx, object, definition as WorkflowDefinition);
    requireRightsOnOthers(ctx, object, definition as WorkflowDefinition);
  }
  const searchesAll = kind === 'duplicate' && (definition as DuplicateDefinition).among === 'all';
  // What is found by a field that is hidden from them would tell them of it.
  if (kind === 'validation' || searchesAll || sight.hides(ctx.permissions, object.resource)) {
    requireWithinOwn(ctx, { matrix: { [object.resource]: ['view'] } });
  }
}

/**
 * A rule reads all that its formulas are made of, whoever sets it off, and tells by what it does;
 * where it sends a record somewhere, all that the fields of the record are made of.
 */
function requireViewOfNamed<K extends RuleKind>(
  ctx: Ctx,
  kind: K,
  object: CompanyObject,
  definition: RuleDefinitions[K],
): void {
  if (kind === 'duplicate') return;
  const { formulas, sends } =
    kind === 'validation'
      ? { formulas: [(definition as RuleDefinitions['validation']).formula], sends: [] }
      : partsOf(definition as WorkflowDefinition);
  const computed: Pick<Field, 'type' | 'settings'>[] = formulas.map((formula) => ({
    type: 'formula',
    settings: { formula },
  }));
  if (sends.length > 0) computed.push(...object.fields.values());
  const resources = reachedResources(object, computed);
  const shown = sends.flatMap((action) =>
    action.kind === 'send_email' ? shownBy(object, action) : [],
  );
  const matrix: Record<string, Action[]> = {};
  for (const resource of [...resources, ...shown]) matrix[resource] = ['view'];
  requireWithinOwn(ctx, { matrix });
}

function partsOf(definition: WorkflowDefinition) {
  return {
    formulas: workflowFormulas(definition),
    sends: definition.actions.filter(
      ({ kind }) => kind === 'send_email' || kind === 'send_webhook',
    ),
  };
}

/**
 * The resources of the records that a template may show beside the record itself, whatever it says
 * just now, and of what their fields are made of.
 */
function shownBy(object: CompanyObject, { template }: SendEmail): readonly string[] {
  return offeredNames(template).flatMap((name) => {
    const there = reachedField(object, [name, 'id']);
    if (!there || there.ofUser) return [];
    const { target } = there;
    return [target.resource, ...reachedResources(target, [...target.fields.values()])];
  });
}

/**
 * Whoever decides in which words some actions of a rule tell of a record, or where to, is shown all
 * that these read, and what the rule asks before it does: they might have written them.
 * @throws DomainError right_beyond_own
 */
export function requireViewOfActions(
  ctx: Ctx,
  object: CompanyObject,
  definition: WorkflowDefinition,
  actions: readonly WorkflowAction[],
): void {
  requireViewOfNamed(ctx, 'workflow', object, { ...definition, actions });
  requireWithinOwn(ctx, { matrix: { [object.resource]: ['view'] } });
}

/** What a rule does to other records its author may do to all of them. */
function requireRightsOnOthers(
  ctx: Ctx,
  object: CompanyObject,
  { actions }: WorkflowDefinition,
): void {
  for (const action of actions) {
    if (action.kind === 'add_to_campaign') {
      requireWithinOwn(ctx, { matrix: rightsToList(object, action) });
      continue;
    }
    if (action.kind !== 'set_related' && action.kind !== 'create_record') continue;
    const target = otherObject(object, action);
    if (!target) continue;
    const rights: Action[] = action.kind === 'set_related' ? ['view', 'update'] : ['create'];
    requireWithinOwn(ctx, { matrix: { [target.resource]: rights } });
  }
}

/** Members are added by who may change the campaign, and are people that they see. */
function rightsToList(object: CompanyObject, action: AddToCampaign): Record<string, Action[]> {
  const person = listedPerson(object, action);
  const people = person && object.model.objects.get(person)?.resource;
  return { campaigns: ['view', 'update'], ...(people && { [people]: ['view'] }) };
}

function requireRightsOfWorkflow(
  ctx: Ctx,
  { resource }: CompanyObject,
  { actions }: WorkflowDefinition,
): void {
  const changes = actions.some(({ kind }) => kind === 'set_field' || kind === 'request_approval');
  const makesTasks = actions.some(({ kind }) => kind === 'create_task');
  const onRecord: Action[] = changes ? ['view', 'update'] : ['view'];
  const onTasks: Action[] = resource === TASKS ? [...onRecord, 'create'] : ['create'];
  const matrix = { [resource]: onRecord, ...(makesTasks && { [TASKS]: onTasks }) };
  // Of tasks only making them is asked, and whose they are does not matter.
  const scopes: Scopes = resource === TASKS ? {} : { [TASKS]: 'own' };
  requireWithinOwn(ctx, { matrix, scopes });
}
