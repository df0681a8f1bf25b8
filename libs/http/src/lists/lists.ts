import { Injectable, StreamableFile } from '@nestjs/common';
import { actingBy } from '@quittance/access';
import { filterDay } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  listPage,
  listPageText,
  parseListRequest,
  readStoredList,
  walkList,
  type ListDefinition,
  type ListNarrowing,
} from '@quittance/lists';
import { yieldIfDue } from '@quittance/work';
import type { Ctx } from '@quittance/kernel';
import { Readable } from 'node:stream';
import { permissionDenied } from '../http.errors.js';
import { csvOf } from './csv.js';
import type { JsonText } from './json-text.js';
import { inPieces, textOfPage } from './large-page.js';
import type { ListCall } from './list-params.decorator.js';
import { ListStorage, withColumns, withView } from './list-storage.js';

/** Answers lists in the form asked for: a page of JSON, or the whole list as CSV or JSON Lines. */
@Injectable()
export class Lists {
  constructor(
    private readonly db: Database,
    private readonly storage: ListStorage,
  ) {}

  /**
   * `narrowing` is the endpoint's own condition, on top of the request's filter.
   * @throws DomainError invalid_list_request, validation_failed,
   *   permission_denied (export), not_found (view)
   */
  async answer<Row, Item extends object>(
    ctx: Ctx,
    definition: ListDefinition<Row, Item>,
    call: ListCall,
    narrowing?: ListNarrowing,
  ): Promise<JsonText | StreamableFile> {
    const found = await this.storage.of(ctx, call);
    const day = await filterDay(ctx, this.db, call.query.filter ?? found?.filter);
    const list = definition as ListDefinition;
    const stored = found && readStoredList(list, found, day);
    const request = parseListRequest(list, call.query, stored ?? undefined, day);
    const { write } = definition;
    const named = call.query.view === undefined ? null : stored;
    const columns = stored?.columns ?? null;
    if (call.format === 'json' && write && request.cursor === null && !named) {
      const written = { ...(definition as ListDefinition), write };
      const paged = { ...request, cursor: null };
      const text = await this.db.readInOneFlight(ctx, (tx) =>
        listPageText(tx, written, paged, narrowing),
      );
      return inPieces(columns ? withColumns(text, columns) : text);
    }
    if (call.format === 'json') {
      const work = (tx: Tx) => listPage(tx, definition, request, narrowing);
      // What completes the items, and a walk's next range, ask after the page is there: their
      // round trip must not end before.
      const asksMore = definition.complete !== undefined || request.cursor !== null;
      const page = await (asksMore ? this.db.read(ctx, work) : this.db.readInOneFlight(ctx, work));
      const more = columns ? Object.assign(page, { columns }) : page;
      return inPieces(await textOfPage(named ? withView(page, named, call) : more));
    }
    if (call.resource !== null && !ctx.permissions.can(call.resource, 'export')) {
      throw permissionDenied({ resource: call.resource, action: 'export' });
    }
    const batches = walkList(exporting(ctx, call), this.db, definition, request, narrowing);
    const usual = definition.columns ?? Object.keys(definition.fields);
    const text = call.format === 'csv' ? csvOf(batches, columns ?? usual) : linesOf(batches);
    return download(await started(text), call);
  }
}

/** What is shown may be more than what may be taken away. */
function exporting(ctx: Ctx, { resource }: ListCall): Ctx {
  if (resource === null) return ctx;
  return Object.freeze({ ...ctx, permissions: actingBy(ctx.permissions, resource, ['export']) });
}

async function* linesOf(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const batch of batches) {
    for (const item of batch) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      yield `${JSON.stringify(item)}\n`;
    }
  }
}

/**
 * Asks for the first piece before anything is answered, so that a refusal is still a problem
 * document.
 */
async function started(pieces: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
}

function download(pieces: AsyncGenerator<string>, { format, path }: ListCall): StreamableFile {
  const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
  const [type, ending] =
    format === 'csv' ? ['text/csv; charset=utf-8', 'csv'] : ['application/x-ndjson', 'ndjson'];
  return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
    type,
    disposition: `attachment; filename="${name}.${ending}"`,
  });
}
