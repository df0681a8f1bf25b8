import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who was shown a link to set a password, a user or an API key; null where it only went by e-mail.
 */
export class ShownToken1764000110032 implements MigrationInterface {
  name = 'ShownToken1764000110032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table identity.password_token add column shown_to uuid`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
