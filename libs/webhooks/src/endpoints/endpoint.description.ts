import { boolean, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import {
  describeNoun,
  hidden,
  optional,
  preset,
  required,
  stamped,
  system,
  words,
  type DraftOf,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import {
  DISABLED_REASONS,
  SUBSCRIPTIONS,
  type SealedSigningSecret,
  type WebhookId,
} from './endpoint.js';

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;

/** Where a company's events are sent. */
export const endpointNoun = describeNoun({
  name: 'webhook',
  label: 'Webhook',
  pluralLabel: 'Webhooks',
  path: '/webhooks',
  table: 'webhooks.endpoint',
  alias: 'e',
  defaultSort: 'createdAt',
  members: {
    id: system(lookup<WebhookId>('Id', null), unlisted),
    version: system(integer('Version'), unlisted),
    // 1 to 10, unique in the company: what bounds the number of endpoints.
    slot: hidden(integer('Slot')),
    url: required(
      text('Address', {
        searched: true,
        maxLength: 2048,
        help: 'https, port 443 or 8443, the public name of a host.',
      }),
      { example: 'https://hooks.example.com/quittance' },
    ),
    description: optional(text('Description', { searched: true, maxLength: 200 })),
    types: required(
      words('Event types', SUBSCRIPTIONS, {
        minItems: 1,
        maxItems: SUBSCRIPTIONS.length,
        help: 'Event types; `*` is every type, those to come included.',
      }),
    ),
    active: preset(true, boolean('Active'), { advice: 'True unless said otherwise.' }),
    disabledReason: system(
      picklist('Why it is off', DISABLED_REASONS, { help: 'Why it is switched off.' }),
      nullable,
    ),
    secret: hidden(json<SealedSigningSecret>('Secret')),
    secretLast4: system(text('End of the secret', { maxLength: 4 }), { derived: true }),
    previousSecret: hidden(json<SealedSigningSecret>('Secret before'), nullable),
    previousSecretUntil: system(
      datetime('Secret before holds until', { help: 'Until then the secret before also signs.' }),
      { ...nullable, ...unlisted },
    ),
    failingSince: system(
      datetime('Failing since', { help: 'The first failure since the last success.' }),
      nullable,
    ),
    failures: system(integer('Failures', { help: 'Failures since the last success.' })),
    // Asked by the receiver's `Retry-After`.
    pausedUntil: hidden(datetime('Paused until'), nullable),
    // Messages that may be under way to it at once, by all processes: it grows with how fast it
    // answers.
    inFlightLimit: hidden(integer('Most under way')),
    // When something was last sent to it, to about half a minute.
    servedAt: hidden(datetime('Served at'), nullable),
    ...stamped(),
  },
});

type Members = typeof endpointNoun.members;

export type Endpoint = RowOf<Members>;

/** What is said of a new one. */
export type NewEndpoint = Required<DraftOf<Members>>;
export type EndpointPatch = PatchOf<Members>;
