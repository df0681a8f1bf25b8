import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import {
  type ListPage,
  type ListRequest,
  invalidListRequest,
  listPage,
  sight,
} from '@quittance/lists';
import { type Ctx } from '@quittance/kernel';
import { requireRecord } from '../records/require-record.js';
import { decodePosition, mergedPage, type Position, type TimelinePage } from './timeline.js';
import { RecordOrigins } from './record-origins.js';
import {
  aboutFilter,
  TimelineSources,
  type TimelineRequest,
  type TimelineSubject,
} from './timeline-sources.js';

export interface TimelineCall {
  /** Empty or absent at the start. */
  readonly cursor?: string;
  readonly pageSize: number;
}

/** What happened to a record, of all sources in one order, the latest first. */
@Injectable()
export class ReadTimeline {
  constructor(
    private readonly db: Database,
    private readonly sources: TimelineSources,
    private readonly origins: RecordOrigins,
  ) {}

  /**
   * One page: a statement for each source, all in one round trip, in constant time at any depth.
   * @throws DomainError not_found, invalid_list_request
   */
  async execute(ctx: Ctx, subject: TimelineSubject, call: TimelineCall): Promise<TimelinePage> {
    const position = decodePosition(call.cursor ?? '');
    if (position === undefined) {
      const message = 'is not a cursor of a timeline';
      const errors = [{ parameter: 'cursor', code: 'format', message }];
      throw invalidListRequest({}, { errors });
    }
    const { object, recordId } = subject;
    const origins = await this.db.read(ctx, (tx) => this.origins.of(tx, object, recordId));
    const queries = this.sources.all().flatMap((source) => {
      const { resource } = source;
      // What such an entry is called may be what is hidden.
      const seen =
        resource === null ||
        (ctx.permissions.can(resource, 'view') && !sight.hides(ctx.permissions, resource));
      const query = seen ? source.query({ ...subject, origins }, ctx) : null;
      return query ? [query] : [];
    });
    return this.db.readInOneFlight(ctx, async (tx) => {
      const [, ...pages] = await Promise.all([
        requireRecord(tx, object, recordId),
        ...queries.map((query) => entriesOf(tx, query, position, call.pageSize)),
      ]);
      return mergedPage(pages, call.pageSize);
    });
  }
}

/** One more than the page asks for, unless that is all there is. */
async function entriesOf(
  tx: Tx,
  { list, at, about, entry }: TimelineRequest,
  position: Position | null,
  pageSize: number,
) {
  const request: ListRequest = {
    page: 1,
    // A walk asks for one row more by itself and cuts it off: it is what this page needs.
    pageSize: pageSize + 1,
    cursor: { after: position && [position.at, position.id] },
    sort: [{ field: at, descending: true }],
    filter: aboutFilter(about),
    search: null,
  };
  const { data }: ListPage = await listPage(tx, list, request);
  return data.map((item) => entry(item));
}
