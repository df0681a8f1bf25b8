import { hostileTemplates } from '../../../../test/support/hostile-templates.js';
import { shortestLongestTurn } from '../../../../test/support/loop-lag.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

/** Of processor time of the thread that serves requests. */
const MOST_MS = 50;
const AT_ONCE = 8;
const ROUNDS = 3;

let t: TestDatabase;
let api: TestStaffApi;
let other: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  other = await api.newAdmin();
  // The threads are there, and the code that serves these requests has been run.
  for (const who of [api.admin, other]) await who.call('POST', PREVIEW);
  await attempt(0, 'x'.repeat(90_000));
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const PREVIEW = '/email-templates/INVOICE_SENT/preview';

/** A text that does much, in one of the places where a company may write it. */
function attempt(place: number, source: string) {
  const texts = { subject: 'x', html: source, text: source.slice(0, 50_000) };
  const { admin } = api;
  if (place % 3 === 0) return admin.call('POST', PREVIEW, { body: { html: source } });
  if (place % 3 === 1) return admin.call('PUT', '/email-templates/INVOICE_SENT', { body: texts });
  const item = { code: 'INVOICE_SENT', ...texts, language: null, active: true };
  const parts = { emailTemplates: [item] };
  const body = { format: 'quittance-setup', version: 1, parts };
  return admin.call('POST', '/customization/import?dryRun=true', { body });
}

describe('templates that do as much as they can', () => {
  const all = hostileTemplates([6, 12]);
  const step = Math.floor(all.length / (AT_ONCE * ROUNDS));
  const chosen = all.filter((_, i) => i % step === 0).slice(0, AT_ONCE * ROUNDS);
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    chosen.slice(round * AT_ONCE, (round + 1) * AT_ONCE),
  );

  it.each(rounds.map((round) => [round.map(({ name }) => name).join(' · '), round] as const))(
    'keep nobody waiting: %s',
    async (_, round) => {
      const { value, longestMs } = await shortestLongestTurn(async () => {
        const hostile = round.map(({ source }, i) => attempt(i, source));
        const beside = await other.call('POST', PREVIEW);
        return { beside, answers: await Promise.all(hostile) };
      }, MOST_MS);
      expect(value.beside.status).toBe(200);
      for (const { status, body } of value.answers) {
        const { code, errors = [] } = body as { code?: string; errors?: { pointer: string }[] };
        expect([200, 422, 503]).toContain(status);
        if (status === 422)
          expect([code, errors[0]?.pointer]).toEqual([
            'email_template_invalid',
            expect.stringMatching(/^\/(subject|html|text)$/),
          ]);
        if (status === 503) expect(code).toBe('template_rendering_busy');
      }
      expect(longestMs).toBeLessThanOrEqual(MOST_MS);
    },
  );

  it('are told where they cost too much', async () => {
    const html = '{% assign a = "x" %}\n{% for i in (1..900000) %}{{ a }}{% endfor %}';
    expect(await api.admin.call('POST', PREVIEW, { body: { html } })).toMatchObject({
      status: 422,
      body: {
        code: 'email_template_invalid',
        errors: [
          {
            pointer: '/html',
            code: 'too_costly',
            message: expect.stringMatching(/^line 2, column \d+: it costs more work/),
          },
        ],
      },
    });
  });
});
