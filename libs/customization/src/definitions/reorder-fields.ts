import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import type { FieldView } from './definition.js';
import { listFields } from './definition.queries.js';
import { allFields, placeFields } from './definition.repository.js';
import { customizable } from './field-changes.js';
import { logField } from './log-definition.js';

/**
 * Puts the custom fields of an object in an order; those that are not named follow as they were.
 */
@Injectable()
export class ReorderFields {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, object_not_customizable, validation_failed */
  async execute(ctx: Ctx, object: string, names: readonly string[]): Promise<FieldView[]> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      customizable(await this.models.of(tx), object);
      const fields = (await allFields(tx)).filter((each) => each.object === object);
      const byName = new Map(fields.map((field) => [field.name, field]));
      const errors = faultsOf(names, (name) => byName.has(name));
      if (errors.length > 0) throw invalidFields(errors);
      const named = names.flatMap((name) => byName.get(name) ?? []);
      const order = [...named, ...fields.filter((field) => !named.includes(field))];
      await placeFields(
        tx,
        order.map(({ id }) => id),
      );
      for (const [position, before] of order.entries()) {
        if (before.position !== position) logField(tx, before, { ...before, position });
      }
      audit(tx, { action: 'custom_field.reordered', object, after: { fields: [...names] } });
      return listFields(tx, await this.models.of(tx), object);
    });
  }
}

function faultsOf(names: readonly string[], known: (name: string) => boolean): FieldError[] {
  return names.flatMap((name, i): FieldError[] => {
    const pointer = `/fields/${i}`;
    if (!known(name)) return [{ pointer, code: 'reference', message: 'is no custom field of it' }];
    if (names.indexOf(name) === i) return [];
    return [{ pointer, code: 'unique', message: 'is named twice' }];
  });
}
