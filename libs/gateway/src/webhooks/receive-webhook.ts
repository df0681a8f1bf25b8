import { Injectable } from '@nestjs/common';
import { Database, databaseBusy, rowSet, type Tx } from '@quittance/database';
import { dateAt, failpoint, newId, notFound, systemCtx, type Ctx } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServingAccounts } from '../connectors/serving-account.js';
import { invalidSignature } from '../gateway.errors.js';
import type { PaymentProvider, ProviderNotice } from '../providers/payment-provider.port.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { applyNotice, type Effect } from './apply-notice.js';
import { connectorStamp, KnownCompanies, type KnownCompany } from './known-companies.js';
import { atTheEnd } from './tail.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import type { IncomingWebhook, WebhookAnswer } from './webhook.js';

const deliveries = rowSet(WebhookDeliveryEntity);

/** Providers give up after five seconds and come again. */
const ANSWER_WITHIN_MS = 4000;

/** What an unknown company's webhook is measured against, to take the same time. */
const NOBODYS_SECRET = 'no company has this secret';

/** The connectors changed between the verification and the transaction. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** A webhook whose signature holds. */
interface Verified {
  readonly webhook: IncomingWebhook;
  readonly provider: PaymentProvider;
  readonly notice: ProviderNotice;
  readonly company: KnownCompany;
  readonly began: number;
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
    private readonly companies: KnownCompanies,
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
    const provider = this.providers.find(webhook.provider);
    if (!provider) throw notFound({ object: 'payment provider' });
    const notice = provider.readWebhook(webhook.raw, webhook.headers);
    const companyId = notice && (await this.companies.claimedBy(provider.name, notice));
    if (!notice || !companyId) {
      provider.verifySignature(webhook.raw, webhook.headers, NOBODYS_SECRET);
      throw invalidSignature();
    }
    const actor = { kind: 'provider', id: null, name: provider.name } as const;
    const ctx = systemCtx(companyId, webhook.now, webhook.requestId, actor);
    const verify = (company: KnownCompany | undefined) =>
      this.signed(ctx, provider, company, webhook) && company
        ? { webhook, provider, notice, company, began }
        : undefined;
    return this.applyVerified(ctx, verify);
  }

  /** First with what is remembered of the company; whatever fails is tried with what is true now. */
  private async applyVerified(
    ctx: Ctx,
    verify: (company: KnownCompany | undefined) => Verified | undefined,
  ): Promise<WebhookAnswer> {
    const remembered = this.companies.remember(ctx.companyId);
    const early = remembered && verify(remembered);
    if (early) {
      try {
        return await this.apply(ctx, early);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    }
    const verified = verify(await this.companies.read(ctx));
    if (!verified) throw invalidSignature();
    return this.apply(ctx, verified);
  }

  /** Whether any of the company's live secrets signed the bytes; unknown companies cost the same. */
  private signed(
    ctx: Ctx,
    provider: PaymentProvider,
    company: KnownCompany | undefined,
    { raw, headers, now }: IncomingWebhook,
  ): boolean {
    const { companyId } = ctx;
    const live = company
      ? this.accounts.webhookSecrets(companyId, provider, company.connectors, now)
      : [];
    const secrets = live.length > 0 ? live : [NOBODYS_SECRET];
    const matches = secrets.map((secret) => provider.verifySignature(raw, headers, secret));
    return live.length > 0 && matches.includes(true);
  }

  private async apply(ctx: Ctx, verified: Verified): Promise<WebhookAnswer> {
    const answer = await this.db.write(ctx, (tx) => applyIn(tx, verified));
    await failpoint('capture.after_commit');
    return answer;
  }
}

async function applyIn(tx: Tx, verified: Verified): Promise<WebhookAnswer> {
  const { webhook, provider, notice, company } = verified;
  const bodyHash = createHash('sha256').update(webhook.raw).digest('hex');
  const source = {
    provider: provider.name,
    eventId: notice.eventId,
    type: notice.type,
    bodyHash,
  };
  const receivedOn = dateAt(tx.ctx.now, company.timeZone);
  // Both are awaited before either is judged: a statement must not follow the rollback.
  const [stamp, effect] = await Promise.all([
    connectorStamp(tx),
    applyNotice(tx, { notice, source, receivedOn }),
  ]);
  if (stamp !== company.stamp) throw new Outdated();
  atTheEnd(tx, (end) => logDelivery(end, verified, bodyHash, effect));
  await failpoint('capture.before_commit');
  return effect.answer;
}

function logDelivery(
  tx: Tx,
  { webhook, provider, notice, began }: Verified,
  bodyHash: string,
  { answer, invoiceId, paymentId }: Effect,
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
