import { Injectable } from '@nestjs/common';
import { leadsOf } from '@quittance/crm/host';
import { emailList, mayReadEmailsOf, type EmailHead } from '@quittance/notifications/host';
import {
  RecordOrigins,
  TimelineSources,
  recordsOf,
  timelineQuery,
  type TimelineSource,
} from '@quittance/objects/host';
import { recordList } from '@quittance/objects';
import { requestsOfQuote } from '@quittance/portal/host';
import type { RecordView } from '@quittance/metadata';
import type { Instant } from '@quittance/kernel';

/** Records that name the one they are about: calls, meetings, tasks. */
function work(kind: 'activity' | 'task', resource: string): TimelineSource {
  return {
    kind,
    resource,
    query: (subject) => {
      const { model } = subject.object;
      const { ids, objects } = recordsOf(subject);
      const object = model.objects.get(kind);
      if (!object) return null;
      return timelineQuery<RecordView>({
        list: recordList(model, object) as never,
        at: 'createdAt',
        about: { relatedId: ids, relatedObject: objects },
        entry: ({ id, createdAt, subject, ...data }) => ({
          id,
          kind,
          at: createdAt as Instant,
          title: String(subject),
          actor: null,
          data,
        }),
      });
    },
  };
}

/** Addresses and subjects are made of what the record holds: as their list tells of them. */
const emails: TimelineSource = {
  kind: 'email',
  resource: 'emails',
  query: (subject, { permissions }) => {
    const { ids, objects: all } = recordsOf(subject);
    const objects = all.filter((object) => mayReadEmailsOf(permissions, object));
    if (objects.length === 0) return null;
    return timelineQuery<EmailHead>({
      list: emailList as never,
      at: 'createdAt',
      about: { recordId: ids, object: objects },
      entry: ({ id, createdAt, subject, to, status, templateCode, finishedAt }) => ({
        id,
        kind: 'email',
        at: createdAt,
        title: subject,
        actor: null,
        data: { to, status, templateCode, finishedAt },
      }),
    });
  },
};

/** What this host shows on timelines beside the log. */
@Injectable()
export class TimelineKinds {
  constructor(sources: TimelineSources, origins: RecordOrigins) {
    origins.register(leadsOf);
    origins.register(requestsOfQuote);
    sources.register(work('activity', 'activities'));
    sources.register(work('task', 'tasks'));
    sources.register(emails);
  }
}
