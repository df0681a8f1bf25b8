import { Injectable } from '@nestjs/common';
import { heardByRules, type EventType, type Happening } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import type { CampaignLists } from './campaign-lists.js';

/**
 * An object whose records another lib writes by its own operations, such as invoices: by which
 * events rules hear of them, how they are locked, and how a rule sets their custom fields. Stated
 * here, provided by that lib.
 */
export interface WorkflowSubject {
  /** API name of the object. */
  readonly object: string;
  /** Beside `record.created` and `record.updated`. */
  readonly events: Readonly<Partial<Record<EventType, Happening>>>;
  /**
   * Locks a record as a change of it does, and says what it is now beside its described fields;
   * null where there is none.
   */
  lock(tx: Tx, id: RecordId): Promise<FieldValues | null>;
  /**
   * Sets custom fields of a record, as an operation of its lib: by its rules, log and events.
   * @throws DomainError of what those refuse
   */
  setFields(tx: Tx, object: CompanyObject, id: RecordId, values: FieldValues): Promise<void>;
}

/** Of records of every object. */
const COMMON = heardByRules(null);

/** The objects that are written elsewhere; filled while the application starts. */
@Injectable()
export class WorkflowSubjects {
  private readonly subjects = new Map<string, WorkflowSubject>();
  private lists: CampaignLists | undefined;

  register(subject: WorkflowSubject): void {
    if (this.subjects.has(subject.object)) {
      throw new Error(`Workflows on ${subject.object} are registered twice`);
    }
    this.subjects.set(subject.object, subject);
  }

  /** Names who keeps the people of campaigns. */
  registerCampaigns(lists: CampaignLists): void {
    this.lists = lists;
  }

  /** Undefined where nobody does. */
  get campaigns(): CampaignLists | undefined {
    return this.lists;
  }

  find(object: string): WorkflowSubject | undefined {
    return this.subjects.get(object);
  }

  /** What each event says of a record of the object. */
  eventsOf(object: string): WorkflowSubject['events'] {
    return { ...COMMON, ...this.subjects.get(object)?.events };
  }

  /** Every event that some rule may be about. */
  all(): readonly EventType[] {
    const events = [COMMON, ...[...this.subjects.values()].map((subject) => subject.events)];
    return [...new Set(events.flatMap((each) => Object.keys(each) as EventType[]))];
  }
}
