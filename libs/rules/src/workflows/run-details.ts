import { sight } from '@quittance/lists';
import { isNumber, shownText, type FormulaInput, type FormulaValue } from '@quittance/formula';
import type { FieldValue, FieldValues } from '@quittance/fields';
import { type Ctx } from '@quittance/kernel';
import { reachedField, reachedResources, type CompanyObject } from '@quittance/metadata';
import { otherObject } from '../rules/relation.js';
import type { ActionKind, WorkflowAction } from '../rules/rule.js';
import { formulasOfWorkflow, type CompiledWorkflow } from '../rules/rule-set.js';

/** Characters of a value that the log keeps. */
const SHOWN = 200;
/** Values that were read, of a run. */
const MOST_READ = 50;
/** Records that an action has written, by id. */
const MOST_IDS = 20;

/** What an action has done. */
export interface Written {
  readonly action: ActionKind;
  /** Of the records that it made or changed; null where it sent something. */
  readonly object: string | null;
  readonly recordIds: readonly string[];
  readonly values: FieldValues;
}

/** What a run has read and written, for whoever looks for the reason of something. */
export interface RunDetails {
  /** The fields that its formulas and texts name, with what they held. */
  readonly read: FieldValues;
  readonly wrote: readonly Written[];
  /** The resources of what it has read and written: shown to who may view all of them. */
  readonly resources: readonly string[];
}

/**
 * The resources of the records that paths of an object lead to, also through what is computed of
 * others where they end: nobody is shown by a value what the record itself would not show them.
 */
export function resourcesBehind(
  object: CompanyObject,
  paths: readonly (readonly string[])[],
): ReadonlySet<string> {
  const resources = new Set([object.resource]);
  for (const path of paths) {
    const there = reachedField(object, path);
    const of = there?.target ?? object;
    resources.add(of.resource);
    const field = of.fields.get(there?.name ?? path[0] ?? '');
    for (const each of field ? reachedResources(of, [field]) : []) resources.add(each);
  }
  return resources;
}

/** What the formulas of a rule found, before it has done anything. */
function readOf(
  object: CompanyObject,
  workflow: CompiledWorkflow,
  input: FormulaInput,
): Pick<RunDetails, 'read' | 'resources'> {
  const read: Record<string, FieldValue> = {};
  const paths = formulasOfWorkflow(workflow).flatMap((formula) => formula.paths);
  for (const path of paths.slice(0, MOST_READ)) {
    read[path.join('.')] = shortened(input.value(path));
  }
  return { read, resources: [...resourcesBehind(object, paths)] };
}

/** The same with what the rule did. */
export function detailsOf(
  object: CompanyObject,
  workflow: CompiledWorkflow,
  input: FormulaInput,
  wrote: readonly Written[],
): RunDetails {
  const { read, resources } = readOf(object, workflow, input);
  const { objects } = object.model;
  // Of what it was to write as well: what it was refused for may name a record of that kind.
  const meant = workflow.rule.definition.actions.map((action) => meantBy(object, action));
  const done = wrote.map((each) => (each.object === null ? undefined : objects.get(each.object)));
  const others = [...done, ...meant].flatMap((target) => (target ? [target.resource] : []));
  return { read, wrote, resources: [...new Set([...resources, ...others])] };
}

/** The other records that an action writes. */
function meantBy(object: CompanyObject, action: WorkflowAction): CompanyObject | undefined {
  switch (action.kind) {
    case 'set_related':
    case 'create_record':
      return otherObject(object, action);
    case 'create_task':
      return object.model.objects.get('task');
    case 'add_to_campaign':
      return object.model.objects.get('campaign');
    default:
      return undefined;
  }
}

/** What an action did, cut to what the log keeps. */
export function writtenByAction(
  action: ActionKind,
  object: CompanyObject | null,
  recordIds: readonly string[],
  values: FieldValues,
): Written {
  const kept = Object.entries(values).map(([name, value]) => [name, cut(value)]);
  return {
    action,
    object: object?.name ?? null,
    recordIds: recordIds.slice(0, MOST_IDS),
    values: Object.fromEntries(kept),
  };
}

function shortened(value: FormulaValue): FieldValue {
  return cut(isNumber(value) ? shownText(value) : value);
}

function cut(value: FieldValue): FieldValue {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || text.length <= SHOWN) return text;
  return `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Whether somebody may see what a run has read and written, whosever the records are. */
export function mayReadDetails({ permissions }: Ctx, { resources }: RunDetails): boolean {
  return resources.every((resource) => sight.whole(permissions, resource));
}
