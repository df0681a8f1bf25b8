import { Injectable } from '@nestjs/common';
import { ActorReader } from '@quittance/access';
import type { AccessClaims } from '@quittance/identity';
import { Actors, type SignedIn } from './actors.js';

/** Staff users and API keys. */
@Injectable()
export class StaffActors extends Actors {
  constructor(private readonly reader: ActorReader) {
    super();
  }

  async ofToken({ cid, sub, sid }: AccessClaims): Promise<SignedIn | undefined> {
    const user = await this.reader.read(cid, { userId: sub, sessionId: sid });
    if (!user) return undefined;
    const { userId, name, permissions, metadataVersion } = user;
    const actor = { kind: 'staff', id: userId, name } as const;
    return { companyId: cid, actor, userId, sessionId: sid, permissions, metadataVersion };
  }

  async ofKey(key: string): Promise<SignedIn | undefined> {
    const found = await this.reader.readKey(key);
    if (!found) return undefined;
    const { id, name, companyId, permissions, metadataVersion } = found;
    const actor = { kind: 'api_key', id, name } as const;
    return { companyId, actor, userId: null, permissions, metadataVersion };
  }
}
