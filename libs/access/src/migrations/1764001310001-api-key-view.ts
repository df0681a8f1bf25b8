import { ForwardMigration, publishViews } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

const API_KEY = {
  name: 'access.pub_api_key',
  of: 'access.api_key',
  says: 'An API key of a company, whether it still serves or not.',
  columns: {
    company_id: 'The company.',
    id: 'The key.',
    created_by: 'The user who made it; empty where a program did.',
  },
};

/** Whose key it is: what a key does, whoever made it has caused. */
export class ApiKeyView1764001310001 extends ForwardMigration {
  name = 'ApiKeyView1764001310001';
  readonly publishes = [API_KEY];

  async up(runner: QueryRunner): Promise<void> {
    await publishViews(runner, this.publishes);
  }
}
