import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { formWasPublished } from '../customization.errors.js';
import type { FormId } from './form.js';
import { latestVersion, lockForm, removeForm } from './form.repository.js';

/** Takes away a form that was never published; others are archived, for their submissions' sake. */
@Injectable()
export class DeleteForm {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, form_was_published */
  async execute(ctx: Ctx, id: FormId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const form = await lockForm(tx, id);
      if ((await latestVersion(tx, id)) > 0) throw formWasPublished({ name: form.name });
      await removeForm(tx, form);
    });
  }
}
