import { Companies } from '@quittance/company/host';
import { connect } from '@quittance/database/host';
import { findUserByEmail } from '@quittance/identity/host';
import { systemClock, systemCtx } from '@quittance/kernel';
import { DEMO_ADMIN, DEMO_MANAGER, DEMO_SLUG } from './demo-admin.js';

/** Whether the demonstration company is whole: its administrator is the last that is made of it. */
async function hasDemoCompany(url: string): Promise<boolean> {
  const db = await connect({ url, poolSize: 1, applicationName: 'quittance-start' }, []);
  try {
    const id = await new Companies(db).idOf(DEMO_SLUG);
    if (!id) return false;
    const ctx = systemCtx(id, systemClock.now(), 'demo');
    return await db.read(ctx, async (tx) => {
      const found = [DEMO_ADMIN, DEMO_MANAGER].map(({ email }) => findUserByEmail(tx, email));
      return (await Promise.all(found)).every((user) => user !== undefined);
    });
  } finally {
    await db.close();
  }
}

/** Makes what is missing of the demonstration company; all it takes is loaded for that alone. */
export async function ensureDemoCompany(url: string): Promise<void> {
  if (await hasDemoCompany(url)) return;
  const { makeDemoCompany } = await import('./demo-company.js');
  await makeDemoCompany(url);
}
