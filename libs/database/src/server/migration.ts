import type { MigrationInterface } from 'typeorm';

export type Migration = new () => MigrationInterface;
