import {
  startPortalApi,
  startStaffApi,
  type StaffClient,
  type TestApi,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { MAIL } from '../../dunning/dunning-support.js';
import { done, type Made } from '../../objects/objects-support.js';
import { pathWith, plantRecords, plantedAt } from '../../objects/records-support.js';
import type { Records } from '../../objects/object-records.js';

export const DAY = '2026-03-02';

/** Both hosts on one database with a record of every kind, to carry out every write there is. */
export class WriteStage {
  private constructor(
    readonly t: TestDatabase,
    readonly portal: TestApi,
    readonly staff: TestStaffApi,
    readonly records: Records,
  ) {}

  static async open(): Promise<WriteStage> {
    const t = await testDatabase();
    const portal = await startPortalApi(t, { WEBHOOKS_ALLOW_PRIVATE: 'true' });
    const staff = await startStaffApi(t, { ...MAIL, PORTAL_PUBLIC_URL: portal.url });
    return new WriteStage(t, portal, staff, await plantRecords(t, staff.admin));
  }

  async close(): Promise<void> {
    await this.portal.close();
    await this.staff.close();
    await this.t.close();
  }

  get admin(): StaffClient {
    return this.staff.admin;
  }

  get accountId(): string {
    return this.planted('/accounts/:id');
  }

  /** The record that stands at a parameter of a path. @throws Error when none is planted */
  planted(prefix: string): string {
    return plantedAt(this.records)(prefix);
  }

  /** A path with the planted records in it. */
  path(template: string): string {
    return pathWith(template, (prefix) => this.planted(prefix));
  }

  /** What the administrator does. @throws Error for any refusal */
  do<T = Made>(method: string, path: string, body?: unknown, headers = {}): Promise<T> {
    return done<T>(this.admin, method, path, body, headers);
  }

  /** A new record. @throws Error for any refusal */
  post(path: string, body: unknown = {}): Promise<Made> {
    return this.do('POST', path, body);
  }

  /** A file of one row. @throws Error for any refusal */
  load(path: string, row: object): Promise<object> {
    const headers = { 'content-type': 'application/x-ndjson' };
    return this.do('POST', path, JSON.stringify(row), headers);
  }

  /** Writes behind the product's back what only the outside would bring about. */
  async meanwhile(statement: string, values: readonly unknown[]): Promise<void> {
    await this.t.db.write(this.staff.company, (tx) => tx.run(statement, [...values]));
  }
}
