import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, objectOf } from '@quittance/metadata';
import type { ObjectView } from './definition.js';
import { objectView } from './definition.queries.js';
import { lockObject } from './definition.repository.js';
import { logObject } from './log-definition.js';
import { redefineObject, type ObjectPatch } from './object-changes.js';

/** Changes a custom object: everything but its name. */
@Injectable()
export class UpdateObject {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, precondition_failed, validation_failed */
  async execute(
    ctx: Ctx,
    name: string,
    patch: ObjectPatch,
    expectedVersion: number | null,
  ): Promise<ObjectView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await lockObject(tx, name);
      checkVersion(before.version, expectedVersion);
      const after = await redefineObject(tx, before, patch);
      logObject(tx, before, after);
      return objectView(objectOf(await this.models.of(tx), name), after);
    });
  }
}
