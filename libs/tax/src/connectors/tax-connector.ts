import { auditedCredentials, credentialsView } from '@quittance/config';
import { headOf } from '@quittance/nouns';
import { taxConnectorNoun, type TaxConnector } from './tax-connector.description.js';

export type { TaxConnector };

/** A connector as it is shown: that a secret is there and how it ends, never more. */
export const taxConnectorView = headOf(taxConnectorNoun, {
  kind: () => 'tax' as const,
  credentials: ({ credentials }: TaxConnector) => credentialsView(credentials),
});
export type TaxConnectorView = ReturnType<typeof taxConnectorView>;

/** The facts of a connector that the audit log keeps: no secret, not even sealed. */
export function auditedTaxConnector(connector: TaxConnector): Record<string, unknown> {
  const { provider, active, settings, credentials } = connector;
  return { kind: 'tax', provider, active, settings, credentials: auditedCredentials(credentials) };
}
