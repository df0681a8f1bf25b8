import { Injectable } from '@nestjs/common';
import { companyToday } from '@quittance/company';
import { Database, parseListRequest, walkList, type ListRequest } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import type { RecordId } from '../catalogue/object.js';
import { recordListFor } from '../list/record-list.js';
import type { CompanyObject } from '../metadata/company-model.js';
import { CompanyModels } from '../metadata/company-models.js';
import type { RecordInput, RecordOutcome } from '../records/record-write.js';
import { attemptUpdates } from '../records/update-records.js';
import { bulkTooMany } from './mass.errors.js';
import { recordProblem, type RecordProblem } from './record-problem.js';

/** The most records that one request changes. */
export const MAX_BULK = 10_000;
/** Of one transaction: their rows are locked no longer than it takes. */
const BATCH = 500;

export interface BulkUpdateInput {
  /** API name of the object. */
  readonly object: string;
  /** Either these, or those of the filter. */
  readonly ids?: readonly RecordId[];
  /** A filter tree as lists take it. */
  readonly filter?: unknown;
  readonly patch: RecordInput;
}

export interface BulkResult {
  readonly id: RecordId;
  readonly status: 'updated' | 'unchanged' | 'failed';
  readonly version?: number;
  readonly problem?: RecordProblem;
}

export interface BulkSummary {
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly results: readonly BulkResult[];
}

/** Changes many records alike, each for itself: a refusal of one keeps no other from its change. */
@Injectable()
export class BulkUpdate {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Batch by batch, each in a transaction of its own; sent again it comes to the same.
   * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
   */
  async execute(ctx: Ctx, input: BulkUpdateInput): Promise<BulkSummary> {
    const object = await this.db.read(ctx, (tx) => this.models.object(tx, input.object));
    const ids = [...new Set(await this.targets(ctx, object, input))];
    const results: BulkResult[] = [];
    for (let at = 0; at < ids.length; at += BATCH) {
      const some = ids.slice(at, at + BATCH);
      results.push(...(await this.change(ctx, input, some)));
    }
    const summary = summaryOf(results);
    return this.db.write(ctx, async () => summary);
  }

  private async targets(
    ctx: Ctx,
    object: CompanyObject,
    { ids, filter }: BulkUpdateInput,
  ): Promise<readonly RecordId[]> {
    if ((ids === undefined) === (filter === undefined)) {
      throw invalidField('/ids', 'required', 'must be given, or a filter, and not both');
    }
    if (ids) return ids;
    const list = {
      ...recordListFor(ctx, object),
      map: (row: unknown) => row as { id: RecordId },
    };
    const { timeZone } = object.model.terms;
    const day = { today: companyToday({ timeZone }, ctx.now), timeZone };
    const query = { filter: JSON.stringify(filter), sort: 'id' };
    const request: ListRequest = parseListRequest(list, query, undefined, day);
    const found: RecordId[] = [];
    for await (const batch of walkList(ctx, this.db, list, request)) {
      found.push(...batch.map(({ id }) => id));
      if (found.length > MAX_BULK) throw bulkTooMany({ most: MAX_BULK });
    }
    return found;
  }

  private change(
    ctx: Ctx,
    input: BulkUpdateInput,
    ids: readonly RecordId[],
  ): Promise<BulkResult[]> {
    const { object: name, patch } = input;
    const work = async (tx: Parameters<typeof attemptUpdates>[0]) => {
      const object = await this.models.object(tx, name);
      const updates = ids.map((id) => ({ id, patch }));
      const outcomes = await attemptUpdates(tx, object, updates, { action: `${name}.updated` });
      return outcomes.map((outcome, i) => resultOf(ids[i] as RecordId, outcome));
    };
    return this.db.write(ctx, work, { answers: false });
  }
}

function resultOf(id: RecordId, outcome: RecordOutcome): BulkResult {
  if (outcome.error) return { id, status: 'failed', problem: recordProblem(outcome.error) };
  const { version } = outcome.record;
  return { id, status: outcome.unchanged ? 'unchanged' : 'updated', version };
}

function summaryOf(results: readonly BulkResult[]): BulkSummary {
  const count = (status: BulkResult['status']) =>
    results.filter((result) => result.status === status).length;
  const [updated, unchanged, failed] = [count('updated'), count('unchanged'), count('failed')];
  return { updated, unchanged, failed, results };
}
