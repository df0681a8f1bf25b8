import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { formWasPublished } from '../customization.errors.js';
import type { FormId } from './form.js';
import { formRows, latestVersion } from './form.repository.js';

/** Takes away a form that was never published; others are archived, for their submissions' sake. */
@Injectable()
export class DeleteForm {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, form_was_published */
  async execute(ctx: Ctx, id: FormId, expectedVersion: number | null): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const form = await formRows.lock(tx, id);
      checkVersion(form.version, expectedVersion);
      if ((await latestVersion(tx, id)) > 0) throw formWasPublished({ name: form.name });
      await formRows.remove(tx, form);
    });
  }
}
