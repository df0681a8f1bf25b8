import { EnumField, TextField } from '@quittance/http/host';
import type { Actor } from '@quittance/kernel';

/** Who did it. */
export class ActorDto implements Actor {
  @EnumField(['staff', 'portal', 'api_key', 'share_link', 'provider', 'system'])
  kind: Actor['kind'];
  @TextField({ max: 200, nullable: true }) id: string | null;
  @TextField({ max: 200 }) name: string;
}
