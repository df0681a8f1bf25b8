import { Injectable, StreamableFile } from '@nestjs/common';
import { actingBy } from '@quittance/access';
import { filterDay } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import {
  grouping,
  type ListDefinition,
  type ListNarrowing,
  type ListQuery,
  type StoredList,
  listPage,
  listPageText,
  parseListRequest,
  readStoredList,
  sight,
  walkList,
  writtenRows,
} from '@quittance/lists';
import { yieldIfDue } from '@quittance/work';
import type { Ctx } from '@quittance/kernel';
import { Readable } from 'node:stream';
import { permissionDenied } from '../http.errors.js';
import { csvOf } from './tables/csv.js';
import { JsonText } from './json-text.js';
import { drawnList } from './draw-rows.js';
import { groupedList, refuseDownload } from './grouped-list.js';
import { inPieces, textOfPage } from './large-page.js';
import type { ListCall } from './list-call.js';
import {
  foundIn,
  rowsNamed,
  type FoundRow,
  type NamedCall,
  type SearchedList,
} from './named-rows.js';
import { ListStorage, withColumns, withView } from './list-storage.js';
import { rowsAccepted } from './accepted-rows.js';
import { countryForm, inCountry, typeIn } from './tables/country-rows.js';
import { PointedRows } from './pointed-rows.js';
import { readDisplay, readDrawn } from './read-drawn.js';
import { AS_IT_IS } from './row-fields.js';
import type { WorkbookColumn } from './tables/workbook-cell.js';
import { workbookOf, XLSX_TYPE } from './tables/workbook.js';

/** Answers lists in the form asked for: a page of JSON, or the whole list as CSV or JSON Lines. */
@Injectable()
export class Lists {
  constructor(
    private readonly db: Database,
    private readonly storage: ListStorage,
    private readonly pointed: PointedRows,
  ) {}

  /**
   * `narrowing` is the endpoint's own condition, on top of the request's filter.
   * @throws DomainError invalid_list_request, validation_failed,
   *   permission_denied (export), not_found (view)
   */
  async answer<Row, Item extends object>(
    ctx: Ctx,
    whole: ListDefinition<Row, Item>,
    asked: ListCall,
    narrowing?: ListNarrowing,
  ): Promise<JsonText | StreamableFile> {
    const stated = shownTo(ctx, whole as ListDefinition, asked);
    const call = { ...asked, members: shownMembers(ctx, stated, asked.members) };
    if (call.named) {
      const named = { list: stated, call: call.named, narrowing };
      const find = call.named.field === undefined ? rowsNamed : rowsAccepted;
      return new JsonText(JSON.stringify(await find(ctx, this.db, this.pointed, named)));
    }
    const found = await this.storage.of(ctx, call);
    const day = await filterDay(ctx, this.db, call.query.filter ?? found?.filter);
    const list = await this.reaching(ctx, stated, [call.query, found]);
    const stored = found && readStoredList(list, found, day);
    const request = parseListRequest(list, call.query, stored ?? undefined, day);
    const groups = grouping.parse(list, call.query);
    if (groups) {
      refuseDownload(call);
      const display = readDisplay(call.query.display, call.format);
      const grouped = { list, request, groups, narrowing, display };
      const answer = await groupedList(ctx, this.db, this.pointed, grouped);
      return inPieces(JSON.stringify(answer));
    }
    const drawn = await readDrawn(ctx, { list, pointed: this.pointed }, call, stored);
    const isDrawn = drawn !== AS_IT_IS;
    const definition = isDrawn
      ? drawnList(list, drawn, this.pointed, call.format !== 'json')
      : list;
    const write = writerOf(definition);
    const named = call.query.view === undefined ? null : stored;
    const columns = drawn.fields?.map(({ name }) => name) ?? named?.columns ?? null;
    const shown = call.query.fields === undefined ? (stored?.columns ?? null) : null;
    if (call.format === 'json' && write && request.cursor === null && !named) {
      const written = { ...(definition as ListDefinition), write };
      const paged = { ...request, cursor: null };
      const text = await this.db.readInOneFlight(ctx, (tx) =>
        listPageText(tx, written, paged, narrowing),
      );
      return inPieces(shown ? withColumns(text, shown) : text);
    }
    if (call.format === 'json') {
      const work = (tx: Tx) => listPage(tx, definition, request, narrowing);
      // What completes the items, and a walk's next range, ask after the page is there: their
      // round trip must not end before.
      const asksMore = definition.complete !== undefined || request.cursor !== null;
      const page = await (asksMore ? this.db.read(ctx, work) : this.db.readInOneFlight(ctx, work));
      const more = shown ? Object.assign(page, { columns: shown }) : page;
      return inPieces(await textOfPage(named ? withView(page, named, call) : more));
    }
    if (call.resource !== null && !ctx.permissions.can(call.resource, 'export')) {
      throw permissionDenied({ resource: call.resource, action: 'export' });
    }
    const all = walkList(exporting(ctx, call), this.db, definition, request, narrowing);
    const batches = call.country ? inCountry(all, list, call.country) : all;
    const told = columns ?? usualColumns(definition, call);
    const pieces = {
      csv: () => csvOf(batches, told, call.country),
      ndjson: () => linesOf(batches),
      xlsx: () => workbookOf(all, workbookColumns(told, list, call.country)),
    };
    return download(await started<Buffer | string>(pieces[call.format]()), call);
  }

  /**
   * The records of many lists whose names begin so, as far as each of their contexts reaches: for
   * each list in its order.
   */
  search(
    ctx: Ctx,
    lists: readonly SearchedList[],
    call: NamedCall,
  ): Promise<readonly (readonly FoundRow[])[]> {
    return foundIn(ctx, this.db, this.pointed, { lists, call });
  }

  /** The list with what it reaches through one lookup, where it is asked for any of that. */
  private async reaching(
    ctx: Ctx,
    list: ListDefinition,
    [{ filter, sort, fields, groupBy, aggregate }, found]: readonly [ListQuery, StoredList | null],
  ): Promise<ListDefinition> {
    const asked = [filter, sort, fields, groupBy, aggregate, found && JSON.stringify(found)];
    if (list.reach || !asked.some((text) => text?.includes('.'))) return list;
    const reach = await this.pointed.reach(ctx, list.fields);
    return reach ? { ...list, reach } : list;
  }
}

const writers = new WeakMap<object, NonNullable<ListDefinition['write']>>();

/** What writes the rows of a list without reading them, made once for each list. */
function writerOf(list: ListDefinition<never, object>): ListDefinition['write'] {
  if (list.write) return list.write;
  const members = writtenRows.members(list);
  if (!members) return undefined;
  const known = writers.get(members) ?? writtenRows.object(members);
  writers.set(members, known);
  return known;
}

/** Of a list that says of no resource whose its rows are, they are of that of its route. */
function shownTo(ctx: Ctx, list: ListDefinition, { resource }: ListCall): ListDefinition {
  if (list.resource !== undefined || resource === null) return sight.list(ctx, list);
  return ctx.permissions.fieldBound?.length ? sight.list(ctx, { ...list, resource }) : list;
}

function shownMembers(ctx: Ctx, list: ListDefinition, members: readonly string[]) {
  const hidden = sight.hidden(ctx, list);
  return hidden ? members.filter((name) => !hidden.has(sight.member(name))) : members;
}

/** A file that comes back names its records first. */
function usualColumns(
  { columns, fields }: Pick<ListDefinition, 'columns' | 'fields'>,
  { isDownload, members }: ListCall,
): readonly string[] {
  const usual = columns ?? Object.keys(fields);
  if (!isDownload || !(fields.id || members.includes('id'))) return usual;
  return ['id', ...usual.filter((name) => name !== 'id')];
}

/** A workbook has numbers and days as such; a country writes those that have to be text. */
function workbookColumns(
  names: readonly string[],
  list: ListDefinition,
  country: ListCall['country'],
): readonly WorkbookColumn[] {
  return names.map((name) => {
    const type = typeIn(list, name);
    return { name, type, form: country ? countryForm(type, country) : undefined };
  });
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
async function started<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncGenerator<Piece>> {
  const first = await pieces.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  })();
}

const FILES = {
  csv: ['text/csv; charset=utf-8', 'csv'],
  ndjson: ['application/x-ndjson', 'ndjson'],
  xlsx: [XLSX_TYPE, 'xlsx'],
  json: ['application/json', 'json'],
} as const;

function download(
  pieces: AsyncGenerator<Buffer | string>,
  { format, path }: ListCall,
): StreamableFile {
  const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '');
  const [type, ending] = FILES[format];
  return new StreamableFile(Readable.from(pieces, { objectMode: false }), {
    type,
    disposition: `attachment; filename="${name}.${ending}"`,
  });
}
