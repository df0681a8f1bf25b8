import { Injectable } from '@nestjs/common';
import { Database, databaseBusy, rowSet, type Tx } from '@quittance/database';
import { dateAt, failpoint, newId, notFound, systemCtx, type CompanyId } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServingAccounts } from '../connectors/serving-account.js';
import { invalidSignature } from '../gateway.errors.js';
import type { PaymentProvider, ProviderNotice } from '../providers/payment-provider.port.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { applyNotice } from './apply-notice.js';
import { claimedCompanyId, readClaimedCompany, type ClaimedCompany } from './claimed-company.js';
import { atTheEnd } from './tail.js';
import type { Effect } from './verified-notice.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { IncomingWebhook, WebhookAnswer } from './webhook.js';

const deliveries = rowSet(WebhookDeliveryEntity);

/** Providers give up after five seconds and come again. */
const ANSWER_WITHIN_MS = 4000;

/** What an unknown company's webhook is measured against, to take the same time. */
const NOBODYS_SECRET = 'no company has this secret';

/** A webhook whose signature holds. */
interface VerifiedWebhook {
  readonly webhook: IncomingWebhook;
  readonly provider: PaymentProvider;
  readonly notice: ProviderNotice;
  readonly companyId: CompanyId;
  readonly timeZone: string;
}

/**
 * Takes a provider's webhook: finds the company by the untrusted body, verifies the signature over
 * the exact bytes with that company's secrets, and only then writes anything, all in one transaction
 * of that company. An invoice of another company does not exist there.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly db: Database,
    private readonly providers: PaymentProviders,
    private readonly accounts: ServingAccounts,
  ) {}

  /** @throws DomainError not_found, invalid_signature, database_busy, database_unavailable */
  async execute(webhook: IncomingWebhook): Promise<WebhookAnswer> {
    const stop = new AbortController();
    const work = this.receive(webhook);
    work.catch(() => undefined);
    try {
      return await Promise.race([work, giveUp(stop.signal)]);
    } finally {
      stop.abort();
    }
  }

  private async receive(webhook: IncomingWebhook): Promise<WebhookAnswer> {
    const began = performance.now();
    const verified = await this.verify(webhook);
    const { companyId, provider } = verified;
    const actor = { kind: 'provider', id: null, name: provider.name } as const;
    const ctx = systemCtx(companyId, webhook.now, webhook.requestId, actor);
    const answer = await this.db.write(ctx, (tx) => applyIn(tx, verified, began));
    await failpoint('capture.after_commit');
    return answer;
  }

  private async verify(webhook: IncomingWebhook): Promise<VerifiedWebhook> {
    const provider = this.providers.find(webhook.provider);
    if (!provider) throw notFound({ object: 'payment provider' });
    const notice = provider.readWebhook(webhook.raw, webhook.headers);
    const companyId = notice && (await claimedCompanyId(this.db, provider.name, notice));
    const company = companyId && (await readClaimedCompany(this.db, companyId));
    const secrets = company ? this.liveSecrets(companyId, provider, company, webhook) : [];
    const signed = isSigned(provider, webhook, secrets);
    if (!notice || !company || !signed) throw invalidSignature();
    return { webhook, provider, notice, companyId, timeZone: company.timeZone };
  }

  private liveSecrets(
    companyId: CompanyId,
    provider: PaymentProvider,
    { connectors }: ClaimedCompany,
    { now }: IncomingWebhook,
  ): string[] {
    return this.accounts.webhookSecrets(companyId, provider, connectors, now);
  }
}

/** Whether any of the secrets signed the bytes. Without secrets it is no sooner known. */
function isSigned(
  provider: PaymentProvider,
  { raw, headers }: IncomingWebhook,
  secrets: readonly string[],
): boolean {
  const tried = secrets.length > 0 ? secrets : [NOBODYS_SECRET];
  const matches = tried.map((secret) => provider.verifySignature(raw, headers, secret));
  return secrets.length > 0 && matches.includes(true);
}

async function applyIn(tx: Tx, verified: VerifiedWebhook, began: number): Promise<WebhookAnswer> {
  const { webhook, provider, notice, timeZone } = verified;
  const { eventId, type } = notice;
  const bodyHash = createHash('sha256').update(webhook.raw).digest('hex');
  const source = { provider: provider.name, eventId, type, bodyHash };
  const receivedOn = dateAt(tx.ctx.now, timeZone);
  const effect = await applyNotice(tx, { notice, source, receivedOn });
  atTheEnd(tx, (end) => logDelivery(end, verified, bodyHash, effect, began));
  await failpoint('capture.before_commit');
  return effect.answer;
}

function logDelivery(
  tx: Tx,
  { webhook, provider, notice }: VerifiedWebhook,
  bodyHash: string,
  { answer, invoiceId, paymentId }: Effect,
  began: number,
): Promise<void> {
  const { event, reference } = notice;
  return deliveries.insert(tx, [
    {
      id: newId<'webhook-delivery'>(),
      provider: provider.name,
      eventId: notice.eventId,
      type: notice.type,
      applied: answer.applied,
      reason: answer.applied ? null : answer.reason,
      invoiceId,
      paymentId: paymentId ?? null,
      providerPaymentId: event.kind === 'unhandled' ? null : reference.providerPaymentId,
      bodyHash,
      durationMs: Math.round(performance.now() - began),
      requestId: webhook.requestId,
      receivedAt: webhook.now,
    },
  ]);
}

/** After that the provider no longer listens; what is under way still ends whole. */
async function giveUp(signal: AbortSignal): Promise<never> {
  await sleep(ANSWER_WITHIN_MS, undefined, { signal }).catch(() => undefined);
  throw databaseBusy({}, { retryAfter: 5 });
}
