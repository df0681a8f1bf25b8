import type { SealedSecret } from '@quittance/config';
import { boolean, datetime, integer, json, lookup, picklist } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import { choicesOf, describeNoun, hidden, stamped, system, type RowOf } from '@quittance/nouns';
import type { ProviderSettings } from '../providers/payment-provider.port.js';
import { PAYMENT_PROVIDERS } from '../providers/payment-providers.js';

const nullable = { nullable: true } as const;

export interface ConnectorSettings extends ProviderSettings {
  /** Where payers may be sent after paying; any https origin when empty or absent. */
  readonly callbackOrigins?: readonly string[];
  /**
   * The provider's name of the account, as its events tell it: told by an administrator, else by
   * the first event that the connector's secret has signed. Events that name nothing else go by it.
   */
  readonly accountId?: string;
}

/** A company's configuration of one payment provider. */
export const connectorNoun = describeNoun({
  name: 'payment-connector',
  label: 'Payment connector',
  pluralLabel: 'Payment connectors',
  path: '/connectors/payment',
  table: 'gateway.connector',
  alias: 'c',
  defaultSort: '-updatedAt',
  members: {
    id: system(lookup<Id<'connector'>>('Id', null)),
    kind: system(picklist('Kind', { payment: 'Payment' })),
    provider: system(picklist('Provider', choicesOf<string>(PAYMENT_PROVIDERS))),
    active: system(boolean('Active')),
    credentials: system(
      json<Readonly<Record<string, SealedSecret>>>('Credentials', {
        help: 'By name: `configured` and the last four characters.',
      }),
    ),
    previousWebhookSecret: system(json<SealedSecret>('Webhook secret before this one'), nullable),
    previousWebhookSecretUntil: hidden(datetime('Until when it is valid'), nullable),
    settings: system(json<ConnectorSettings>('Settings')),
    version: system(integer('Version')),
    ...stamped(),
  },
});

export type Connector = RowOf<typeof connectorNoun.members>;
