import { Injectable } from '@nestjs/common';
import { databaseBusy } from '@quittance/database';
import { isUuid, malformedRequest, notFound, type CompanyId } from '@quittance/kernel';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServingAccounts } from '../connectors/serving-account.js';
import { invalidSignature } from '../gateway.errors.js';
import type { PaymentProvider, ProviderNotice } from '../providers/payment-provider.port.js';
import { PaymentProviders } from '../providers/payment-providers.js';
import { learntAccount } from './account-of-event.js';
import type { ClaimedCompany } from './claimed-company.js';
import { isCostly, MOST_VALUES } from './is-costly.js';
import { CompanyCache, StaleCompany } from './company-cache.js';
import { SharedTransactions } from './shared-transactions.js';
import type { VerifiedWebhook } from './verified-notice.js';
import { notApplied, type IncomingWebhook, type WebhookAnswer } from './webhook.js';

/** Providers give up after five seconds and come again. */
const ANSWER_WITHIN_MS = 4000;

/** Whether the secret that companies without a connector share counts as well. */
type Secrets = 'own' | 'any';

/** What an unknown company's webhook is measured against, to take the same time. */
const NOBODYS_SECRET = 'no company has this secret';

/** How often a webhook is judged anew because its company has changed meanwhile. */
const JUDGEMENTS = 3;

/**
 * Takes a provider's webhook: finds the company by the untrusted body, verifies the signature over
 * the exact bytes with that company's secrets, and only then writes anything, all in one
 * transaction of that company. An invoice of another company does not exist there.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly accounts: ServingAccounts,
    private readonly companies: CompanyCache,
    private readonly transactions: SharedTransactions,
  ) {}

  /**
   * @param answerWithinMs after that it is refused, and what is under way still ends whole
   * @throws DomainError not_found, invalid_signature, malformed_request for what is too costly to
   *   be read for a stranger, database_busy, database_unavailable
   */
  async execute(
    webhook: IncomingWebhook,
    answerWithinMs = ANSWER_WITHIN_MS,
  ): Promise<WebhookAnswer> {
    const stop = new AbortController();
    const work = this.receive(webhook);
    work.catch(() => undefined);
    try {
      return await Promise.race([work, giveUp(answerWithinMs, stop.signal)]);
    } finally {
      stop.abort();
    }
  }

  private async receive(webhook: IncomingWebhook): Promise<WebhookAnswer> {
    const began = performance.now();
    for (let judged = 1; ; judged += 1) {
      const verified = await this.verify(webhook, began);
      if ('received' in verified) return verified;
      try {
        const answer = await this.transactions.apply(verified);
        this.companies.learn(verified.companyId, learntAccount(verified));
        return answer;
      } catch (error) {
        if (!(error instanceof StaleCompany)) throw error;
        this.companies.forget(error.companyId);
        if (judged === JUDGEMENTS) throw databaseBusy({}, { retryAfter: 1 });
      }
    }
  }

  /** What to apply, or the answer where there is no company to apply it to. */
  private async verify(
    webhook: IncomingWebhook,
    began: number,
  ): Promise<VerifiedWebhook | WebhookAnswer> {
    const provider = this.providers.find(webhook.provider);
    if (!provider) throw notFound({ object: 'payment provider' });
    await this.refuseCostly(provider, webhook);
    const notice = provider.readWebhook(webhook.raw, webhook.headers);
    if (!notice) throw this.refuse(provider, webhook);
    const verified = (companyId: CompanyId, judgedBy: ClaimedCompany): VerifiedWebhook => {
      return { webhook, provider, notice, companyId, judgedBy, began };
    };
    const claimed = await this.companies.claimed(provider.name, notice);
    for (const companyId of claimed) {
      const judgedBy = await this.judge(provider, companyId, webhook, 'any');
      if (judgedBy) return verified(companyId, judgedBy);
    }
    if (claimed.length > 0) throw invalidSignature();
    for (const companyId of await this.companies.addressed(
      webhook.company,
      provider.name,
      notice,
    )) {
      // Anybody may say so: what many share proves nothing about one of them.
      const judgedBy = await this.judge(provider, companyId, webhook, 'own');
      if (judgedBy) return verified(companyId, judgedBy);
    }
    return this.answerForNobody(provider, notice, webhook);
  }

  /**
   * An event with very many values is only read once a secret has signed it that is known without
   * reading it: the environment's, or one of the company that the address names.
   * @throws DomainError malformed_request
   */
  private async refuseCostly(provider: PaymentProvider, webhook: IncomingWebhook): Promise<void> {
    const { raw, headers, company, now } = webhook;
    if (!isCostly(raw)) return;
    const secret = this.accounts.environmentSecret(provider);
    if (secret !== undefined && provider.verifySignature(raw, headers, secret, now)) return;
    const named = isUuid(company) ? (company.toLowerCase() as CompanyId) : undefined;
    if (named && (await this.judge(provider, named, webhook, 'own'))) return;
    const reason =
      `An event of more than ${MOST_VALUES} values is only taken signed, at the address of its ` +
      'company.';
    throw malformedRequest({ reason });
  }

  /**
   * An event that has nothing to do with any of our documents, as providers send of all that
   * happens on their account: one that the environment's secret has signed is answered well, so
   * that the provider goes on reporting to us, and nothing is written.
   */
  private answerForNobody(
    provider: PaymentProvider,
    { event }: ProviderNotice,
    webhook: IncomingWebhook,
  ): WebhookAnswer {
    const secret = this.accounts.environmentSecret(provider);
    const { raw, headers, now } = webhook;
    if (secret === undefined || !provider.verifySignature(raw, headers, secret, now)) {
      throw secret === undefined ? this.refuse(provider, webhook) : invalidSignature();
    }
    return notApplied(event.kind === 'unhandled' ? 'event_not_handled' : 'no_invoice_reference');
  }

  /** By what is known already, where that suffices: secrets that do not fit may just be too old. */
  private async judge(
    provider: PaymentProvider,
    companyId: CompanyId,
    webhook: IncomingWebhook,
    secrets: Secrets,
  ): Promise<ClaimedCompany | undefined> {
    const known = this.companies.recall(companyId);
    if (known && this.isSigned(provider, companyId, known, webhook, secrets)) return known;
    const company = await this.companies.read(companyId);
    return this.isSigned(provider, companyId, company, webhook, secrets) ? company : undefined;
  }

  /** Whether any of the company's secrets signed the bytes. Without any it is no sooner known. */
  private isSigned(
    provider: PaymentProvider,
    companyId: CompanyId,
    company: ClaimedCompany | undefined,
    { raw, headers, now }: IncomingWebhook,
    which: Secrets,
  ): boolean {
    const { accounts } = this;
    const connectors = company?.connectors ?? [];
    const own = () => accounts.ownWebhookSecrets(companyId, provider, connectors, now);
    const any = () => accounts.webhookSecrets(companyId, provider, connectors, now);
    const secrets = !company ? [] : which === 'own' ? own() : any();
    const tried = secrets.length > 0 ? secrets : [NOBODYS_SECRET];
    const matches = tried.map((secret) => provider.verifySignature(raw, headers, secret, now));
    return secrets.length > 0 && matches.includes(true);
  }

  private refuse(provider: PaymentProvider, { raw, headers, now }: IncomingWebhook): Error {
    provider.verifySignature(raw, headers, NOBODYS_SECRET, now);
    return invalidSignature();
  }
}

/** After that the provider no longer listens; what is under way still ends whole. */
async function giveUp(afterMs: number, signal: AbortSignal): Promise<never> {
  await sleep(afterMs, undefined, { signal }).catch(() => undefined);
  throw databaseBusy({}, { retryAfter: 5 });
}
