import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { formUnchanged } from '../customization.errors.js';
import { requireRightsOfForm } from './form-rights.js';
import { checkMove, definitionOf } from './form-terms.js';
import type { FormId } from './form.js';
import { formView, type FormView } from './form.view.js';
import { formRows, freezeVersion, latestVersion } from './form.repository.js';

/** Freezes the draft as the next version, against which the form is filled in from then on. */
@Injectable()
export class PublishForm {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, form_archived, form_unchanged, validation_failed,
   *   right_beyond_own
   */
  async execute(ctx: Ctx, id: FormId): Promise<FormView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await formRows.lock(tx, id);
      checkMove('publish', before);
      const { name, status, dirty, publishedVersion: version } = before;
      if (status === 'published' && !dirty) throw formUnchanged({ name, version });
      const model = await this.models.of(tx);
      const definition = await definitionOf(tx, model, before.definition);
      requireRightsOfForm(ctx, model, definition);
      const publishedVersion = (await latestVersion(tx, id)) + 1;
      await freezeVersion(tx, id, publishedVersion, definition);
      const change = { status: 'published' as const, definition, publishedVersion, dirty: false };
      return formView(await formRows.change(tx, before, change));
    });
  }
}
