import type {
  ApiKeyId,
  ApiKeyView,
  CreateApiKeyInput,
  NewApiKey,
  RoleId,
} from '@quittance/access/host';
import { IdField, InstantField, TextField } from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';

export class CreateApiKeyDto implements CreateApiKeyInput {
  @TextField({ max: 100, line: true }) name: string;
  @IdField() roleId: RoleId;
  @InstantField({ optional: true, nullable: true, description: 'Absent: it does not expire.' })
  expiresAt?: Instant | null;
}

export class ApiKeyDto implements ApiKeyView {
  @IdField() id: ApiKeyId;
  @TextField({ max: 100, line: true }) name: string;
  @TextField({ max: 4, description: 'How the key ends, to tell keys apart.' })
  lastCharacters: string;
  @IdField() roleId: RoleId;
  @TextField({ max: 100 }) roleName: string;
  @IdField({ nullable: true }) createdBy: UserId | null;
  @InstantField({ nullable: true }) expiresAt: Instant | null;
  @InstantField({ nullable: true }) revokedAt: Instant | null;
  @InstantField() createdAt: Instant;
}

export class NewApiKeyDto extends ApiKeyDto implements NewApiKey {
  @TextField({ max: 100, description: 'Sent as `Authorization: Bearer qk_…`. Shown only here.' })
  key: string;
}
