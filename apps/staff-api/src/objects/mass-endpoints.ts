import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import { BulkUpdate, CloneRecord, ImportRecords, type RecordImport } from '@quittance/mass/host';
import type { BulkSummary, ImportSummary } from '@quittance/mass';
import type { RecordId } from '@quittance/metadata';
import type { BulkUpdateDto } from './mass.dto.js';
import { ObjectsAtHand } from './objects-at-hand.js';
import { bodyMembers, warningsOf } from './record-body.js';
import type { ObjectAddress } from './record-routes.js';

/** What the routes of every object do about copies and many records at once. */
@Injectable()
export class MassEndpoints {
  constructor(
    private readonly objects: ObjectsAtHand,
    private readonly cloneRecord: CloneRecord,
    private readonly bulkUpdate: BulkUpdate,
    private readonly importRecords: ImportRecords,
  ) {}

  async clone(ctx: Ctx, address: ObjectAddress, id: RecordId, body: unknown) {
    const { name: object } = await this.objects.find(ctx, address);
    const warnings = warningsOf();
    const { onWarning } = warnings;
    const copy = { object, id, changes: bodyMembers(body), onWarning };
    return warnings.beside(await this.cloneRecord.execute(ctx, copy));
  }

  async bulk(ctx: Ctx, address: ObjectAddress, body: BulkUpdateDto): Promise<BulkSummary> {
    const { name: object } = await this.objects.find(ctx, address);
    return this.bulkUpdate.execute(ctx, { object, ...body });
  }

  async import(
    ctx: Ctx,
    address: ObjectAddress,
    file: Omit<RecordImport, 'object'>,
  ): Promise<ImportSummary> {
    const { name: object } = await this.objects.find(ctx, address);
    return this.importRecords.execute(ctx, { object, ...file });
  }
}
