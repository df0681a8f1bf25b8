import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { checkMove } from './form-terms.js';
import type { FormId } from './form.js';
import { formView, type FormView } from './form.view.js';
import { formRows } from './form.repository.js';

/** Closes a form: it is neither filled in nor changed until it is restored. */
@Injectable()
export class ArchiveForm {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, form_archived */
  async execute(ctx: Ctx, id: FormId): Promise<FormView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await formRows.lock(tx, id);
      checkMove('archive', before);
      return formView(await formRows.change(tx, before, { status: 'archived' }));
    });
  }
}
