import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists find numbers by the float beside them: a row without it would be in none. Where one was
 * written so, it is put right first.
 */
export class NumberNear1764000180030 implements MigrationInterface {
  name = 'NumberNear1764000180030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update objects.field_value set number_near = number_value::float8
      where (number_near is null) <> (number_value is null)`);
    await runner.query(`alter table objects.field_value add constraint field_value_near_check
      check ((number_near is null) = (number_value is null))`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
