import { parseToken, type OpaqueToken } from '../tokens/opaque-token.js';

/** How every device token begins. */
export const DEVICE_MARK = 'qd_';

/** Bytes of the seal behind a token: nobody guesses 128 bits. */
export const SEAL_BYTES = 16;

/** As other tokens, and since 2026-11 a seal of 22 characters behind it. */
const SHAPE = /^(qd_[\w-]{75})([\w-]{22})?$/;

/** The token of a device, and the seal that came with it; null for one from before. */
export interface DeviceToken extends OpaqueToken {
  readonly seal: Buffer | null;
}

/** The parts of a device token, whatever its seal is worth; undefined for another text. */
export function parseDevice(text: string): DeviceToken | undefined {
  const [, token = '', seal] = SHAPE.exec(text) ?? [];
  const parsed = parseToken(token, 'qd');
  return parsed && { ...parsed, seal: seal ? Buffer.from(seal, 'base64url') : null };
}
