import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidFields, type Ctx } from '@quittance/kernel';
import { parentFault } from './master-hierarchy.js';
import { masterCodeTaken } from './masters.errors.js';
import { MASTER_DEFAULTS, masterFields, type Master, type MasterFields } from './master.js';
import { lookUpMaster } from './master.queries.js';
import type { MasterType } from './master.js';
import { storeMaster } from './store-masters.js';

export interface NewMaster extends Partial<MasterFields> {
  readonly code: string;
  readonly name: string;
}

/** Adds an entry to a reference list of the company. */
@Injectable()
export class CreateMaster {
  constructor(private readonly db: Database) {}

  /** @throws DomainError master_code_taken, validation_failed */
  execute(ctx: Ctx, type: MasterType, { code, name, ...input }: NewMaster): Promise<Master> {
    const fields = masterFields({ ...MASTER_DEFAULTS, ...input, name: name.trim() });
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      if (await lookUpMaster(tx, { type, code })) throw masterCodeTaken({ type, code });
      const fault = await parentFault(tx, type, fields.parentCode);
      if (fault) throw invalidFields([fault]);
      return storeMaster(tx, { type, code, before: null, fields, deleted: false });
    });
  }
}
