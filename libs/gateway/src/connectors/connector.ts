import {
  auditedCredentials,
  credentialsView,
  secretView,
  type SealedSecret,
  type SecretView,
} from '@quittance/config';
import type { Instant } from '@quittance/kernel';
import type { ProviderSettings } from '../providers/payment-provider.port.js';

export interface ConnectorSettings extends ProviderSettings {
  /** Where payers may be sent after paying; any https origin when empty or absent. */
  readonly callbackOrigins?: readonly string[];
  /**
   * The provider's name of the account, as its events tell it: told by an administrator, else by
   * the first event that the connector's secret has signed. Events that name nothing else go by it.
   */
  readonly accountId?: string;
}

/** Whether a text can be a provider's name of an account. */
export function isAccountId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** A company's configuration of one payment provider. */
export interface Connector {
  readonly id: string;
  readonly version: number;
  readonly provider: string;
  readonly active: boolean;
  readonly credentials: Readonly<Record<string, SealedSecret>>;
  readonly previousWebhookSecret: SealedSecret | null;
  readonly previousWebhookSecretUntil: Instant | null;
  readonly settings: ConnectorSettings;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A connector as it is shown: that a secret is there and how it ends, never more. */
export interface ConnectorView {
  readonly id: string;
  readonly kind: 'payment';
  readonly provider: string;
  readonly active: boolean;
  readonly credentials: Readonly<Record<string, SecretView>>;
  readonly previousWebhookSecret: (SecretView & { readonly validUntil: Instant }) | null;
  readonly settings: ConnectorSettings;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function connectorView(connector: Connector): ConnectorView {
  const { id, provider, active, settings, version, createdAt, updatedAt } = connector;
  const { previousWebhookSecret: previous, previousWebhookSecretUntil: until } = connector;
  return {
    id,
    kind: 'payment',
    provider,
    active,
    credentials: credentialsView(connector.credentials),
    previousWebhookSecret:
      previous && until ? { ...secretView(previous), validUntil: until } : null,
    settings,
    version,
    createdAt,
    updatedAt,
  };
}

/** The facts of a connector that the audit log keeps: no secret, not even sealed. */
export function auditedConnector(connector: Connector): Record<string, unknown> {
  const { provider, active, settings } = connector;
  return { provider, active, settings, credentials: auditedCredentials(connector.credentials) };
}
