import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { customFieldView, type FieldView } from './definition.js';
import { indexOf } from './definition.queries.js';
import { defineField } from './field-changes.js';
import type { NewField } from './checks/field-input.js';
import { logField } from './log-definition.js';

/** Adds a custom field to an object. */
@Injectable()
export class CreateField {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, object_not_customizable, validation_failed, malformed_request,
   *   field_name_taken, field_limit_reached, right_beyond_own
   */
  async execute(ctx: Ctx, object: string, input: NewField): Promise<FieldView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const field = await defineField(tx, await this.models.of(tx), object, input);
      logField(tx, null, field);
      return customFieldView(field, await indexOf(tx, field));
    });
  }
}
