import {
  BooleanField,
  EnumField,
  EnumsField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import {
  NOTICE_CATEGORIES,
  NOTICE_DIGESTS,
  NOTICE_KIND_NAMES,
  type ChosenNotices,
  type NoticeCategory,
  type NoticeChoice,
  type NoticeDigest,
  type NoticeId,
  type NoticeKind,
  type NoticesToChoose,
  type NoticeView,
} from '@quittance/portal/host';

const nullable = { nullable: true } as const;
const MOST_CATEGORIES = 20;
const DIGEST = {
  description:
    'E-mails of categories that gather wait until seven where the user is: each day, or on ' +
    'Mondays (`weekly`).',
} as const;

export class NoticeDto implements NoticeView {
  @IdField() id: NoticeId;
  @EnumField(NOTICE_KIND_NAMES) kind: NoticeKind;
  @EnumField(NOTICE_CATEGORIES) category: NoticeCategory;
  @TextField({ max: 400, description: 'In the language of the user; never with a sum.' })
  title: string;
  @TextField({ max: 100, description: 'API name of the object of the record it leads to.' })
  object: string;
  @IdField() recordId: string;
  @TextField({ max: 200, description: 'Where that is in the portal.' }) path: string;
  @InstantField() createdAt: Instant;
  @InstantField(nullable) readAt: Instant | null;
}

export class UnreadNoticesDto {
  @IntegerField({ min: 0, description: 'At most 1000.' }) count: number;
}

export class NoticeChoiceDto implements NoticeChoice {
  @EnumField(NOTICE_CATEGORIES) category: NoticeCategory;
  @BooleanField() app: boolean;
  @BooleanField() mail: boolean;
  @BooleanField() push: boolean;
  @BooleanField({ description: 'Also of what is not their own, as far as they reach.' })
  colleagues: boolean;
}

const CHOOSABLE = ['app', 'mail', 'push', 'colleagues'] as const;
const AS_ANSWERED = {
  optional: true,
  description: 'As it is answered; it changes nothing.',
} as const;

/** What is answered may be sent back as it is. */
class SentNoticeChoiceDto extends NoticeChoiceDto {
  @BooleanField(AS_ANSWERED) gathers?: boolean;
  @EnumsField(CHOOSABLE, { maxItems: 4, ...AS_ANSWERED })
  choosable?: readonly (typeof CHOOSABLE)[number][];
}

export class ChooseNoticesDto implements NoticesToChoose {
  @EnumField(NOTICE_DIGESTS, DIGEST) digest: NoticeDigest;
  @ListField(() => SentNoticeChoiceDto, {
    maxItems: MOST_CATEGORIES,
    description: 'Of categories that are not named nothing changes.',
  })
  choices: SentNoticeChoiceDto[];
}

export class ChosenNoticeDto extends NoticeChoiceDto {
  @BooleanField({ description: 'Whether its e-mails wait for the digest.' }) gathers: boolean;
  @EnumsField(CHOOSABLE, { maxItems: 4, description: 'What of it may be changed.' })
  choosable: readonly (typeof CHOOSABLE)[number][];
}

export class ChosenNoticesDto implements ChosenNotices {
  @EnumField(NOTICE_DIGESTS, DIGEST) digest: NoticeDigest;
  @ListField(() => ChosenNoticeDto, { maxItems: MOST_CATEGORIES }) choices: ChosenNoticeDto[];
}
