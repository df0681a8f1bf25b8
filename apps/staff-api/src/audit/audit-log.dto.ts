import type { AuditEntryView } from '@quittance/audit';
import { IdField, InstantField, JsonField, ObjectField, TextField } from '@quittance/http/host';
import type { Id, Instant } from '@quittance/kernel';
import { ActorDto } from '../actor.dto.js';

export class AuditEntryDto implements AuditEntryView {
  @IdField() id: Id<'audit-entry'>;
  @InstantField() occurredAt: Instant;
  @ObjectField(() => ActorDto) actor: AuditEntryView['actor'];
  @TextField({ max: 100, example: 'invoice.sent' }) action: string;
  @TextField({ max: 100 }) object: string;
  @TextField({ max: 200, nullable: true }) recordId: string | null;
  @JsonField({ nullable: true, description: 'The changed fields as they were.' })
  before: Record<string, unknown> | null;
  @JsonField({ nullable: true, description: 'The changed fields as they are.' })
  after: Record<string, unknown> | null;
  @TextField({ max: 100 }) requestId: string;
  @TextField({ max: 100, nullable: true }) ip: string | null;
}
