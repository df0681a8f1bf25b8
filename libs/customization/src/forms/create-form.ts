import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { requireRightsOfForm } from './form-rights.js';
import { definitionOf } from './form-terms.js';
import type { FormDefinition } from './form.js';
import { formView, type FormView } from './form.view.js';
import type { Form } from './form.entity.js';
import { addForm } from './form.repository.js';

export interface NewForm extends FormDefinition {
  readonly name: string;
}

/** Makes a form; it takes submissions when it is published. */
@Injectable()
export class CreateForm {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError validation_failed, right_beyond_own, form_name_taken,
   *   customization_limit_reached
   */
  async execute(ctx: Ctx, { name, ...definition }: NewForm): Promise<FormView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const model = await this.models.of(tx);
      const checked = await definitionOf(tx, model, definition);
      requireRightsOfForm(ctx, model, checked);
      const form: Form = {
        id: newId<'form'>(),
        name,
        status: 'draft',
        definition: checked,
        publishedVersion: 0,
        dirty: true,
        publicHash: null,
        version: 1,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await addForm(tx, form);
      return formView(form);
    });
  }
}
