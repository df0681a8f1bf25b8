import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { invalidField, type AccountId, type Ctx, type Id } from '@quittance/kernel';
import { formatMinor } from '@quittance/money';
import { CompanyModels, objectOf, type CompanyModel, type RecordId } from '@quittance/metadata';
import { createRecords, readStored } from '@quittance/objects';
import { writtenBy } from '../written-by.js';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  dealRegistrationView,
  type Registration,
  type RegistrationId,
  type DealRegistrationView,
} from './deal-registration.js';
import { registrationAfter } from './registration-status.js';

export interface RegistrationConversion {
  /** An account that is there already, instead of a new one. */
  readonly accountId: AccountId | null;
  readonly pipelineId: string | null;
  /** Asked before a record is made; throws where the actor may not. */
  readonly demand: (resource: string, action: 'create') => void;
}

/**
 * Makes a deal of an approved registration, with the partner on it, and an account where none is
 * named. Converted once: asked again it answers what it became. The end customer stays protected as
 * long as the deal is open.
 */
@Injectable()
export class ConvertRegistration {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /** @throws DomainError not_found, registration_status_conflict, validation_failed */
  execute(
    ctx: Ctx,
    id: RegistrationId,
    ask: RegistrationConversion,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      if (before.status === 'converted') return dealRegistrationView(before, today);
      const status = registrationAfter(before, 'convert', today);
      const model = await this.models.of(tx);
      const accountId = await accountOf(tx, model, before, ask);
      const dealId = await dealOf(tx, model, { registration: before, accountId }, ask);
      const decided = { decidedBy: writtenBy(tx), decidedAt: ctx.now };
      const change = { status, accountId, dealId, ...decided };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.converted', before, change, today),
        today,
      );
    });
  }
}

async function accountOf(
  tx: Tx,
  model: CompanyModel,
  { endCustomer }: Registration,
  { accountId, demand }: RegistrationConversion,
): Promise<AccountId> {
  const accounts = objectOf(model, 'account');
  if (accountId !== null) {
    const key = accountId as string as RecordId;
    if ((await readStored(tx, accounts, [key])).has(key)) return accountId;
    throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
  }
  demand(accounts.resource, 'create');
  const { name, country, website, email, street, postalCode, city } = endCustomer;
  const billingAddress = { line1: street, postalCode, city, country };
  const [made] = await createRecords(tx, accounts, [{ name, website, email, billingAddress }]);
  return String(made?.id) as AccountId;
}

async function dealOf(
  tx: Tx,
  model: CompanyModel,
  of: { readonly registration: Registration; readonly accountId: AccountId },
  { pipelineId, demand }: RegistrationConversion,
): Promise<Id<'deal'>> {
  const deals = objectOf(model, 'deal');
  demand(deals.resource, 'create');
  const { opportunityName, estimatedValue, currency, expectedCloseDate, partnerId } =
    of.registration;
  const [made] = await createRecords(tx, deals, [
    {
      name: opportunityName,
      accountId: of.accountId,
      amount: formatMinor(estimatedValue, currency),
      currency,
      expectedCloseDate,
      partnerId,
      ...(pipelineId !== null && { pipelineId }),
    },
  ]);
  return String(made?.id) as Id<'deal'>;
}
