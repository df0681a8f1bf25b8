import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { recordDocuments } from '@quittance/objects';
import { registrationNotEditable } from '../partner.errors.js';
import { deleteRegistration, lockRegistration } from './deal-registration.repository.js';
import type { RegistrationId } from './deal-registration.js';
import { requireWithin, type PartnerScope } from './partner-scope.js';

/** Takes a draft away, which nobody has seen but who wrote it. */
@Injectable()
export class DiscardRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, registration_not_editable */
  execute(ctx: Ctx, id: RegistrationId, scope: PartnerScope): Promise<void> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockRegistration(tx, id);
      requireWithin(scope, before);
      const { status } = before;
      if (status !== 'draft') throw registrationNotEditable({ status });
      await deleteRegistration(tx, before);
      await recordDocuments.drop(tx, 'deal-registration', [id]);
    });
  }
}
