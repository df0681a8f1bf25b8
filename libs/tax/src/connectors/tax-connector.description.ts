import type { SealedSecret } from '@quittance/config';
import { boolean, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import { choicesOf, describeNoun, stamped, system, type RowOf } from '@quittance/nouns';
import { TAX_PROVIDERS, type EngineSettings } from '../engines/tax-engine.port.js';

const nullable = { nullable: true } as const;

/** A company's configuration of one external engine. */
export const taxConnectorNoun = describeNoun({
  name: 'tax-connector',
  label: 'Tax connector',
  pluralLabel: 'Tax connectors',
  path: '/connectors/tax',
  table: 'tax.connector',
  alias: 'c',
  defaultSort: '-updatedAt',
  members: {
    id: system(lookup<Id<'tax-connector'>>('Id', null)),
    kind: system(picklist('Kind', { tax: 'Tax' }), { derived: true }),
    provider: system(picklist('Provider', choicesOf<string>(TAX_PROVIDERS))),
    active: system(boolean('Active')),
    credentials: system(
      json<Readonly<Record<string, SealedSecret>>>('Credentials', {
        help: 'By name: `configured` and the last four characters.',
      }),
    ),
    settings: system(json<EngineSettings>('Settings')),
    failingSince: system(
      datetime('Failing since', {
        help: 'Since when the provider has not accepted the credentials.',
      }),
      nullable,
    ),
    lastError: system(text('Error', { maxLength: 300 }), nullable),
    version: system(integer('Version')),
    ...stamped(),
  },
});

export type TaxConnector = RowOf<typeof taxConnectorNoun.members>;
