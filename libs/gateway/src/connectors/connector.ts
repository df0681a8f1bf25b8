import type { Instant } from '@quittance/kernel';
import type { ProviderSettings } from '../providers/payment-provider.port.js';
import type { SealedSecret } from './sealed-secret.js';

export interface ConnectorSettings extends ProviderSettings {
  /** Where payers may be sent after paying; any https origin when empty or absent. */
  readonly callbackOrigins?: readonly string[];
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

interface SecretView {
  readonly configured: true;
  readonly last4: string;
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

const shown = (secret: SealedSecret): SecretView => ({ configured: true, last4: secret.last4 });

export function connectorView(connector: Connector): ConnectorView {
  const { id, provider, active, settings, version, createdAt, updatedAt } = connector;
  const { previousWebhookSecret: previous, previousWebhookSecretUntil: until } = connector;
  const credentials = Object.fromEntries(
    Object.entries(connector.credentials).map(([name, secret]) => [name, shown(secret)]),
  );
  return {
    id,
    kind: 'payment',
    provider,
    active,
    credentials,
    previousWebhookSecret: previous && until ? { ...shown(previous), validUntil: until } : null,
    settings,
    version,
    createdAt,
    updatedAt,
  };
}

/** The facts of a connector that the audit log keeps: no secret, not even sealed. */
export function auditedConnector(connector: Connector): Record<string, unknown> {
  const { provider, active, settings } = connector;
  const credentials = Object.fromEntries(
    Object.entries(connector.credentials).map(([name, { last4 }]) => [name, `…${last4}`]),
  );
  return { provider, active, settings, credentials };
}

/** Binds a sealed secret to its company, provider and field. */
export function placeOf(companyId: string, provider: string, field: string): string {
  return `${companyId}/${provider}/${field}`;
}
