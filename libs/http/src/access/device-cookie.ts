import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** How a host has browsers keep their devices. */
export interface DevicePlace {
  readonly prefix: string;
  /** Only signing in and changing the password have to see it. */
  readonly path: string;
  /** As long as the device stays known. */
  readonly seconds: number;
}

export const STAFF_DEVICES: DevicePlace = {
  prefix: 'quittance_device_',
  path: '/auth',
  seconds: 180 * 24 * 3600,
};

/** A cookie for each name, so that people who share a browser keep their devices apart. */
function nameFor({ prefix }: DevicePlace, email: string): string {
  const person = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `${prefix}${person.slice(0, 16)}`;
}

/** What the browser keeps under a name, whatever it is worth. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string) {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value) return value.trim();
  }
  return null;
}

/** The device token that the browser keeps for this e-mail, whatever it is worth. */
export function deviceCookie(
  request: FastifyRequest,
  email: string,
  place = STAFF_DEVICES,
): string | null {
  return cookieOf(request, nameFor(place, email));
}

export interface KeptDevice {
  readonly email: string;
  readonly token: string;
  /** False only where the host is reached by plain http, as in development. */
  readonly secure: boolean;
}

/** Has the browser keep a device token, out of reach of scripts and of other sites. */
export function keepDevice(
  reply: FastifyReply,
  { email, token, secure }: KeptDevice,
  place = STAFF_DEVICES,
): void {
  const parts = [
    `${nameFor(place, email)}=${token}`,
    `Max-Age=${place.seconds}`,
    `Path=${place.path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ];
  // Beside those that are set already.
  void reply.header('set-cookie', parts.join('; '));
}
