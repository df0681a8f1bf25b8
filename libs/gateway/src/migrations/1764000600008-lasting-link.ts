import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Our own address of a payment page whose link is too short-lived to be put into a letter. */
export class LastingLink1764000600008 implements MigrationInterface {
  name = 'LastingLink1764000600008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table gateway.checkout add column lasting_url text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
