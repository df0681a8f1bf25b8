import { Injectable } from '@nestjs/common';
import { auditList, type AuditEntryView } from '@quittance/audit';
import type { Ctx } from '@quittance/kernel';
import { sight, type FilterNode, type ListDefinition } from '@quittance/lists';
import type { RecordId, CompanyObject } from '@quittance/metadata';
import type { RecordOrigin } from './record-origins.js';
import type { TimelineEntry } from './timeline.js';

/** The record a timeline is of. */
export interface TimelineSubject {
  readonly object: CompanyObject;
  readonly recordId: RecordId;
  /** What it was made of: what is about that is shown too. */
  readonly origins?: readonly RecordOrigin[];
}

/** Entries about a record that are in one list, whose own scope holds here too. */
export interface TimelineRequest<Item extends object = object> {
  readonly list: ListDefinition<unknown, Item>;
  /** The field of the list that says when; never null. */
  readonly at: string;
  /** The entries that are about the record, by fields of the list: a value, or one of several. */
  readonly about: Readonly<Record<string, string | readonly string[]>>;
  entry(item: Item): TimelineEntry;
}

/** What contributes to timelines. Written by the lib that has the list, or by the app for it. */
export interface TimelineSource {
  readonly kind: string;
  /** Whoever may not view it does not see its entries; null: whoever sees the record. */
  readonly resource: string | null;
  /** Null when it has nothing about the object, or nothing that the actor may be told. */
  query(subject: TimelineSubject, ctx: Ctx): TimelineRequest | null;
}

/** The record and what it was made of: their ids, and the names of their objects. */
export function recordsOf({ object, recordId, origins = [] }: TimelineSubject) {
  return {
    ids: [recordId, ...origins.map((origin) => origin.recordId)],
    objects: [...new Set([object.name, ...origins.map((origin) => origin.object)])],
  };
}

/** A source with its item type known, as it is kept among others. */
export function timelineQuery<Item extends object>(query: TimelineRequest<Item>): TimelineRequest {
  return query as unknown as TimelineRequest;
}

/** The same as a filter of the list. */
export function aboutFilter(about: TimelineRequest['about']): FilterNode {
  const nodes = Object.entries(about).map(([field, value]): FilterNode => {
    const values = typeof value === 'string' ? [value] : value;
    return { kind: 'condition', field, op: values.length === 1 ? 'eq' : 'in', values };
  });
  return { kind: 'and', nodes };
}

const DOCUMENTS = 'documents';
const UNTOLD = { before: null, after: null } as const;
const OF_DOCUMENTS = /\.document_[a-z]+$/;

/**
 * The log of changes: the fields that changed, for whoever sees the record. What a file is called,
 * and what tells it from others, is for who is shown documents.
 */
const changes: TimelineSource = {
  kind: 'audit',
  resource: null,
  query: ({ object, recordId }, { permissions }) => {
    const seesFiles = permissions.can(DOCUMENTS, 'view') && !sight.hides(permissions, DOCUMENTS);
    return timelineQuery<AuditEntryView>({
      list: auditList as ListDefinition<unknown, AuditEntryView>,
      at: 'occurredAt',
      about: { recordId, object: object.name },
      entry: ({ id, occurredAt, actor, action, before, after }) => ({
        id,
        kind: 'audit',
        at: occurredAt,
        title: action,
        actor,
        data: OF_DOCUMENTS.test(action) && !seesFiles ? UNTOLD : { before, after },
      }),
    });
  },
};

/** Every source of timelines; modules of other libs add theirs when they are made. */
@Injectable()
export class TimelineSources {
  private readonly sources = new Map<string, TimelineSource>([[changes.kind, changes]]);

  register(source: TimelineSource): void {
    this.sources.set(source.kind, source);
  }

  all(): readonly TimelineSource[] {
    return [...this.sources.values()];
  }
}
