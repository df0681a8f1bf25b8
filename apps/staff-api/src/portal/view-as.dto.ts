import { IdField, InstantField, TextField } from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import type { ViewAsCode, ViewAsSession, ViewAsSessionId } from '@quittance/portal/host';

const nullable = { nullable: true } as const;

export class StartViewAsDto {
  @TextField({ max: 500, example: 'They cannot find their invoice' }) reason: string;
}

export class ViewAsCodeDto implements ViewAsCode {
  @TextField({ max: 200 }) code: string;
  @TextField({ max: 2000, description: 'Where the portal takes it.' }) url: string;
  @InstantField() expiresAt: Instant;
}

export class ViewsOfDto {
  @IdField({ optional: true, description: 'Of one user alone.' }) portalUserId?: PortalUserId;
}

export class ViewAsSessionDto implements ViewAsSession {
  @IdField() id: ViewAsSessionId;
  @IdField() portalUserId: PortalUserId;
  @TextField({ max: 200 }) portalUserName: string;
  @IdField() staffId: UserId;
  @TextField({ max: 200 }) staffName: string;
  @TextField({ max: 500 }) reason: string;
  @InstantField() createdAt: Instant;
  @InstantField({ ...nullable, description: 'Null where the code was not taken.' })
  beganAt: Instant | null;
  @InstantField(nullable) endsAt: Instant | null;
  @InstantField(nullable) endedAt: Instant | null;
}
