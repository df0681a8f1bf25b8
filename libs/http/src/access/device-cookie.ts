import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/** Seconds a browser keeps it: as long as the device stays known. */
const KEPT_SECONDS = 180 * 24 * 3600;
/** Only signing in and changing the password have to see it. */
const PATH = '/auth';

/** A cookie for each e-mail, so that people who share a browser keep their devices apart. */
function nameFor(email: string): string {
  const person = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return `quittance_device_${person.slice(0, 16)}`;
}

/** The device token that the browser keeps for this e-mail, whatever it is worth. */
export function deviceCookie({ headers }: FastifyRequest, email: string): string | null {
  const name = nameFor(email);
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name && value) return value.trim();
  }
  return null;
}

export interface KeptDevice {
  readonly email: string;
  readonly token: string;
  /** False only where the host is reached by plain http, as in development. */
  readonly secure: boolean;
}

/** Has the browser keep a device token, out of reach of scripts and of other sites. */
export function keepDevice(reply: FastifyReply, { email, token, secure }: KeptDevice): void {
  const parts = [
    `${nameFor(email)}=${token}`,
    `Max-Age=${KEPT_SECONDS}`,
    `Path=${PATH}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', parts.join('; '));
}
