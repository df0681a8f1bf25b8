import { auditedCredentials, credentialsView, type SecretView } from '@quittance/config';
import type { Instant } from '@quittance/kernel';
import type { EngineSettings } from '../engines/tax-engine.port.js';
import type { TaxConnectorEntity } from './tax-connector.entity.js';

/** A company's configuration of one external engine. */
export type TaxConnector = Omit<TaxConnectorEntity, 'companyId'>;

/** A connector as it is shown: that a secret is there and how it ends, never more. */
export interface TaxConnectorView {
  readonly id: string;
  readonly kind: 'tax';
  readonly provider: string;
  readonly active: boolean;
  readonly credentials: Readonly<Record<string, SecretView>>;
  readonly settings: EngineSettings;
  readonly failingSince: Instant | null;
  readonly lastError: string | null;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function taxConnectorView(connector: TaxConnector): TaxConnectorView {
  const { id, provider, active, credentials, settings, failingSince, lastError } = connector;
  const { version, createdAt, updatedAt } = connector;
  return {
    id,
    kind: 'tax',
    provider,
    active,
    credentials: credentialsView(credentials),
    settings,
    failingSince,
    lastError,
    version,
    createdAt,
    updatedAt,
  };
}

/** The facts of a connector that the audit log keeps: no secret, not even sealed. */
export function auditedTaxConnector(connector: TaxConnector): Record<string, unknown> {
  const { provider, active, settings, credentials } = connector;
  return { kind: 'tax', provider, active, settings, credentials: auditedCredentials(credentials) };
}
