import { plantRecordApproval } from '../../objects/plant-record-approval.js';
import type { WriteStage } from './write-stage.js';

const FORMS = '/customization/forms';

export async function writeForms(stage: WriteStage): Promise<void> {
  const at = stage.path(`${FORMS}/:id`);
  const link = await stage.do<{ token: string }>('POST', `${at}/public-link`);
  const body = { values: { name: 'Mia' } };
  await stage.post(stage.path('/forms/:formId/submissions'), body);
  const filled = await stage.portal.call('POST', `/forms/${link.token}/submissions`, { body });
  expect(filled.status).toBe(201);
  await stage.do('DELETE', `${at}/public-link`);
  await stage.do('POST', `${at}/archive`);
  await stage.do('POST', `${at}/restore`);
  await stage.do('PATCH', at, { title: 'Changed' });
  const sections = [
    { title: 'Questions', fields: [{ name: 'name', label: 'Name', type: 'text' }] },
  ];
  const form = await stage.post(FORMS, { name: 'Second', sections });
  await stage.do('POST', `${FORMS}/${form.id}/publish`);
  const unused = await stage.post(FORMS, { name: 'Third', sections });
  await stage.do('DELETE', `${FORMS}/${unused.id}`);
}

export async function writeViews(stage: WriteStage): Promise<void> {
  for (const template of [
    '/views/:id',
    '/customization/objects/:object/layouts/:id',
    '/customization/objects/:object/list-views/:id',
  ]) {
    await stage.do('PATCH', stage.path(template), { name: 'Changed' });
  }
  const changes = await stage.do<{ data: { id: string; action?: string }[] }>(
    'GET',
    '/customization/revisions?sort=-id&pageSize=1',
  );
  await stage.do('POST', `/customization/revisions/${changes.data[0]?.id}/revert`);
  for (const template of [
    '/views/:id',
    '/customization/objects/:object/layouts/:id',
    '/customization/objects/:object/list-views/:id',
  ]) {
    await stage.do('DELETE', stage.path(template));
  }
}

export async function writeObjects(stage: WriteStage): Promise<void> {
  const object = stage.path('/customization/objects/:name');
  const field = stage.path('/customization/objects/:name/fields/:field');
  await stage.post('/customization/formulas/check', { object: 'lead', expression: 'LEN(name)' });
  await stage.do('PATCH', object, { label: 'Changed' });
  await stage.post(`${object}/fields`, { name: 'more__c', label: 'More', type: 'text' });
  await stage.post(`${object}/fields/reorder`, { fields: ['more__c', 'shape__c'] });
  await stage.do('PATCH', field, { label: 'Changed' });
  await stage.do('DELETE', field);
  await stage.do('DELETE', object);
  const whole = await stage.do<object>('GET', '/customization/export');
  // What was changed since is brought back.
  await stage.do('PUT', '/numbering/quote', { format: 'Q-{SEQ:9}' });
  await stage.post('/customization/import', whole);
}

export async function writeRules(stage: WriteStage): Promise<void> {
  const sample = { recordId: stage.planted('/leads/:id') };
  await stage.post(`${stage.path('/workflows/:id')}/dry-run`, sample);
  for (const [decision, body] of Object.entries({
    approve: {},
    reject: { reason: 'No' },
    recall: {},
  })) {
    const lead = await stage.post('/leads', { name: `To ${decision}` });
    const id = await plantRecordApproval(stage.t, stage.admin, lead.id);
    await stage.post(`/record-approvals/${id}/${decision}`, body);
  }
  for (const template of [
    '/customization/duplicate-rules/:id',
    '/customization/validation-rules/:id',
    '/workflows/:id',
  ]) {
    await stage.do('PATCH', stage.path(template), { name: 'Changed' });
    await stage.do('DELETE', stage.path(template));
  }
}

export async function writeNumbering(stage: WriteStage): Promise<void> {
  await stage.do('PUT', '/numbering/quote', { format: 'Q-{SEQ:4}' });
  await stage.post('/numbering/preview', { format: 'Q-{SEQ:4}' });
}

export async function writeMasters(stage: WriteStage): Promise<void> {
  await stage.post('/masters/industry', { code: 'writing', name: 'Writing' });
  await stage.do('PATCH', '/masters/industry/writing', { name: 'Writing more' });
  await stage.do('DELETE', '/masters/industry/writing');
  await stage.do('POST', '/masters/industry/writing/restore');
  await stage.do('PATCH', '/currencies/CHF', { enabled: false });
}

export async function writeLetters(stage: WriteStage): Promise<void> {
  const template = stage.path('/email-templates/:code');
  const letter = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  await stage.do('PUT', template, letter);
  await stage.post('/email-templates', { code: 'OWN_HELLO', ...letter });
  await stage.do('DELETE', '/email-templates/OWN_HELLO');
  await stage.post(`${template}/preview`);
  await stage.do('POST', `${template}/reset`);
  const failed = `update notifications.email set status = 'failed', due_at = null,
    finished_at = created_at, last_error = 'no such mailbox' where id = $1`;
  await stage.meanwhile(failed, [stage.planted('/emails/:id')]);
  await stage.do('POST', stage.path('/emails/:id/retry'));
}
