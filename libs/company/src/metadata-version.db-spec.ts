import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { bumpMetadata, readMetadataVersion } from './metadata-version.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

const versionOf = (ctx: Ctx) => t.db.read(ctx, readMetadataVersion);

describe('the version of the metadata', () => {
  it('begins at 1 and rises by one with each change, of this company only', async () => {
    const [one, two] = [await t.newCompany(), await t.newCompany()];
    await t.db.write(one, bumpMetadata);
    await t.db.write(one, async (tx) => {
      await bumpMetadata(tx);
      expect(await readMetadataVersion(tx)).toBe(3);
    });
    expect([await versionOf(one), await versionOf(two)]).toEqual([3, 1]);
  });

  it('stays when the change is rolled back', async () => {
    const ctx = await t.newCompany();
    const failing = t.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await versionOf(ctx)).toBe(1);
  });

  it('lets changes made at once come one after the other, and counts each', async () => {
    const ctx = await t.newCompany();
    let inside = 0;
    let most = 0;
    const change = () =>
      t.db.write(ctx, async (tx) => {
        await bumpMetadata(tx);
        inside += 1;
        most = Math.max(most, inside);
        await tx.rows('select pg_sleep(0.02)');
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 5 }, change));
    expect([most, await versionOf(ctx)]).toEqual([1, 6]);
  });
});
