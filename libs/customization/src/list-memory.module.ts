import { Module } from '@nestjs/common';
import { ListMemory } from './views/list-memory.js';

/** What a host needs to apply stored views to its lists. */
@Module({ providers: [ListMemory], exports: [ListMemory] })
export class ListMemoryModule {}
