import type { Happening } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { FieldValue } from '@quittance/fields';
import { isNumber, shownText, type FormulaChange, type FormulaInput } from '@quittance/formula';
import { systemCtx, type Actor } from '@quittance/kernel';
import { inFormula, type CompanyObject, type RecordId, type RecordView } from '@quittance/metadata';
import { trimDecimal } from '@quittance/money';
import { computeFields, readStored } from '@quittance/objects';
import type { AnnouncedEvent } from '@quittance/outbox';
import { yieldIfDue } from '@quittance/work';
import { eventChange } from '../formulas/record-change.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { asksApproval, ruleBlanks } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import { isCalled, MOST_DEPTH } from './run-workflows.js';

/** What rules go by of a change, before anybody has handled its event. */
export type RuledChange = Pick<AnnouncedEvent, 'recordId' | 'data' | 'changed' | 'before'> &
  Pick<AnnouncedEvent['by'], 'cause' | 'depth'> & { readonly happening: Happening };

/** Changes of records of one object by one actor. */
interface AskedOf {
  readonly object: CompanyObject;
  readonly workflows: readonly CompiledWorkflow[];
  readonly actor: Actor;
}

/** A change with what rules would make of its record until one of them asks. */
interface Course<T> {
  readonly change: T;
  /** The change that rules are called by: the first is the one that was made. */
  readonly step: RuledChange;
  readonly told: FormulaChange;
  /** What rules have set so far by this step, as it was before them. */
  readonly before: Record<string, FieldValue>;
  view: RecordView;
  input: FormulaInput;
}

/**
 * Those changes whose records rules will send for approval, by the records as the transaction
 * leaves them and as rules that set their fields will leave them: those before the one that asks,
 * and those whose change calls it. A condition that costs too much may ask. The number of
 * statements grows with the rules that set something, not with the records.
 */
export async function whichAsk<T extends RuledChange>(
  tx: Tx,
  { object, workflows, actor }: AskedOf,
  changes: readonly T[],
): Promise<readonly T[]> {
  const told = workflows.filter((each) => asks(each) || sets(each));
  const called = changes.filter((change) => told.some((each) => calls(each, change)));
  if (called.length === 0) return [];
  const ids = [...new Set(called.map(({ recordId }) => recordId as RecordId))];
  const stored = await readStored(tx, object, ids, 'none', true);
  const views = new Map([...stored.values()].map(({ view }) => [view.id as string, view]));
  const due = new Set<T>();
  let by: AskedOf = { object, workflows: told, actor };
  let courses = called.flatMap((change) => {
    const view = views.get(change.recordId);
    return view ? [courseOf(object, change, change, view)] : [];
  });
  while (courses.length > 0) {
    courses = await followed(tx, by, courses, due);
    by = { ...by, actor: systemCtx(tx.ctx.companyId, tx.ctx.now, tx.ctx.requestId).actor };
  }
  return called.filter((change) => due.has(change));
}

/** The rules that these changes call, in their order; answers what those then lead to. */
async function followed<T extends RuledChange>(
  tx: Tx,
  by: AskedOf,
  courses: readonly Course<T>[],
  due: Set<T>,
): Promise<Course<T>[]> {
  await read(tx, by, courses);
  for (const workflow of by.workflows) {
    const changed: Course<T>[] = [];
    for (const course of courses) {
      if (due.has(course.change) || !calls(workflow, course.step)) continue;
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      const given = ruleBlanks(workflow.rule.definition);
      const input = { ...course.input, ...given, change: course.told };
      if (asks(workflow)) {
        if (holds(workflow, input, true)) due.add(course.change);
      } else if (holds(workflow, input, false) && set(by.object, course, workflow, input)) {
        changed.push(course);
      }
    }
    await read(tx, by, changed);
  }
  return courses.flatMap((course) => {
    if (due.has(course.change) || Object.keys(course.before).length === 0) return [];
    return [nextOf(by.object, course)];
  });
}

function courseOf<T>(object: CompanyObject, change: T, step: RuledChange, view: RecordView) {
  const { data, before = null, happening } = step;
  const event = { data: data as object, changed: changedOf(step), before };
  const told = eventChange(object, { event, isNew: happening === 'created', past: view });
  return { change, step, told, before: {}, view, input: {} as FormulaInput };
}

/** What rules have set is a change as any other, one deeper. */
function nextOf<T>(object: CompanyObject, { change, step, view, before }: Course<T>): Course<T> {
  const { recordId, depth = 0 } = step;
  const data = view as RuledChange['data'];
  const changed = Object.keys(before);
  const next = { recordId, data, changed, before, depth: depth + 1, cause: undefined };
  return courseOf(object, change, { ...next, happening: 'updated' }, view);
}

/** What is computed of the records, and what formulas see of them. */
async function read<T>(
  tx: Tx,
  { object, workflows, actor }: AskedOf,
  courses: readonly Course<T>[],
) {
  if (courses.length === 0) return;
  const known = courses.map(({ view }) => view);
  const views = await computeFields(tx, object, known, 'company');
  const formulas = workflows.flatMap(({ condition, values }) => [
    ...(condition ? [condition] : []),
    ...values.values(),
  ]);
  const inputs = await formulaInputs(tx, object, formulas, views, actor);
  for (const [i, course] of courses.entries()) {
    course.view = views[i] as RecordView;
    course.input = inputs[i] as FormulaInput;
  }
}

/** Whether a rule leaves a field of the record otherwise than it was. */
function set<T>(
  object: CompanyObject,
  course: Course<T>,
  { rule, values }: CompiledWorkflow,
  input: FormulaInput,
): boolean {
  const patch: Record<string, FieldValue> = {};
  for (const [i, action] of rule.definition.actions.entries()) {
    const formula = values.get(i);
    const field = action.kind === 'set_field' ? object.fields.get(action.field) : undefined;
    if (!field || !formula) continue;
    const { value, unaffordable } = formula.outcome(input);
    // The rule will fail of it, and leave the record as it is.
    if (unaffordable) return false;
    const now = inFormula.value(field, course.view[field.name]);
    if (plain(now) === plain(value)) continue;
    patch[field.name] = isNumber(value) ? shownText(value) : value;
  }
  const names = Object.keys(patch);
  for (const name of names) {
    if (!Object.hasOwn(course.before, name)) course.before[name] = course.view[name] ?? null;
  }
  course.view = { ...course.view, ...patch };
  return names.length > 0;
}

const plain = (value: unknown): string =>
  isNumber(value as never) ? trimDecimal(shownText(value as never)) : JSON.stringify(value ?? null);

const asks = ({ rule }: CompiledWorkflow): boolean => asksApproval(rule.definition);

const sets = ({ rule }: CompiledWorkflow): boolean =>
  rule.definition.actions.some(({ kind }) => kind === 'set_field');

function calls(workflow: CompiledWorkflow, change: RuledChange): boolean {
  if ((change.depth ?? 0) >= MOST_DEPTH) return false;
  const changed = changedOf(change);
  const { cause } = change;
  return isCalled(workflow, change.happening, { changed, ...(cause && { cause }) });
}

const changedOf = ({ changed, before }: RuledChange): readonly string[] | null =>
  changed ?? (before ? Object.keys(before) : null);

function holds({ condition }: CompiledWorkflow, input: FormulaInput, ifOpen: boolean): boolean {
  if (condition === null) return true;
  const { value, unaffordable } = condition.outcome(input);
  return unaffordable === true ? ifOpen : value === true;
}
