import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import {
  addSeconds,
  newId,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
  type Instant,
} from '@quittance/kernel';
import { atWork } from '@quittance/watchdog';
import {
  type RecordId,
  type RecordObject,
  type CompanyObject,
  CompanyModels,
} from '@quittance/metadata';
import type { FieldId } from '@quittance/fields';
import { fillStored } from '../computed/fill-stored.js';
import { liveRows } from '../records/owned-rows.js';
import type { IndexPurpose } from './field-index.js';
import { clearDangling } from './clear-dangling.js';
import { storeSideRows } from './side-rows.js';

/** Records of one batch: their rows are locked against changes for as long as it takes. */
const BATCH = 1000;
const EMPTIED_AT_ONCE = 5000;

interface IndexWork {
  readonly fieldId: FieldId;
  readonly purpose: IndexPurpose;
  readonly object: string;
  readonly state: 'emptying' | 'building';
  readonly rebuild: boolean;
  readonly hasHorizon: boolean;
  /** The number of the next transaction that writes on the machine of the company. */
  readonly nextTransaction: string;
  readonly position: RecordId | null;
}

/** Companies with something to build; answered by the door, as nobody's rows are read. */
const COMPANIES = sql(`select company_id as "companyId" from objects.door_index_work()`);

/**
 * The next piece of work that no other process has in hand. Whoever wrote records before the index
 * was seen by everybody must have ended: their transactions are older than the horizon. One that is
 * ahead of all that have begun was taken on another machine, before the company moved: nobody who
 * wrote there is left.
 */
const CLAIM = sql(`
  select field_id as "fieldId", purpose, object, state, rebuild, position,
    horizon is not null as "hasHorizon",
    pg_snapshot_xmax(pg_current_snapshot())::text as "nextTransaction"
  from objects.field_index
  where company_id = $1 and state in ('emptying', 'building')
    and (horizon is null or horizon < pg_snapshot_xmin(pg_current_snapshot())
      or horizon > pg_snapshot_xmax(pg_current_snapshot()))
    and field_id::text || purpose <> all($2::text[])
  order by started_at, field_id, purpose limit 1
  for no key update skip locked`);

/**
 * As it was read beside the rows of the company: on a cluster the transaction that asks has another
 * number.
 */
const SET_HORIZON = sql(`
  update objects.field_index set horizon = $4::text::xid8
  where company_id = $1 and field_id = $2 and purpose = $3`);

const ADVANCE = sql(`
  update objects.field_index set position = $4
  where company_id = $1 and field_id = $2 and purpose = $3`);

const FINISH = sql(`
  update objects.field_index set state = $4, position = null
  where company_id = $1 and field_id = $2 and purpose = $3 and state = 'building'
    and position is not distinct from $5`);

const REBUILD = sql(`
  update objects.field_index set state = 'building', horizon = null, position = null
  where company_id = $1 and field_id = $2 and purpose = $3`);

const FORGET = sql(`
  delete from objects.field_index where company_id = $1 and field_id = $2 and purpose = $3`);

const TABLES = {
  value: ['field_value', 'record_id'],
  reference: ['reference', 'record_id'],
  unique: ['unique_value', 'key'],
} as const;

/**
 * Brings what is stored already into the side tables, batch by batch, while records are changed.
 */
@Injectable()
export class BuildFieldIndexes {
  /** What has failed, and when this process tries it again. */
  private readonly failed = new Map<string, Failure>();

  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * One batch for each company that has work; answers how many there were. What fails in one
   * company is told, tried again the next time, and keeps no other waiting.
   */
  async buildOnce(clock: Clock, onError?: (error: unknown) => void): Promise<number> {
    const companies = await this.db.door<{ companyId: CompanyId }>(COMPANIES);
    let done = 0;
    for (const { companyId } of companies) {
      const ctx = systemCtx(companyId, clock.now(), `field-index-${newId()}`);
      try {
        if (await atWork(ctx, () => this.buildFor(ctx))) done += 1;
      } catch (error) {
        if (!onError) throw error;
        onError(error);
      }
    }
    return done;
  }

  /**
   * One batch of one company; false when nothing can be done now. What fails lets the others of the
   * company go first for a while, a longer one each time.
   */
  async buildFor(ctx: Ctx): Promise<boolean> {
    let claimed = null as IndexWork | null;
    try {
      const step = await this.db.write(ctx, async (tx) => {
        claimed = (await tx.maybe<IndexWork>(CLAIM, [ctx.companyId, this.resting(ctx)])) ?? null;
        return claimed && this.step(tx, claimed);
      });
      if (step === null) return false;
      if (step.finished) await this.db.write(ctx, (tx) => finish(tx, step.work, step.finished));
      this.failed.delete(nameOf(ctx.companyId, step.work));
      return true;
    } catch (error) {
      throw claimed ? this.putOff(ctx, claimed, error) : error;
    }
  }

  /** The pieces of work of the company that wait, as they are told apart in the statement. */
  private resting({ companyId, now }: Ctx): readonly string[] {
    return [...this.failed.values()]
      .filter((each) => each.companyId === companyId && each.until > now)
      .map(({ work }) => `${work.fieldId}${work.purpose}`);
  }

  private putOff({ companyId, now }: Ctx, work: IndexWork, cause: unknown): Error {
    const name = nameOf(companyId, work);
    const times = (this.failed.get(name)?.times ?? 0) + 1;
    const seconds = Math.min(FIRST_REST * 2 ** (times - 1), LONGEST_REST);
    this.failed.set(name, { companyId, work, times, until: addSeconds(now, seconds) });
    const { fieldId, purpose, object } = work;
    const what = `The index of field ${fieldId} of ${object} (${purpose}) could not be built`;
    return new Error(`${what}; it is tried again in ${seconds} seconds`, { cause });
  }

  private async step(tx: Tx, work: IndexWork): Promise<Step> {
    const { companyId } = tx.ctx;
    const key = [companyId, work.fieldId, work.purpose];
    if (!work.hasHorizon) {
      await tx.run(SET_HORIZON, [...key, work.nextTransaction]);
      return { work, finished: null };
    }
    if (work.state === 'emptying') {
      await empty(tx, work);
      return { work, finished: null };
    }
    const object = (await this.models.of(tx)).objects.get(work.object);
    if (!object) throw new Error(`This process knows no object ${work.object}`);
    return this.build(tx, object, work);
  }

  private async build(tx: Tx, object: CompanyObject, work: IndexWork): Promise<Step> {
    const { companyId } = tx.ctx;
    const ids = await lockNext(tx, object, work.position);
    const last = ids.at(-1);
    if (last === undefined) return { work, finished: 'ready' };
    await fillStored(tx, object, work.fieldId, ids);
    if (work.purpose === 'reference') await clearDangling(tx, object, work.fieldId, ids);
    const taken = await storeSideRows(tx, object, ids, { only: work, fresh: true });
    if (taken.length > 0) return { work, finished: 'failed' };
    await tx.run(ADVANCE, [companyId, work.fieldId, work.purpose, last]);
    return { work, finished: null };
  }
}

/** Seconds until what has failed is tried again, twice as many each time. */
const FIRST_REST = 30;
const LONGEST_REST = 600;

interface Failure {
  readonly companyId: CompanyId;
  readonly work: IndexWork;
  readonly times: number;
  readonly until: Instant;
}

const nameOf = (companyId: CompanyId, { fieldId, purpose }: IndexWork) =>
  `${companyId} ${fieldId} ${purpose}`;

interface Step {
  readonly work: IndexWork;
  readonly finished: 'ready' | 'failed' | null;
}

/** By primary key. Locked, so that what is written beside a record is what the record has. */
async function lockNext(
  tx: Tx,
  object: RecordObject,
  after: RecordId | null,
): Promise<readonly RecordId[]> {
  const rows = await tx.rows<{ id: RecordId }>(
    `select t.id from ${object.table.name} t
     where t.company_id = $1 and ($2::uuid is null or t.id > $2) and ${liveRows(object, 't')}
     order by t.id limit ${BATCH} for share`,
    [tx.ctx.companyId, after],
  );
  return rows.map(({ id }) => id);
}

/**
 * Tells everybody, by the version of the metadata, that lists may go by the index. Apart from the
 * last batch, because the company's row is locked first.
 */
async function finish(tx: Tx, work: IndexWork, state: Step['finished']): Promise<void> {
  await bumpMetadata(tx);
  const { fieldId, purpose, position } = work;
  await tx.run(FINISH, [tx.ctx.companyId, fieldId, purpose, state, position]);
}

/** Left-overs of a field that is no longer kept, or of what it was kept as before. */
async function empty(tx: Tx, { fieldId, purpose, rebuild }: IndexWork): Promise<void> {
  const [table, column] = TABLES[purpose];
  const { companyId } = tx.ctx;
  const gone = await tx.run(
    `delete from objects.${table} where company_id = $1 and field_id = $2 and ${column} in (
       select ${column} from objects.${table} where company_id = $1 and field_id = $2
       limit ${EMPTIED_AT_ONCE})`,
    [companyId, fieldId],
  );
  if (gone < EMPTIED_AT_ONCE) {
    await tx.run(rebuild ? REBUILD : FORGET, [companyId, fieldId, purpose]);
  }
}
