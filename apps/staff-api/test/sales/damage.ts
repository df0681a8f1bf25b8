import { checkInvariants } from '@quittance/database/host';
import type { Client } from 'pg';

type Invariants = Parameters<typeof checkInvariants>[1];

/** Asks which invariants hold of a test's database, as it is and once somebody had a hand in it. */
export function damages(owner: () => Client, invariants: Invariants) {
  /** The ids of those that do not hold, each once. */
  async function violated(): Promise<string[]> {
    const ask = async (text: string) => (await owner().query(text)).rows as never;
    const checked = await checkInvariants(ask, invariants);
    const found = checked.flatMap(({ violations }) => violations.map(({ invariant }) => invariant));
    return [...new Set(found)].sort();
  }

  /** What a statement violates, which has to change something; it is undone. */
  async function damage(statement: string): Promise<string[]> {
    await owner().query('begin');
    try {
      const { rowCount } = await owner().query(statement);
      expect(rowCount).toBeGreaterThan(0);
      return await violated();
    } finally {
      await owner().query('rollback');
    }
  }
  return { violated, damage };
}
