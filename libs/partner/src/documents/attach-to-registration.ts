import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { attachUploads } from '@quittance/objects';
import { registrationNotEditable } from '../partner.errors.js';
import { lockRegistration } from '../registrations/deal-registration.repository.js';
import { dealRegistrationView, type RegistrationId } from '../registrations/deal-registration.js';
import { requireWithin, type PartnerScope } from '../registrations/partner-scope.js';

/** Over for good: nobody would look at what is sent any more. */
const OVER: ReadonlySet<string> = new Set(['rejected', 'withdrawn', 'expired']);

/** Hangs what a partner has uploaded on a registration, where the partner and staff see it. */
@Injectable()
export class AttachToRegistration {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, registration_not_editable, reference_not_found,
   *   file_type_refused
   */
  execute(
    ctx: Ctx,
    id: RegistrationId,
    documentIds: readonly string[],
    scope: PartnerScope,
  ): ReturnType<typeof attachUploads> {
    return this.db.write(ctx, async (tx) => {
      const registration = await lockRegistration(tx, id);
      requireWithin(scope, registration);
      const { status } = dealRegistrationView(registration, await readToday(tx));
      if (OVER.has(status)) throw registrationNotEditable({ status });
      const target = { object: 'deal-registration', recordId: id as string, visibility: 'partner' };
      return attachUploads(tx, scope.portalUserId, documentIds, target as never);
    });
  }
}
