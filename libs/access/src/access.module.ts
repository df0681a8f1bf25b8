import { Module } from '@nestjs/common';
import { ActorReader } from './actors/actor-reader.js';
import { PermissionCache } from './actors/permission-cache.js';

const OPERATIONS = [ActorReader];

/** Roles, users, API keys, and who may do what. */
@Module({ providers: [PermissionCache, ...OPERATIONS], exports: OPERATIONS })
export class AccessModule {}
