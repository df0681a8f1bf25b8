import { Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { AccessTokens } from '../tokens/access-tokens.js';
import { formatToken, type OpaqueToken } from '../tokens/opaque-token.js';
import { DEVICE_MARK, SEAL_BYTES, parseDevice } from './device-token.js';

/** A credential that a text holds, and how often it is looked up in a second. */
export interface DeviceClaim {
  /** What is counted together. */
  readonly counted: string;
  readonly most: number;
}

/** More than a browser keeps that several people share. */
const MOST_TOKENS = 20;
/** Nobody signs in more often on one device. */
const MOST_OF_ONE = 5;
/** Of those without a seal all together, since anybody can make such ones up. */
const MOST_UNSEALED = 20;

const IN_TEXT = /qd_[\w-]{75,97}/g;

/**
 * Device tokens that the host has given out, told from those that are made up without a question to
 * the database: a token has a seal behind it, made with a key that is derived from the secret of
 * the host. Its hash is that of the token alone, so that one without a seal, from before there were
 * any, is the same device; it gets the seal with the next sign-in.
 */
@Injectable()
export class DeviceSeals {
  private readonly key: KeyObject;

  constructor(tokens: AccessTokens) {
    this.key = tokens.derivedKey('device tokens');
  }

  /** The token with its seal, whether it had one or not. */
  seal(token: string): string {
    const parsed = parseDevice(token);
    return parsed ? `${formatToken(parsed)}${this.sealOf(parsed).toString('base64url')}` : token;
  }

  /** What of a body or of cookies may be the token of a known device. */
  claimsIn(text: string): readonly DeviceClaim[] {
    if (!text.includes(DEVICE_MARK)) return [];
    const found = [...new Set(text.match(IN_TEXT))].slice(0, MOST_TOKENS);
    return found.flatMap((token): DeviceClaim[] => {
      const parsed = parseDevice(token);
      if (!parsed) return [];
      if (!parsed.seal) return [{ counted: DEVICE_MARK, most: MOST_UNSEALED }];
      if (!this.isSealed(token)) return [];
      const counted = DEVICE_MARK + parsed.seal.toString('base64url');
      return [{ counted, most: MOST_OF_ONE }];
    });
  }

  /** Whether the host has given it out, with its seal. */
  isSealed(token: string): boolean {
    const parsed = parseDevice(token);
    return parsed?.seal ? timingSafeEqual(this.sealOf(parsed), parsed.seal) : false;
  }

  private sealOf(token: OpaqueToken): Buffer {
    const text = formatToken(token);
    return createHmac('sha256', this.key).update(text).digest().subarray(0, SEAL_BYTES);
  }
}
