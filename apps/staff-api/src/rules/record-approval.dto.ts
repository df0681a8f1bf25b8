import { HeadBody, TextField } from '@quittance/http/host';
import { recordApprovalNoun } from '@quittance/rules/host';

export class RecordApprovalDto extends HeadBody(recordApprovalNoun, {}) {}

const NOTE = { max: 2_000, description: 'Kept in the history, and told whoever has asked.' };

export class ApprovalNoteDto {
  @TextField({ ...NOTE, optional: true, nullable: true }) note?: string | null;
}

export class ApprovalReasonDto {
  @TextField(NOTE) reason: string;
}
