import { Injectable, type OnModuleInit } from '@nestjs/common';
import { heardByRules, type Happening } from '@quittance/contracts';
import { Database, type Tx } from '@quittance/database';
import { isUuid, type Actor } from '@quittance/kernel';
import { CompanyModels, type CompanyObject } from '@quittance/metadata';
import { announced, type AnnouncedEvent } from '@quittance/outbox';
import { dueApprovals, type DueApproval } from '../approvals/due-approval.repository.js';
import { asksApproval } from '../rules/rule.js';
import { allRulesOf, rulesOf } from '../rules/rule-set.js';
import { refuseUnapproved } from './refuse-unapproved.js';
import { whichAsk, type RuledChange } from './foresee-approvals.js';

/**
 * Notes at the end of a transaction which of the records it has told of rules will send for
 * approval: nobody takes them anywhere before the worker has come to it. One look for each object
 * and actor, and nothing where no rule asks. Whoever takes one further that was not approved is
 * refused.
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
    for (const [name, { workflows, timed, asksApproval: asked }] of rules) {
      const object = model.objects.get(name);
      if (!object || !asked) continue;
      const told = events.filter((event) => event.object === name);
      await refuseUnapproved(tx, object, [...workflows, ...timed], told);
      if (!workflows.some(({ rule }) => asksApproval(rule.definition))) continue;
      for (const [actor, changes] of byActor(told, heard)) {
        const found = await whichAsk(tx, { object, workflows, actor }, changes);
        due.push(...found.map(({ id: eventId, recordId }) => ({ eventId, recordId })));
      }
    }
    await dueApprovals.insert(tx, due);
  }
}

/** Whether rules would send a record for approval that this transaction has just made. */
export async function wouldAsk(tx: Tx, object: CompanyObject, id: string): Promise<boolean> {
  const { workflows } = await rulesOf(tx, object);
  if (!workflows.some(({ rule }) => asksApproval(rule.definition))) return false;
  const { cause, depth, actor } = tx.ctx;
  const about = { recordId: id, data: {}, changed: undefined, before: undefined };
  const made: RuledChange = { ...about, happening: 'created', cause, depth };
  return (await whichAsk(tx, { object, workflows, actor }, [made])).length > 0;
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

type ToldEvent = RuledChange & Pick<AnnouncedEvent, 'id'>;

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
