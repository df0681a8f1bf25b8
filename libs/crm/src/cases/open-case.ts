import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { openCase, type NewCase } from './open-case-in.js';

/** Opens a case at the portal, with the same numbers, times and rules as one of staff. */
@Injectable()
export class OpenCase {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError validation_failed, reference_not_found, file_type_refused */
  execute(ctx: Ctx, said: NewCase): Promise<RecordView> {
    return this.db.write(ctx, (tx) => openCase(tx, this.models, said));
  }
}
