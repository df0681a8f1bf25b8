import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { Lists, type ListCall } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordId, type RecordView } from '@quittance/metadata';
import {
  createRecords,
  deleteRecords,
  readRecord,
  updateRecords,
  type RecordDeletion,
} from '@quittance/objects';
import { maskedForExport } from '@quittance/mass';
import { type RecordUpdate, recordListFor } from '@quittance/objects/host';
import { ObjectsAtHand } from './objects-at-hand.js';
import { bodyMembers, warningsOf, type AnsweredRecord } from './record-body.js';
import type { ObjectAddress } from './record-routes.js';

/** What the record routes of every object do. */
@Injectable()
export class RecordEndpoints {
  constructor(
    private readonly db: Database,
    private readonly objects: ObjectsAtHand,
    private readonly lists: Lists,
    private readonly models: CompanyModels,
  ) {}

  async list(ctx: Ctx, address: ObjectAddress, call: ListCall) {
    const object = await this.objects.find(ctx, address);
    const list = recordListFor(ctx, object);
    const shown = call.format === 'json' ? list : maskedForExport(ctx, object, list);
    return this.lists.answer(ctx, shown, call);
  }

  async find(ctx: Ctx, address: ObjectAddress, id: RecordId): Promise<RecordView> {
    const object = await this.objects.find(ctx, address);
    return this.db.read(ctx, (tx) => readRecord(tx, object, id));
  }

  async create(ctx: Ctx, address: ObjectAddress, body: unknown): Promise<AnsweredRecord> {
    const { name } = await this.objects.find(ctx, address);
    const input = bodyMembers(body);
    const { onWarning, beside } = warningsOf();
    return this.db.write(ctx, async (tx) => {
      const object = await this.models.object(tx, name);
      const [record] = await createRecords(tx, object, [input], { onWarning });
      return beside(record as RecordView);
    });
  }

  async update(
    ctx: Ctx,
    address: ObjectAddress,
    change: Omit<RecordUpdate, 'patch'> & { readonly body: unknown },
  ): Promise<AnsweredRecord> {
    const { name } = await this.objects.find(ctx, address);
    const { body, ...update } = change;
    const patch = bodyMembers(body);
    const { onWarning, beside } = warningsOf();
    return this.db.write(ctx, async (tx) => {
      const object = await this.models.object(tx, name);
      const [record] = await updateRecords(tx, object, [{ ...update, patch }], { onWarning });
      return beside(record as RecordView);
    });
  }

  async remove(ctx: Ctx, address: ObjectAddress, deletion: RecordDeletion): Promise<void> {
    const { name } = await this.objects.find(ctx, address);
    await this.db.write(ctx, async (tx) => {
      await deleteRecords(tx, await this.models.object(tx, name), [deletion]);
    });
  }
}
