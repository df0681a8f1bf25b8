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
