import { deviceStore, lockOut, refreshing, type SignInTables } from '@quittance/identity';

/** Where the portals keep what signing in needs: credentials hold the passwords. */
const PORTAL_TABLES: SignInTables = {
  account: 'portal.credential',
  family: 'portal.refresh_family',
  token: 'portal.refresh_token',
  device: 'portal.known_device',
  holder: 'credential_id',
};

/** Seconds a device stays known after its last sign-in: a year. */
export const DEVICE_YEAR = 365 * 24 * 3600;

export const portalDevices = deviceStore(PORTAL_TABLES, DEVICE_YEAR);
export const portalSessions = refreshing.statements(PORTAL_TABLES);

/** What an attempt leaves on a credential. */
export const RECORD_ATTEMPT_AT_CREDENTIAL = lockOut.statement(PORTAL_TABLES.account);
