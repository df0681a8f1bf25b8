import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is sold under a code, where it is one thing alone: goods, services, digital services. */
export class CodeKind1764000220010 implements MigrationInterface {
  name = 'CodeKind1764000220010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tax.code add column kind text,
      add constraint code_kind_check check (kind in ('goods', 'services', 'digital'))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
