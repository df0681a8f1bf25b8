/** A server that starts, stops, recovers, is full or is not there yet. */
const NOT_YET = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);
/** What the driver says without a code. */
const CUT_OFF = /^Connection terminated|^timeout e|^timeout exceeded/;

/** Whether a later attempt to connect may fare better. */
export function saysNotYet(error: unknown): boolean {
  const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
  return code === undefined ? CUT_OFF.test(message) : NOT_YET.has(code);
}

/** Of the role that migrations make and let the login become. */
const NO_ROLE = /^(permission denied to set role|role "[^"]+" does not exist)/;

/** Whether a session of the application is refused as one is before the migrations have run. */
export function saysNotMigrated(error: unknown): boolean {
  const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
  return (code === '42501' || code === '22023') && NO_ROLE.test(message);
}
