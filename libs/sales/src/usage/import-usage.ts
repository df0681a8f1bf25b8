import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { bulkCtx, type Ctx } from '@quittance/kernel';
import {
  countryForms,
  FileSteps,
  tableRows,
  importColumnsInvalid,
  importFileNotReadable,
  ImportTally,
  jsonRows,
  rowRights,
  TOO_MANY_CELLS,
  type CountryCells,
  type SentRows,
} from '@quittance/mass';
import type { Readable } from 'node:stream';
import { SubscriptionFollowers } from '../subscriptions/subscription-followers.js';
import {
  isUnread,
  isUsageMember,
  readUsageEvent,
  type SentEvent,
  type UnreadEvent,
} from './read-usage-event.js';
import { usageFault, type UsageRefusal } from './usage-fault.js';
import { takeUsage } from './take-usage.js';

/** Rows of one file. */
export const MOST_IMPORTED = 1_000_000;
/** Listed in the answer; its count is of all. */
export const MOST_REFUSALS = 1000;
/** Large enough that statements cost little, small enough that days are not held for long. */
const BATCH = 5000;
/** Columns of properties are called so. */
const PROPERTY = 'properties.';

export type UsageImport = SentRows & Pick<CountryCells, 'decimal'>;

/** What became of a file. */
export interface UsageImportSummary {
  readonly rows: number;
  readonly accepted: number;
  /** Taken before, just so. */
  readonly duplicates: number;
  readonly rejected: number;
  /** The first of those, by their lines. */
  readonly refusals: readonly (UsageRefusal & { readonly line: number })[];
}

interface ReadRow {
  readonly line: number;
  readonly event: SentEvent | UnreadEvent;
}

/** Takes the usage of a file batch by batch: what is held does not grow with its rows. */
@Injectable()
export class ImportUsage {
  constructor(
    private readonly db: Database,
    private readonly followers: SubscriptionFollowers,
  ) {}

  /**
   * Batch by batch, each in a transaction of its own; an event is taken once, so that an import
   * that was cut off is simply repeated.
   * @throws DomainError import_file_not_readable, import_columns_invalid, partly_saved
   */
  async execute(ctx: Ctx, sent: UsageImport): Promise<UsageImportSummary> {
    countryForms.asked(sent);
    const bulk = bulkCtx(ctx);
    const tally = new UsageTally();
    const steps = new FileSteps<UsageImportSummary>(ctx);
    const withoutRefusals = (step: UsageImportSummary) => ({ ...step, refusals: [] });
    for (const step of await steps.before(withoutRefusals)) tally.take(step);
    const rows = ImportTally.read(steps.behind(rowsIn(ctx, sent)), () => tally.sum.accepted > 0);
    return steps.telling(async () => {
      for await (const batch of inBatches(rows)) {
        bulk.work?.renew(batch.length);
        const events = batch.map(({ event }) => event);
        const take = (tx: Tx) => takeUsage(tx, events, this.followers, tally.sum.rows);
        const step = await steps.save(batch, (keep) =>
          this.db.write(bulk, async (tx) => keep(tx, tally.step(batch, await take(tx))), {
            answers: false,
          }),
        );
        tally.take(step);
      }
      return this.db.write(ctx, async (tx) => {
        const { sum } = tally;
        audit(tx, { action: 'usage.imported', object: 'usage', recordId: null, after: { ...sum } });
        return { ...sum, refusals: tally.refusals };
      });
    });
  }
}

/** Counts a file batch by batch in bounded memory. */
class UsageTally {
  readonly sum = { rows: 0, accepted: 0, duplicates: 0, rejected: 0 };
  readonly refusals: UsageImportSummary['refusals'][number][] = [];

  /** What is told of a batch, whose transaction is yet to commit. */
  step(
    batch: readonly ReadRow[],
    { accepted, duplicates, rejected }: Awaited<ReturnType<typeof takeUsage>>,
  ): UsageImportSummary {
    const refusals = rejected
      .slice(0, MOST_REFUSALS - this.refusals.length)
      .map(({ index, ...fault }) => ({ line: batch[index]?.line ?? 0, ...fault }));
    return { rows: batch.length, accepted, duplicates, rejected: rejected.length, refusals };
  }

  /** Adds a batch that is saved. */
  take({ refusals, ...counts }: UsageImportSummary): void {
    for (const [name, count] of Object.entries(counts)) {
      this.sum[name as keyof UsageTally['sum']] += count;
    }
    this.refusals.push(...refusals);
  }
}

async function* rowsIn(ctx: Ctx, sent: UsageImport): AsyncGenerator<ReadRow> {
  let count = 0;
  const read = sent.format === 'jsonl' ? fromLines(ctx, sent.body) : fromCsv(ctx, sent);
  for await (const row of read) {
    count += 1;
    if (count > MOST_IMPORTED) {
      throw importFileNotReadable({ reason: `It has more than ${MOST_IMPORTED} rows.` });
    }
    yield row;
  }
}

async function* fromLines(ctx: Ctx, body: Readable): AsyncGenerator<ReadRow> {
  let isFirst = true;
  for await (const { line, values } of jsonRows(body)) {
    // A file of something else is seen by its first row; later ones are refused each for itself.
    if (isFirst) refuseColumns(Object.keys(values).filter((name) => !isUsageMember(name)));
    isFirst = false;
    refuseKept(ctx, Object.keys(values));
    yield { line, event: readUsageEvent(values) };
  }
}

/**
 * What is kept of subscriptions is no column for whoever it is kept from.
 * @throws DomainError import_columns_invalid
 */
function refuseKept(ctx: Ctx, names: readonly string[]): void {
  if (!ctx.permissions.fieldBound?.length) return;
  const said = Object.fromEntries(names.map((name) => [name, null]));
  const errors = rowRights.unwritten(ctx, 'subscriptions', said);
  if (errors.length > 0) throw importColumnsInvalid({}, { errors });
}

/** @throws DomainError import_columns_invalid where there are any */
function refuseColumns(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = names.map((name) => fault(name, 'unknown_field', 'is no column'));
  throw importColumnsInvalid({}, { errors });
}

async function* fromCsv(ctx: Ctx, sent: UsageImport): AsyncGenerator<ReadRow> {
  const { body, format, ...country } = sent;
  let header: readonly string[] | null = null;
  for await (const { line, cells, typed, error } of tableRows(ctx, { body, format })) {
    if (header === null) refuseKept(ctx, (header = checkedHeader(cells)));
    else if (error) yield { line, event: unread(error) };
    else yield { line, event: eventIn(header, cells, country, typed) };
  }
}

/** @throws DomainError import_columns_invalid */
function checkedHeader(cells: readonly string[]): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  if (twice.length > 0) {
    const errors = twice.map((name) => fault(name, 'duplicate', 'is there twice'));
    throw importColumnsInvalid({}, { errors });
  }
  refuseColumns(
    names.filter((name) => {
      if (name.startsWith(PROPERTY)) return name.length === PROPERTY.length;
      return name === 'properties' || !isUsageMember(name);
    }),
  );
  return names;
}

function fault(name: string, code: string, message: string) {
  return { pointer: `/${name}`, code, message };
}

const invalid = (pointer: string, message: string) => usageFault('event_invalid', pointer, message);
const unread = ({ message }: Error): UnreadEvent => ({ faults: [invalid('', message)], known: {} });

const VALUE = { field: { type: 'number' }, part: null } as NonNullable<
  Parameters<typeof countryForms.cells>[0][number]
>;

/** The value as its country writes it. */
function eventIn(
  header: readonly string[],
  cells: readonly string[],
  country: CountryCells,
  typed?: ReadonlySet<number>,
): SentEvent | UnreadEvent {
  if (country.decimal === undefined) return eventOf(header, cells);
  const columns = header.map((name) => (name === 'value' ? VALUE : null));
  const read = countryForms.cells(columns, cells, country, typed);
  const [wrong] = read.unread;
  const event = eventOf(header, read.cells);
  if (!wrong) return event;
  const { value: _, ...known } = isUnread(event) ? event.known : event;
  const others = isUnread(event) ? event.faults : [];
  const first = invalid('/value', wrong.fault.message);
  return { faults: [first, ...others.filter(({ pointer }) => pointer !== '/value')], known };
}

/** Empty cells say nothing. */
function eventOf(header: readonly string[], cells: readonly string[]): SentEvent | UnreadEvent {
  if (cells.length > header.length) return { faults: [invalid('', TOO_MANY_CELLS)], known: {} };
  const event: Record<string, unknown> = {};
  const properties: Record<string, string> = {};
  header.forEach((name, i) => {
    const cell = cells[i] ?? '';
    if (cell === '') return;
    if (name.startsWith(PROPERTY)) properties[name.slice(PROPERTY.length)] = cell;
    else event[name] = cell;
  });
  const told = Object.keys(properties).length > 0;
  return readUsageEvent(told ? { ...event, properties } : event);
}

async function* inBatches(rows: AsyncIterable<ReadRow>): AsyncGenerator<readonly ReadRow[]> {
  let batch: ReadRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
