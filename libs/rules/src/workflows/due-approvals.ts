import { Injectable, type OnModuleInit } from '@nestjs/common';
import { heardByRules, type Happening } from '@quittance/contracts';
import { Database, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { FormulaInput } from '@quittance/formula';
import { isUuid, type Actor } from '@quittance/kernel';
import { CompanyModels, type CompanyObject, type RecordId } from '@quittance/metadata';
import { computeFields, readStored } from '@quittance/objects';
import { announced, type AnnouncedEvent } from '@quittance/outbox';
import { yieldIfDue } from '@quittance/work';
import { dueApprovals, type DueApproval } from '../approvals/due-approval.repository.js';
import { eventChange } from '../formulas/record-change.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { asksApproval, ruleBlanks } from '../rules/rule.js';
import { allRulesOf, rulesOf, type CompiledWorkflow } from '../rules/rule-set.js';
import { isCalled, MOST_DEPTH } from './run-workflows.js';

/** What rules go by of a change, before anybody has handled its event. */
type ToldChange = Pick<AnnouncedEvent, 'recordId' | 'data' | 'changed' | 'before'> &
  Pick<AnnouncedEvent['by'], 'cause' | 'depth'> & { readonly happening: Happening };

/** A change with the rules it calls that would ask. */
interface Asking<T> {
  readonly change: T;
  readonly rules: readonly CompiledWorkflow[];
}

/**
 * Notes at the end of a transaction which of the records it has told of rules will send for
 * approval: nobody takes them anywhere before the worker has come to it. One look for each object
 * and actor, and nothing where no rule asks.
 */
@Injectable()
export class NoteDueApprovals implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** Behind all who keep stored formulas of what is written: conditions go by those. */
  onModuleInit(): void {
    this.db.conclude(announced, (tx, events) => this.note(tx, events));
  }

  private async note(tx: Tx, events: readonly AnnouncedEvent[]): Promise<void> {
    const heard = happenings();
    if (events.every((event) => heard(event) === undefined)) return;
    const model = await this.models.of(tx);
    const rules = await allRulesOf(tx, model);
    const due: DueApproval[] = [];
    for (const [name, { workflows }] of rules) {
      const object = model.objects.get(name);
      const asking = workflows.filter(({ rule }) => asksApproval(rule.definition));
      if (!object || asking.length === 0) continue;
      const own = events.filter((event) => event.object === name);
      for (const [actor, told] of byActor(own, heard)) {
        const found = await whichAsk(tx, { object, asking, actor }, told);
        due.push(...found.map(({ id: eventId, recordId }) => ({ eventId, recordId })));
      }
    }
    await dueApprovals.insert(tx, due);
  }
}

/** Whether rules would send a record for approval that this transaction has just made. */
export async function wouldAsk(tx: Tx, object: CompanyObject, id: string): Promise<boolean> {
  const { workflows } = await rulesOf(tx, object);
  const asking = workflows.filter(({ rule }) => asksApproval(rule.definition));
  if (asking.length === 0) return false;
  const { cause, depth, actor } = tx.ctx;
  const about = { recordId: id, data: {}, changed: undefined, before: undefined };
  const made: ToldChange = { ...about, happening: 'created', cause, depth };
  return (await whichAsk(tx, { object, asking, actor }, [made])).length > 0;
}

type HappeningOf = (event: Pick<AnnouncedEvent, 'object' | 'type'>) => Happening | undefined;

/** Of records of every object. */
const COMMON = heardByRules(null);

/** What events say of their records; those of an object are looked up once. */
function happenings(): HappeningOf {
  const known = new Map<string, ReturnType<typeof heardByRules>>();
  return ({ object, type }) => {
    const own = known.get(object) ?? heardByRules(object);
    known.set(object, own);
    return own[type] ?? COMMON[type];
  };
}

type ToldEvent = ToldChange & Pick<AnnouncedEvent, 'id'>;

function byActor(
  events: readonly AnnouncedEvent[],
  heard: HappeningOf,
): ReadonlyMap<Actor, readonly ToldEvent[]> {
  const found = new Map<Actor, ToldEvent[]>();
  for (const event of events) {
    const { by, id, recordId, data, changed, before } = event;
    const happening = heard(event);
    if (happening === undefined || !isUuid(recordId)) continue;
    const { actor, cause, depth } = by;
    const told = { id, recordId, data, changed, before, happening, cause, depth };
    const known = found.get(actor);
    if (known) known.push(told);
    else found.set(actor, [told]);
  }
  return found;
}

interface AskedOf {
  readonly object: CompanyObject;
  readonly asking: readonly CompiledWorkflow[];
  readonly actor: Actor;
}

/** By the records as the transaction leaves them; a condition that costs too much may ask. */
async function whichAsk<T extends ToldChange>(
  tx: Tx,
  { object, asking, actor }: AskedOf,
  changes: readonly T[],
): Promise<readonly T[]> {
  const called = changes.flatMap((change): Asking<T>[] => {
    const rules = asking.filter((each) => calls(each, change));
    return rules.length === 0 ? [] : [{ change, rules }];
  });
  if (called.length === 0) return [];
  const ids = [...new Set(called.map(({ change }) => change.recordId as RecordId))];
  const stored = [...(await readStored(tx, object, ids, 'none', true)).values()];
  const views = await computeFields(
    tx,
    object,
    stored.map(({ view }) => view),
    'company',
  );
  const formulas = asking.flatMap(({ condition }) => condition ?? []);
  const inputs = await formulaInputs(tx, object, formulas, views, actor);
  const records = new Map(
    views.map((view, i) => [view.id as string, { view, input: inputs[i] as FormulaInput }]),
  );
  const due: T[] = [];
  for (const { change, rules } of called) {
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    const record = records.get(change.recordId);
    if (!record) continue;
    const told = formulaChange(object, change, record.view);
    const input = { ...record.input, change: told };
    if (rules.some((each) => holds(each, input))) due.push(change);
  }
  return due;
}

function calls(workflow: CompiledWorkflow, change: ToldChange): boolean {
  if ((change.depth ?? 0) >= MOST_DEPTH) return false;
  const changed = changedOf(change);
  const { cause } = change;
  return isCalled(workflow, change.happening, { changed, ...(cause && { cause }) });
}

const changedOf = ({ changed, before }: ToldChange): readonly string[] | null =>
  changed ?? (before ? Object.keys(before) : null);

function formulaChange(object: CompanyObject, change: ToldChange, past: FieldValues) {
  const { data, before = null, happening } = change;
  const told = { data: data as object, changed: changedOf(change), before };
  return eventChange(object, { event: told, isNew: happening === 'created', past });
}

function holds({ condition, rule }: CompiledWorkflow, input: FormulaInput): boolean {
  if (condition === null) return true;
  const { value, unaffordable } = condition.outcome({ ...input, ...ruleBlanks(rule.definition) });
  return unaffordable === true || value === true;
}
