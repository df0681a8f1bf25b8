import { auditedCredentials, credentialsView, secretView } from '@quittance/config';
import { headOf } from '@quittance/nouns';
import { connectorNoun, type Connector, type ConnectorSettings } from './connector.description.js';

export type { Connector, ConnectorSettings };

/** Whether a text can be a provider's name of an account. */
export function isAccountId(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text);
}

/** A connector as it is shown: that a secret is there and how it ends, never more. */
export const connectorView = headOf(connectorNoun, {
  credentials: ({ credentials }: Connector) => credentialsView(credentials),
  previousWebhookSecret: ({
    previousWebhookSecret: previous,
    previousWebhookSecretUntil: until,
  }: Connector) => (previous && until ? { ...secretView(previous), validUntil: until } : null),
});
export type ConnectorView = ReturnType<typeof connectorView>;

/** The facts of a connector that the audit log keeps: no secret, not even sealed. */
export function auditedConnector(connector: Connector): Record<string, unknown> {
  const { provider, active, settings } = connector;
  return { provider, active, settings, credentials: auditedCredentials(connector.credentials) };
}
