import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deals that name no pipeline begin in the default one, so that it is active. */
export class DefaultPipelineActive1764000200021 implements MigrationInterface {
  name = 'DefaultPipelineActive1764000200021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update crm.pipeline set active = true where is_default and not active`);
    await runner.query(`alter table crm.pipeline
      add constraint pipeline_default_check check (active or not is_default)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
