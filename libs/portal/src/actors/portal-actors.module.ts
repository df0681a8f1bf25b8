import { Module } from '@nestjs/common';
import { PortalActorReader } from './portal-actor-reader.js';

/** Who is behind a token of the portal host. */
@Module({ providers: [PortalActorReader], exports: [PortalActorReader] })
export class PortalActorsModule {}
