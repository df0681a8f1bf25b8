import ipaddr from 'ipaddr.js';

/** Not public, or not unicast: `shared/contracts` of Standard Webhooks, section 3. */
const BLOCKED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

const BLOCKED_V6 = [
  '::/128',
  '::1/128',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Ranges that carry an IPv4 address, and at which byte it begins. */
const CARRIERS = [
  { range: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('2002::/16'), at: 2 },
];

/**
 * Whether an address is one that a customer's URL must not lead to: this machine, the network
 * around it, a cloud's metadata, or nothing at all. What is no address is blocked.
 */
export function isBlockedAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return BLOCKED_V4.some((range) => address.match(range));
  const v6 = address as ipaddr.IPv6;
  const carrier = CARRIERS.find(({ range }) => v6.match(range));
  if (carrier) {
    const bytes = v6.toByteArray().slice(carrier.at, carrier.at + 4);
    return isBlockedAddress(bytes.join('.'));
  }
  // Everything in use is global unicast, 2000::/3; the rest is not routed on the internet.
  if (!v6.match(GLOBAL_UNICAST)) return true;
  return BLOCKED_V6.some((range) => v6.match(range));
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
