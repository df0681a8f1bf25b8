import { boolean, datetime, integer, lookup, picklist, text } from '@quittance/fields';
import { choicesOf, describeNoun, hidden, system, type RowOf } from '@quittance/nouns';
import type { WebhookId } from '../endpoints/endpoint.js';
import { MESSAGE_ERRORS, MESSAGE_STATUSES, type MessageId } from './message.js';

const nullable = { nullable: true } as const;

/** One event on its way to one endpoint. */
export const messageNoun = describeNoun({
  name: 'webhook-message',
  label: 'Message',
  pluralLabel: 'Messages',
  path: '/webhooks/:id/messages',
  table: 'webhooks.message',
  alias: 'm',
  defaultSort: '-createdAt',
  members: {
    id: system(lookup<MessageId>('Id', null), { listed: false }),
    messageId: system(text('Id on the wire', { maxLength: 64, help: 'The header `webhook-id`.' }), {
      derived: true,
    }),
    endpointId: hidden(lookup<WebhookId>('Webhook', null)),
    eventId: system(
      lookup('Event', null, { help: 'Null for a test and for what a workflow rule sends.' }),
      nullable,
    ),
    // What it is about: messages of one record arrive in order. Null for a test.
    recordId: hidden(text('Record'), nullable),
    // The kind of that record; null for what was written before it was kept.
    object: hidden(text('Object'), nullable),
    // Of work on many records: it waits behind what is fresh.
    bulk: hidden(boolean('Of many')),
    type: system(text('Type', { searched: true, maxLength: 100 })),
    body: hidden(text('Body')),
    status: system(picklist('Status', choicesOf(MESSAGE_STATUSES))),
    attempts: system(
      integer('Attempts', { help: 'Attempts of this round; a replay begins a new one.' }),
    ),
    // A process is sending it; after that it is taken for dead.
    leasedUntil: hidden(datetime('Leased until'), nullable),
    statusCode: system(integer('Status code', { help: 'Of the last attempt.' }), nullable),
    error: system(picklist('Error', choicesOf(MESSAGE_ERRORS)), nullable),
    nextAttemptAt: system(datetime('Next attempt at'), nullable),
    occurredAt: system(datetime('Occurred at')),
    deliveredAt: system(datetime('Delivered at'), nullable),
    createdAt: system(datetime('Created at')),
  },
});

export type Message = RowOf<typeof messageNoun.members>;
