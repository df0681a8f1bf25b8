import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import type { LocalDate } from '@quittance/calendar';
import { lockLedgerAccount, openCase } from '@quittance/crm';
import { Database, sql, type Tx } from '@quittance/database';
import {
  addSeconds,
  invalidField,
  type AccountId,
  type Ctx,
  type Id,
  type Instant,
} from '@quittance/kernel';
import { CompanyModels, type RecordId, type RecordView } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import type { PortalActor } from '../actors/portal-actor.js';
import type { QuoteRequestId } from '../quote-requests/quote-request.js';
import { RequestBook } from '../quote-requests/request-book.js';
import { contractNotRenewable } from './contract.errors.js';

/** What somebody says of the renewal that they ask for. */
export interface RenewalWish {
  readonly message?: string | undefined;
  /** Until when it should go on. */
  readonly endOn?: LocalDate | undefined;
}

/** What was made of it: a case for staff, and what a quote is asked for. */
export interface RenewalRequest {
  readonly quoteRequestId: QuoteRequestId;
  readonly caseId: Id<'case'> | null;
  readonly requestedAt: Instant;
}

const REPEATED_SECONDS = 30 * 86_400;

/** By quote_request_contract_index: one that was taken back or declined may be asked again. */
const ASKED = sql(`
  select r.id as "quoteRequestId", r.case_id as "caseId", r.created_at as "requestedAt"
  from portal.quote_request r
  where r.company_id = $1 and r.contract_id = $2 and r.created_at >= $3
    and r.status not in ('withdrawn', 'declined')
  order by r.created_at, r.id limit 1`);

const RENEWABLE: readonly unknown[] = ['active', 'expired'];

/**
 * Asks that a contract goes on: opens a case and hands a request for a quote over. Within thirty
 * days whoever asks again is answered what was made the first time.
 */
@Injectable()
export class RequestRenewal {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly book: RequestBook,
  ) {}

  /**
   * The caller has found the contract within the reach of the user.
   * @throws DomainError not_found, contract_not_renewable, validation_failed, credit_hold_hard,
   *   account_inactive
   */
  execute(ctx: Ctx, by: PortalActor, id: RecordId, wish: RenewalWish): Promise<RenewalRequest> {
    return this.db.write(ctx, async (tx) => {
      const object = await this.models.object(tx, 'contract');
      const accountId = String((await readRecord(tx, object, id)).accountId) as AccountId;
      // Of two who ask at once the second finds what the first has asked.
      await lockLedgerAccount(tx, accountId);
      const since = addSeconds(ctx.now, -REPEATED_SECONDS);
      const known = await tx.maybe<RenewalRequest>(ASKED, [ctx.companyId, id, since]);
      if (known) return known;
      const contract = await readRecord(tx, object, id);
      await refuseUnless(tx, contract, wish);
      return this.ask(tx, by, { contract, accountId }, wish);
    });
  }

  private async ask(
    tx: Tx,
    by: PortalActor,
    { contract, accountId }: { readonly contract: RecordView; readonly accountId: AccountId },
    { message, endOn }: RenewalWish,
  ): Promise<RenewalRequest> {
    const subject = `Renewal of contract ${String(contract.number)}`;
    const said = [message?.trim(), endOn && `Until ${endOn}`].filter(Boolean).join('\n');
    const contactId = accountId === by.partyId ? by.contactId : null;
    const request = await this.book.join(tx, by, {
      accountId,
      contractId: contract.id as string as Id<'contract'>,
      title: subject,
      notes: said || null,
      submit: true,
      along: async (own) => {
        const { portalUserId } = by;
        const words = { subject, description: said || subject };
        const related = { object: 'contract', id: contract.id };
        const parties = { accountId, contactId, portalUserId };
        const made = await openCase(own, this.models, { ...words, ...parties, related });
        return { caseId: made.id as string as Id<'case'> };
      },
    });
    const { id: quoteRequestId, caseId, createdAt: requestedAt } = request;
    return { quoteRequestId, caseId, requestedAt };
  }
}

/** @throws DomainError contract_not_renewable, validation_failed */
async function refuseUnless(
  tx: Tx,
  { status, endDate }: RecordView,
  { endOn }: RenewalWish,
): Promise<void> {
  if (!RENEWABLE.includes(status)) throw contractNotRenewable({ status: String(status) });
  if (endOn === undefined) return;
  const today = await readToday(tx);
  const end = endDate as LocalDate | null;
  if (endOn > today && (end === null || endOn > end)) return;
  throw invalidField('/endOn', 'min', 'must lie behind today and the end of the contract');
}
