import { open, openCredentials, sealingPlace, type KeyRing } from '@quittance/config';
import type { Tx } from '@quittance/database';
import type { CompanyId, Instant } from '@quittance/kernel';
import { createHash } from 'node:crypto';
import { paymentProviderNotConfigured } from '../gateway.errors.js';
import type { PaymentProvider, ProviderAccount } from '../providers/payment-provider.port.js';
import type { PaymentProviders } from '../providers/payment-providers.js';
import type { Connector, ConnectorSettings } from './connector.js';
import { findConnectors } from './connector.repository.js';

/** The access that serves a company: its own connector's, else the environment's. */
export interface ServingAccount {
  readonly provider: PaymentProvider;
  readonly account: ProviderAccount;
  readonly settings: ConnectorSettings;
  /** Tells accounts of one provider apart without revealing them: links belong to an account. */
  readonly key: string;
}

/** Opens connectors; knows nothing but its arguments, so that any transaction can use it. */
export class ServingAccounts {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly keys: KeyRing,
  ) {}

  /**
   * What new links of the company are made with.
   * @throws DomainError payment_provider_not_configured
   */
  async active(tx: Tx): Promise<ServingAccount> {
    const { companyId } = tx.ctx;
    const connector = (await findConnectors(tx)).find(({ active }) => active);
    const provider = connector
      ? this.providers.find(connector.provider)
      : this.providers.fallback(companyId);
    const serving = provider && this.serve(companyId, provider, connector);
    if (!serving) throw paymentProviderNotConfigured();
    return serving;
  }

  /**
   * What links made earlier are looked after with; undefined when access to the provider is gone.
   */
  async of(tx: Tx, providerName: string): Promise<ServingAccount | undefined> {
    const provider = this.providers.find(providerName);
    const connectors = await findConnectors(tx);
    const connector = connectors.find((each) => each.provider === providerName);
    return provider && this.serve(tx.ctx.companyId, provider, connector);
  }

  /** The account of a connector, or of the environment without one or for what it leaves out. */
  serve(
    companyId: CompanyId,
    provider: PaymentProvider,
    connector: Connector | undefined,
  ): ServingAccount | undefined {
    const fallback = provider.fallbackCredentials(companyId);
    const credentials = connector
      ? { ...fallback, ...this.opened(companyId, connector) }
      : fallback;
    if (!credentials) return undefined;
    const settings = connector?.settings ?? {};
    const account = { companyId, credentials, settings };
    return { provider, account, settings, key: accountKey(provider, account) };
  }

  /**
   * The secrets that webhooks of a provider may be signed with. A connector that is switched off
   * still counts, because payers may hold links made with it; without an active one the
   * environment's secret counts as well.
   */
  webhookSecrets(
    companyId: CompanyId,
    provider: PaymentProvider,
    connectors: readonly Connector[],
    now: Instant,
  ): string[] {
    const field = provider.webhookSecretField;
    const secrets = this.ownWebhookSecrets(companyId, provider, connectors, now);
    const own = connectors.find((each) => each.provider === provider.name);
    const lacksSecret = own !== undefined && own.credentials[field] === undefined;
    if (lacksSecret || !connectors.some(({ active }) => active)) {
      const shared = provider.fallbackCredentials(companyId)?.[field];
      if (shared !== undefined) secrets.push(shared);
    }
    return secrets;
  }

  /** Those of them that are the company's and nobody else's: not the environment's. */
  ownWebhookSecrets(
    companyId: CompanyId,
    provider: PaymentProvider,
    connectors: readonly Connector[],
    now: Instant,
  ): string[] {
    const field = provider.webhookSecretField;
    const own = connectors.find((each) => each.provider === provider.name);
    if (!own) return [];
    const { previousWebhookSecret: previous, previousWebhookSecretUntil: until } = own;
    const current = this.opened(companyId, own)[field];
    const secrets = current === undefined ? [] : [current];
    if (previous && until && now < until) {
      secrets.push(open(this.keys, previous, sealingPlace(companyId, own.provider, field)));
    }
    return secrets;
  }

  /** The environment's webhook secret, where there is one that is not of a company. */
  environmentSecret(provider: PaymentProvider): string | undefined {
    return provider.fallbackCredentials(null)?.[provider.webhookSecretField];
  }

  private opened(companyId: CompanyId, connector: Connector): Record<string, string> {
    const { provider, credentials } = connector;
    return openCredentials(this.keys, { companyId, provider }, credentials);
  }
}

function accountKey(provider: PaymentProvider, account: ProviderAccount): string {
  const identity = provider.identityField ? account.credentials[provider.identityField] : '';
  const text = JSON.stringify([provider.name, identity, account.settings.baseUrl ?? null]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
