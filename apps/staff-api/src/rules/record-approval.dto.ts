import { ApiProperty } from '@nestjs/swagger';
import { HeadBody, TextField } from '@quittance/http/host';
import type { UserId } from '@quittance/kernel';
import { recordApprovalNoun, type ApprovalStep, type RecordApproval } from '@quittance/rules/host';

const OBJECTS = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

export class RecordApprovalDto extends HeadBody(recordApprovalNoun, {}) {
  @ApiProperty({ ...OBJECTS, description: 'Who is asked, one step after the other.' })
  override steps: readonly ApprovalStep[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'The users who may decide about the step.',
  })
  override asked: readonly UserId[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'Who else had changed the record by then; they do not decide about it either.',
  })
  override changedBy: readonly UserId[];

  @ApiProperty({ ...OBJECTS, description: 'Who has said what, the first first.' })
  override history: RecordApproval['history'];
}

const NOTE = { max: 2_000, description: 'Kept in the history, and told whoever has asked.' };

export class ApprovalNoteDto {
  @TextField({ ...NOTE, optional: true, nullable: true }) note?: string | null;
}

export class ApprovalReasonDto {
  @TextField(NOTE) reason: string;
}
