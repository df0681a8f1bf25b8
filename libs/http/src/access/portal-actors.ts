import { Injectable } from '@nestjs/common';
import type { AccessClaims } from '@quittance/identity';
import type { Ctx } from '@quittance/kernel';
import { NO_STAFF_RIGHTS, PortalActorReader, type PortalActor } from '@quittance/portal';
import { Actors, type SignedIn } from './actors.js';

/** Users of the three portals; there are no API keys for them. */
@Injectable()
export class PortalActors extends Actors {
  constructor(private readonly reader: PortalActorReader) {
    super();
  }

  async ofToken(claims: AccessClaims): Promise<SignedIn | undefined> {
    const found = await this.reader.read(claims);
    return found && signedInAs(found);
  }

  override lastOfToken(claims: AccessClaims): SignedIn | undefined {
    const found = this.reader.last(claims);
    return found && { ...signedInAs(found), askedAlong: found.askedAlong };
  }

  override async noteView(ctx: Ctx, portal: PortalActor, what: string): Promise<void> {
    await this.reader.noteView(ctx, portal, what);
  }

  async ofKey(): Promise<undefined> {
    return undefined;
  }
}

type Found = NonNullable<Awaited<ReturnType<PortalActorReader['read']>>>;

function signedInAs(found: Found): SignedIn {
  const { actor: portal, metadataVersion } = found;
  const { companyId, portalUserId, name, sessionId } = portal;
  const actor = { kind: 'portal', id: portalUserId, name } as const;
  const permissions = NO_STAFF_RIGHTS;
  return { companyId, actor, userId: null, sessionId, permissions, metadataVersion, portal };
}
