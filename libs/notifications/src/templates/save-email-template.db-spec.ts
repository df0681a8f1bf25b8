import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { comesToWait } from '../../../../test/support/waiting.js';
import { testRenderer } from '../testing/test-renderer.js';
import type { EmailTemplateCode } from './catalogue.js';
import { CreateEmailTemplate } from './create-email-template.js';
import { findTemplate, readTemplate, removeTemplate } from './email-template.repository.js';
import { SaveEmailTemplate } from './save-email-template.js';
import { TemplateUsage } from './template-usage.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

test('of two who save the first template of a code over the built-in, one is told', async () => {
  const save = new SaveEmailTemplate(t.db, testRenderer, new TemplateUsage());
  for (let round = 0; round < 10; round += 1) {
    const ctx = await t.newCompany();
    const { subject, html, text, version } = await t.db.read(ctx, (tx) =>
      readTemplate(tx, 'DUNNING_REMINDER'),
    );
    const saves = ['One', 'Two'].map((word) =>
      save.execute(ctx, 'DUNNING_REMINDER', { subject: `${word} ${subject}`, html, text }, version),
    );
    const outcomes = await Promise.allSettled(saves);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'precondition_failed' })]);
  }
});

test('what is taken away while somebody saves it is not there again', async () => {
  const save = new SaveEmailTemplate(t.db, testRenderer, new TemplateUsage());
  const ctx = await t.newCompany();
  const [code, said] = ['OWN_GREETING', { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }];
  await new CreateEmailTemplate(t.db, testRenderer, new TemplateUsage()).execute(ctx, {
    code,
    ...said,
  });
  const saved = await t.db.write(ctx, async (tx) => {
    await removeTemplate(tx, code as EmailTemplateCode);
    const saving = save.execute(ctx, code, said);
    const outcome = saving.then(
      () => 'saved',
      (error: { code?: string }) => error.code,
    );
    expect(await comesToWait(t, saving)).toBe(true);
    return { outcome };
  });
  expect(await saved.outcome).toBe('not_found');
  expect(await t.db.read(ctx, (tx) => findTemplate(tx, code))).toBeUndefined();
});
