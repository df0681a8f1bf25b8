import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import type { NewForm } from './create-form.js';
import { requireRightsOfForm } from './form-rights.js';
import { checkMove, definitionOf } from './form-terms.js';
import type { FormId } from './form.js';
import { formView, type FormView } from './form.view.js';
import { differs, formRows } from './form.repository.js';

/** Changes a form's draft: what is published stays as it is until the draft is published too. */
@Injectable()
export class UpdateForm {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, form_archived, validation_failed, right_beyond_own,
   *   precondition_failed, form_name_taken
   */
  async execute(
    ctx: Ctx,
    id: FormId,
    { name, ...patch }: Partial<NewForm>,
    expectedVersion: number | null,
  ): Promise<FormView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await formRows.lock(tx, id);
      checkVersion(before.version, expectedVersion);
      checkMove('edit', before);
      const model = await this.models.of(tx);
      const merged = { ...before.definition, ...patch };
      const definition = await definitionOf(tx, model, merged);
      if (patch.mapping) requireRightsOfForm(ctx, model, definition);
      const dirty = await differs(tx, before, definition);
      const change = { name: name ?? before.name, definition, dirty };
      return formView(await formRows.change(tx, before, change));
    });
  }
}
