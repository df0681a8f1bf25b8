import type { Database } from '@quittance/database';
import type { PortalCtx } from '../actors/portal-actor.js';
import { aBrowser } from '../testing/a-browser.js';
import { KeepPushes } from './keep-pushes.js';
import { PushVault } from './push-vault.js';

const config = {
  secretsKeys: [],
  webhooksAllowPrivate: false,
  staffPublicUrl: 'https://staff.example.com',
  portalPublicUrl: 'https://portal.example.com',
};
const written = Symbol('written');
const db = { write: async () => written } as unknown as Database;
const keeping = new KeepPushes(db, new PushVault(config), config);
const { keys } = aBrowser();

/** Where it is refused and why; what was let through where it is not. */
async function told(endpoint: string, over: Partial<typeof keys> = {}): Promise<unknown> {
  try {
    return await keeping.execute({} as PortalCtx, { endpoint, keys: { ...keys, ...over } });
  } catch (error) {
    const { options } = error as { options: { errors: { pointer: string; code: string }[] } };
    return options.errors.map(({ pointer, code }) => `${pointer} ${code}`).join();
  }
}

test.each([
  ['http://push.example.org/a', '/endpoint scheme'],
  ['https://127.0.0.1/a', '/endpoint host'],
  ['https://[::1]/a', '/endpoint host'],
  ['https://metadata.google.internal/a', '/endpoint host'],
  ['https://intranet/a', '/endpoint host'],
  ['https://push.example.org:5432/a', '/endpoint port'],
  ['https://portal.example.com/a', '/endpoint host'],
  ['https://user:word@push.example.org/a', '/endpoint credentials'],
  ['no address', '/endpoint format'],
])('a browser that is to be reached at %s is refused', async (endpoint, why) => {
  expect(await told(endpoint)).toBe(why);
});

test('takes a public address with keys of a browser, and with no others', async () => {
  const endpoint = 'https://push.example.org/wpush/v2/gAAA';
  expect(await told(endpoint)).toBe(written);
  expect(await told(endpoint, { auth: 'AAAA' })).toBe('/keys/auth format');
  expect(await told(endpoint, { p256dh: 'AAAA' })).toBe('/keys/p256dh format');
});
