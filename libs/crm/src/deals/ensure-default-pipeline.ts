import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordId, type RecordView } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import { defaultPipeline } from './stages.queries.js';

/** The pipeline of deals that name none; made when it is asked for first. */
@Injectable()
export class EnsureDefaultPipeline {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  execute(ctx: Ctx): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const { id } = await defaultPipeline(tx);
      return readRecord(tx, await this.models.object(tx, 'pipeline'), id as string as RecordId);
    });
  }
}
