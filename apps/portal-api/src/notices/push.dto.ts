import {
  BooleanField,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type {
  OwnPushes,
  PushSubscriptionId,
  PushSubscriptionView,
  PushTarget,
} from '@quittance/portal/host';

const MOST_LISTED = 10;

export class PushKeysDto {
  @TextField({ max: 100, description: 'The point of the browser on P-256, base64url.' })
  p256dh: string;
  @TextField({ max: 40, description: 'Sixteen bytes, base64url.' }) auth: string;
}

/** What `PushSubscription.toJSON()` of a browser answers. */
export class CreatePushSubscriptionDto implements PushTarget {
  @TextField({
    max: 2048,
    description: 'Of a push service on the public internet, over https.',
    example: 'https://push.example.org/wpush/v2/gAAAAB',
  })
  endpoint: string;
  @ObjectField(() => PushKeysDto) keys: PushKeysDto;
  @IntegerField({
    optional: true,
    nullable: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: 'As browsers tell it; nothing is made of it.',
  })
  expirationTime?: number | null;
}

export class PushSubscriptionDto implements PushSubscriptionView {
  @IdField() id: PushSubscriptionId;
  @TextField({ max: 253, description: 'Of the push service; its address is shown to nobody.' })
  host: string;
  @InstantField() createdAt: Instant;
  @BooleanField({ description: 'Whether it is of the session that asks.' }) current: boolean;
}

export class PushesDto implements OwnPushes {
  @TextField({
    max: 100,
    description: 'The `applicationServerKey` that a browser subscribes with, base64url.',
  })
  publicKey: string;
  @ListField(() => PushSubscriptionDto, { maxItems: MOST_LISTED })
  subscriptions: PushSubscriptionDto[];
}
