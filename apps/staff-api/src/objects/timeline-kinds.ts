import { Injectable } from '@nestjs/common';
import { emailList, type EmailHead } from '@quittance/notifications';
import {
  TimelineSources,
  recordList,
  timelineQuery,
  type RecordView,
  type TimelineSource,
} from '@quittance/objects';
import type { Instant } from '@quittance/kernel';

/** Records that name the one they are about: calls, meetings, tasks. */
function work(kind: 'activity' | 'task', resource: string): TimelineSource {
  return {
    kind,
    resource,
    query: ({ object: { model, name }, recordId }) => {
      const object = model.objects.get(kind);
      if (!object) return null;
      return timelineQuery<RecordView>({
        list: recordList(model, object) as never,
        at: 'createdAt',
        about: { relatedId: recordId, relatedObject: name },
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

const emails: TimelineSource = {
  kind: 'email',
  resource: 'emails',
  query: ({ object: { name }, recordId }) =>
    timelineQuery<EmailHead>({
      list: emailList as never,
      at: 'createdAt',
      about: { recordId, object: name },
      entry: ({ id, createdAt, subject, to, status, templateCode, finishedAt }) => ({
        id,
        kind: 'email',
        at: createdAt,
        title: subject,
        actor: null,
        data: { to, status, templateCode, finishedAt },
      }),
    }),
};

/** What this host shows on timelines beside the log. */
@Injectable()
export class TimelineKinds {
  constructor(sources: TimelineSources) {
    sources.register(work('activity', 'activities'));
    sources.register(work('task', 'tasks'));
    sources.register(emails);
  }
}
