import {
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  EMAIL_STATUSES,
  EMAIL_TEMPLATE_CODES,
  type AttachmentRef,
  type EmailHead,
  type EmailStatus,
  type EmailView,
} from '@quittance/notifications/host';
import type { EmailId, EmailTemplateCode } from '@quittance/notifications';

const STATUS = {
  description:
    '`sending`: a sender has it, or had it and was cut off before it knew the outcome; ' +
    '`sent`: the mail server has accepted it; `failed`: given up.',
} as const;

const RENDERED =
  'Empty as long as an e-mail in words of the company is not rendered: that is done when it is ' +
  'first sent.';

export class EmailHeadDto implements EmailHead {
  @IdField() id: EmailId;
  @EnumField(EMAIL_TEMPLATE_CODES) templateCode: EmailTemplateCode;
  @EnumField(EMAIL_STATUSES, STATUS) status: EmailStatus;
  @TextField({ max: 254 }) to: string;
  @TextField({ max: 250, description: RENDERED }) subject: string;
  @TextField({ max: 100 }) object: string;
  @TextField({ max: 200 }) recordId: string;
  @IntegerField({ description: 'Tries so far; ten at most.' }) attempts: number;
  @InstantField({ nullable: true, description: 'When it is next looked at.' })
  dueAt: Instant | null;
  @TextField({
    max: 500,
    nullable: true,
    description: 'What the mail server said, or where and why its template could not be rendered.',
  })
  lastError: string | null;
  @InstantField() createdAt: Instant;
  @InstantField({ nullable: true }) finishedAt: Instant | null;
}

export class AttachmentDto implements AttachmentRef {
  @TextField({ max: 100, example: 'invoice-pdf' }) kind: string;
  @TextField({ max: 200 }) recordId: string;
}

export class EmailDto extends EmailHeadDto implements EmailView {
  @TextField({ max: 200 }) fromName: string;
  @TextField({ max: 254, nullable: true }) replyTo: string | null;
  @TextField({ max: 1_000_000, description: 'Without links that let their holder in.' })
  html: string;
  @TextField({ max: 1_000_000, description: 'Without links that let their holder in.' })
  text: string;
  @TextField({ max: 35 }) language: string;
  @ListField(() => AttachmentDto, { maxItems: 20, description: 'Made when it is sent.' })
  attachments: readonly AttachmentDto[];
  @TextField({ max: 300, nullable: true }) messageId: string | null;
  @TextField({ max: 500, nullable: true, description: 'What the mail server said.' })
  answer: string | null;
  @TextField({ max: 100 }) requestId: string;
}
