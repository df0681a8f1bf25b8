import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { type RecordId, CompanyModels } from '@quittance/metadata';
import {
  asActorAsks,
  recordList,
  type RecordInput,
  type RecordOutcome,
  attemptUpdates,
} from '@quittance/objects';
import {
  bulkTargets,
  inBulk,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
} from './bulk-targets.js';
import { recordProblem } from './record-problem.js';

export interface BulkUpdateInput extends BulkTargets {
  /** API name of the object. */
  readonly object: string;
  readonly patch: RecordInput;
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
    const { object: name, patch } = input;
    const object = await this.db.read(ctx, (tx) => this.models.object(tx, name));
    const { resource } = object;
    const list = { ...asActorAsks(ctx, object, recordList(object.model, object)), resource };
    const ids = await bulkTargets(ctx, this.db, list, input);
    const records = { ids, table: object.table.name };
    return inBulk(ctx, this.db, records, (tx, some) => this.change(tx, name, patch, some));
  }

  private async change(
    tx: Tx,
    name: string,
    patch: RecordInput,
    ids: readonly RecordId[],
  ): Promise<readonly BulkResult[]> {
    const object = await this.models.object(tx, name);
    const updates = ids.map((id) => ({ id, patch }));
    const outcomes = await attemptUpdates(tx, object, updates, { action: `${name}.updated` });
    return outcomes.map((outcome, i) => resultOf(ids[i] as RecordId, outcome));
  }
}

function resultOf(id: RecordId, outcome: RecordOutcome): BulkResult {
  if (outcome.error) return { id, status: 'failed', problem: recordProblem(outcome.error) };
  const { version } = outcome.record;
  return { id, status: outcome.unchanged ? 'unchanged' : 'updated', version };
}
