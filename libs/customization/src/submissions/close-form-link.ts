import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { FormEntity } from '../forms/form.entity.js';
import type { FormId } from '../forms/form.js';
import { formRows } from '../forms/form.repository.js';

/** Takes the public link of a form away: whoever has it is answered that there is none. */
@Injectable()
export class CloseFormLink {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, id: FormId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      const { version, publicHash } = await formRows.lock(tx, id);
      if (publicHash === null) return;
      const set = { publicHash: null, version: version + 1, updatedAt: ctx.now };
      await tx.update(FormEntity, { id }, set);
      audit(tx, { action: 'form.link_closed', object: 'form', recordId: id });
    });
  }
}
