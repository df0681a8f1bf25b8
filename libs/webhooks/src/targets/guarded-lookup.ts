import { lookup, type LookupAddress } from 'node:dns';
import { lookup as ask } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isBlockedAddress } from './blocked-address.js';

/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** What the system's resolver says. */
export const publicAddresses: Resolve = (host) => ask(host, { all: true, verbatim: true });

/** The name leads to an address that must not be called. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
  readonly code = 'EBLOCKED';
}

/**
 * A look-up for sockets that refuses a name unless every one of its addresses is public. The socket
 * connects to what was judged, so a second answer of the name server cannot differ.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  const find = callbackify(async (host: string) => judged(host, await resolve(host)));
  return (host, options, callback) => {
    find(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error, '', 0);
      else if (options.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

/** @throws BlockedAddress unless there are addresses and all are public */
function judged(host: string, addresses: readonly LookupAddress[]): readonly LookupAddress[] {
  const good = addresses.length > 0 && !addresses.some(({ address }) => isBlockedAddress(address));
  if (good) return addresses;
  throw new BlockedAddress(`${host} does not lead to the public internet`);
}

/** The look-up of a system that may call private addresses. */
export const plainLookup = lookup as unknown as LookupFunction;
