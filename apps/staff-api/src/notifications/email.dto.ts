import { HeadBody, TextField } from '@quittance/http/host';
import { emailHeadMembers, emailNoun, type AttachmentRef } from '@quittance/notifications/host';

export class EmailHeadDto extends HeadBody({ members: emailHeadMembers }, {}) {}

export class AttachmentDto implements AttachmentRef {
  @TextField({ max: 100, example: 'invoice-pdf' }) kind: string;
  @TextField({ max: 200 }) recordId: string;
}

export class EmailDto extends HeadBody(emailNoun, { attachments: () => AttachmentDto }) {}
