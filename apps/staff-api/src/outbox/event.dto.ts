import { EVENT_TYPES, type EventActor, type EventType } from '@quittance/contracts';
import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  JsonField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { EVENT_STATES, type EventId, type EventView } from '@quittance/outbox/host';
import { ActorDto } from '../actor.dto.js';

export class EventDto implements EventView {
  @IdField() id: EventId;
  @EnumField(EVENT_TYPES) type: EventType;
  @InstantField() occurredAt: Instant;
  @ObjectField(() => ActorDto) actor: EventActor;
  @TextField({ max: 100 }) object: string;
  @TextField({ max: 200 }) recordId: string;
  @JsonField({ description: 'The resource as the API showed it then.' })
  data: Record<string, unknown>;
  @JsonField({
    nullable: true,
    description:
      'Of an update the members of `data` that it changed, as they were: of `record.updated` ' +
      'and of what changes invoices. Null where nothing is known of before, as when a record ' +
      'was made.',
  })
  before: Record<string, unknown> | null;
  @TextField({ max: 100 }) requestId: string;
  @EnumField(EVENT_STATES, { description: '`dead`: given up after ten failed tries.' })
  state: EventView['state'];
  @IntegerField({ description: 'Failed tries so far.' }) attempts: number;
  @InstantField({ nullable: true }) nextAttemptAt: Instant | null;
  @TextField({ max: 500, nullable: true }) lastError: string | null;
  @InstantField({ nullable: true }) finishedAt: Instant | null;
}
