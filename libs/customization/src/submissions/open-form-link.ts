import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { requireRightsOfForm } from '../forms/form-rights.js';
import { FormEntity } from '../forms/form.entity.js';
import type { FormId } from '../forms/form.js';
import { formRows, frozenDefinition } from '../forms/form.repository.js';
import { formTokenHash, newFormToken } from './public-link.js';

export interface FormLink {
  /** The word in the address of the form on the portal host: `/forms/{token}`. Shown once. */
  readonly token: string;
}

/** Gives a form a public link; one that it had before is void. */
@Injectable()
export class OpenFormLink {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, right_beyond_own */
  async execute(ctx: Ctx, id: FormId): Promise<FormLink> {
    const token = newFormToken(ctx.companyId);
    return this.db.write(ctx, async (tx) => {
      const { definition, publishedVersion, version } = await formRows.lock(tx, id);
      const model = await this.models.of(tx);
      requireRightsOfForm(ctx, model, definition);
      if (publishedVersion > 0) {
        requireRightsOfForm(ctx, model, await frozenDefinition(tx, id, publishedVersion));
      }
      const set = { publicHash: formTokenHash(token), version: version + 1, updatedAt: ctx.now };
      await tx.update(FormEntity, { id }, set);
      audit(tx, { action: 'form.link_opened', object: 'form', recordId: id });
      return { token };
    });
  }
}
