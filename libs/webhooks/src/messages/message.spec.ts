import { addSeconds, epochMs, parseInstant, type Instant } from '@quittance/kernel';
import { Webhook } from 'standardwebhooks';
import type { Sent } from '../targets/post.js';
import {
  afterAttempt,
  bodyOf,
  givesUp,
  signature,
  signedHeaders,
  wireId,
  type Announced,
  type MessageId,
} from './message.js';

const NOW = parseInstant('2026-03-02T09:00:00.000Z');
const ID = '01900000-0000-7000-8000-000000000001' as MessageId;
const DELIVERED: Sent = { statusCode: 204, error: null, answer: '', retryAfter: null };
const answered = (statusCode: number, retryAfter: string | null = null): Sent => ({
  statusCode,
  error: 'http_status',
  answer: '',
  retryAfter,
});
const HUNG: Sent = { statusCode: null, error: 'timeout', answer: '', retryAfter: null };

const EVENT = {
  id: '01900000-0000-7000-8000-00000000000e',
  type: 'invoice.sent',
  companyId: '01900000-0000-7000-8000-00000000000c',
  occurredAt: NOW,
  actor: { kind: 'staff', id: 'u', name: 'Ada' },
  object: 'invoice',
  recordId: 'i-1',
  data: { id: 'i-1', total: '118.00' },
} as unknown as Announced;

describe('signedHeaders', () => {
  it('signs the check value of the contract', () => {
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
    const body =
      '{"type":"payment.received","timestamp":"2025-10-09T08:53:20.000Z","data":{"payment_id":"p1"}}';
    expect(signature(secret, `msg_T1.1760000000.${body}`)).toBe(
      'v1,replmbNbLVQeojI10P7NghibdEp26rbO1P3PlRJWmiU=',
    );
  });

  it('is verified by the reference library with either of two live secrets', () => {
    const secrets = [1, 2].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`);
    const message = { id: ID, body: bodyOf(EVENT) };
    const now = new Date().toISOString() as Instant;
    const headers = signedHeaders(message, secrets, now);
    expect(headers['webhook-id']).toBe('msg_01900000000070008000000000000001');
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(message.body, headers)).toMatchObject({
        type: 'invoice.sent',
        company_id: EVENT.companyId,
        event_id: EVENT.id,
        data: { total: '118.00' },
      });
    }
    const other = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow('No matching');
    expect(() => new Webhook(secrets[0] ?? '').verify(`${message.body} `, headers)).toThrow(
      'No matching',
    );
  });
});

describe('bodyOf', () => {
  it('says what changed members were before, those that it shows', () => {
    const before = { total: '100.00', notes: 'Not shown' };
    expect(JSON.parse(bodyOf({ ...EVENT, before }))).toMatchObject({
      data: { id: 'i-1', total: '118.00' },
      before: { total: '100.00' },
    });
    expect(JSON.parse(bodyOf({ ...EVENT, before })).before).not.toHaveProperty('notes');
    for (const none of [null, { notes: 'Not shown' }]) {
      expect(JSON.parse(bodyOf({ ...EVENT, before: none }))).not.toHaveProperty('before');
    }
    const large = bodyOf({ ...EVENT, before: { total: '9'.repeat(300_000) } });
    expect(JSON.parse(large)).toMatchObject({ data: { id: 'i-1' }, truncated: true });
    expect(JSON.parse(large)).not.toHaveProperty('before');
  });

  it('names the record alone where the whole would be too large', () => {
    const body = bodyOf({ ...EVENT, data: { id: 'i-1', notes: 'x'.repeat(300_000) } });
    expect(JSON.parse(body)).toMatchObject({ truncated: true, data: { id: 'i-1' } });
    expect(JSON.parse(body).data.notes).toBeUndefined();
  });
});

describe('afterAttempt', () => {
  const attempt = (attempts: number, sent: Sent) => afterAttempt({ id: ID, attempts }, sent, NOW);
  const wait = (attempts: number, sent: Sent) => {
    const { nextAttemptAt } = attempt(attempts, sent);
    return nextAttemptAt === null ? null : (epochMs(nextAttemptAt) - epochMs(NOW)) / 1000;
  };

  it('ends with a delivery', () => {
    expect(attempt(3, DELIVERED)).toEqual({
      status: 'delivered',
      nextAttemptAt: null,
      deliveredAt: NOW,
      pausedUntil: null,
    });
  });

  it('waits longer from attempt to attempt, a fifth more or less, giving up at the tenth', () => {
    const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [i, seconds] of planned.entries()) {
      const waited = wait(i + 1, HUNG) ?? 0;
      expect(waited).toBeGreaterThanOrEqual(seconds * 0.8);
      expect(waited).toBeLessThanOrEqual(seconds * 1.2);
    }
    expect(attempt(10, HUNG)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });

  it('spreads out a crowd of messages', () => {
    const ids = Array.from({ length: 50 }, (_, n) => `${ID.slice(0, -2)}${10 + n}` as MessageId);
    const waits = ids.map((id) => afterAttempt({ id, attempts: 2 }, HUNG, NOW).nextAttemptAt);
    expect(new Set(waits).size).toBeGreaterThan(40);
  });

  it('waits as long as the receiver asks, at most a day, and slows its endpoint down', () => {
    expect(wait(1, answered(429, '120'))).toBe(120);
    expect(attempt(1, answered(503, '120')).pausedUntil).toBe(addSeconds(NOW, 120));
    expect(wait(1, answered(429, '9999999'))).toBe(86_400);
    expect(wait(1, answered(503, 'Mon, 02 Mar 2026 09:10:00 GMT'))).toBe(600);
    expect(attempt(1, answered(500, '120')).pausedUntil).toBeNull();
    expect(wait(1, answered(429, 'soon'))).toBeLessThanOrEqual(6);
  });

  it('does not follow a redirect and does not come back to who is gone', () => {
    expect(attempt(1, answered(301)).status).toBe('pending');
    expect(attempt(1, answered(410)).status).toBe('failed');
  });
});

describe('givesUp', () => {
  const failed = {
    status: 'failed',
    nextAttemptAt: null,
    deliveredAt: null,
    pausedUntil: null,
  } as const;

  it('gives up who is gone at once, and who has failed for three days', () => {
    expect(givesUp(NOW, answered(410), failed, NOW)).toBe('gone');
    const days = (n: number) => addSeconds(NOW, -n * 86_400);
    expect(givesUp(days(3), HUNG, failed, NOW)).toBe('failing');
    expect(givesUp(days(2), HUNG, failed, NOW)).toBeNull();
    expect(givesUp(days(4), HUNG, { ...failed, status: 'pending' }, NOW)).toBeNull();
    expect(givesUp(null, HUNG, failed, NOW)).toBeNull();
  });

  it('has the id of a message on the wire without dots', () => {
    expect(wireId(ID)).toMatch(/^msg_[0-9a-f]{32}$/);
  });
});
