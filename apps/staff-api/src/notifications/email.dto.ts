import { BooleanField, HeadBody, TextField } from '@quittance/http/host';
import { emailHeadMembers, emailNoun, type AttachmentRef } from '@quittance/notifications/host';

export class EmailHeadDto extends HeadBody({ members: emailHeadMembers }, {}) {}

export class AttachmentDto implements AttachmentRef {
  @TextField({ max: 100, example: 'invoice-pdf' }) kind: string;
  @BooleanField({
    optional: true,
    description: 'Left out where mail servers would not take the e-mail with it.',
  })
  optional?: boolean;
  @TextField({ max: 200 }) recordId: string;
}

export class EmailDto extends HeadBody(emailNoun, { attachments: () => AttachmentDto }) {}
