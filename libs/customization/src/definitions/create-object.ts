import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, objectOf } from '@quittance/metadata';
import type { ObjectView } from './definition.js';
import { objectView } from './definition.queries.js';
import { logObject } from './log-definition.js';
import { defineNewObject, type NewObject } from './object-changes.js';

/** Makes a custom object; its records are served at once. */
@Injectable()
export class CreateObject {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError validation_failed, object_name_taken, object_limit_reached */
  async execute(ctx: Ctx, input: NewObject): Promise<ObjectView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const definition = await defineNewObject(tx, await this.models.of(tx), input);
      logObject(tx, null, definition);
      const object = objectOf(await this.models.of(tx), definition.name);
      return objectView(object, definition);
    });
  }
}
