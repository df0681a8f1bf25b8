import type { StaffClient } from '../../../../test/support/test-api';

export type Body = Record<string, unknown>;

/** One request of somebody, its body taken for an object. */
export async function call(as: StaffClient, method: string, path: string, body?: unknown) {
  const answer = await as.call(method, path, { body });
  return { ...answer, body: answer.body as Body };
}

export const LIST_VIEWS = '/customization/objects/product/list-views';
export const SECTIONS = [{ title: 'Q', fields: [{ name: 'name', label: 'Name', type: 'text' }] }];
export const CHAIRS = { field: 'name', op: 'contains', value: 'chair' };

/** Something of every kind that is configured here. */
export async function configure(as: StaffClient): Promise<void> {
  const make = async (path: string, body: object) => {
    const made = await call(as, 'POST', path, body);
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
    return made.body;
  };
  await make('/customization/objects', {
    name: 'project__c',
    label: 'Project',
    pluralLabel: 'Projects',
  });
  const fields = (object: string) => `/customization/objects/${object}/fields`;
  await make(fields('project__c'), { name: 'budget__c', label: 'Budget', type: 'number' });
  await make(fields('lead'), {
    name: 'hobby__c',
    label: 'Hobby',
    type: 'text',
    settings: { maxLength: 50 },
  });
  await make('/customization/objects/lead/layouts', {
    name: 'Sales',
    sections: [{ title: 'Free time', columns: 2, fields: ['name', 'hobby__c'] }],
    isDefault: true,
  });
  await make('/masters/rating', { code: 'warm_ish', name: 'Warm-ish' });
  await make('/roles', { name: 'Builder', matrix: { 'objects/project__c': ['view', 'create'] } });
  const numbering = { format: 'Z-{SEQ:4}', start: 10 };
  const saved = await as.call('PUT', '/numbering/invoice', { body: numbering });
  if (saved.status >= 300) throw new Error(JSON.stringify(saved.body));
  await make(LIST_VIEWS, { name: 'All', sort: '-sku', isDefault: true });
  await make(LIST_VIEWS, { name: 'Chairs', filter: CHAIRS, columns: ['sku'] });
  const own = { object: 'product', filter: CHAIRS };
  await make('/views', { ...own, name: 'Everybody', visibility: 'public' });
  await make('/views', { ...own, name: 'Mine' });
  const { id } = await make('/customization/forms', { name: 'Contact', sections: SECTIONS });
  await make(`/customization/forms/${String(id)}/publish`, {});
  await call(as, 'PATCH', `/customization/forms/${String(id)}`, { title: 'Not yet out' });
  await make('/customization/forms', { name: 'Draft', sections: SECTIONS });
  const rule = { object: 'lead', name: 'Hobbies' };
  await make('/customization/validation-rules', {
    ...rule,
    formula: 'LEN(hobby__c) < 40',
    message: 'Say less.',
    field: 'hobby__c',
  });
  await make('/workflows', {
    ...rule,
    trigger: 'create',
    actions: [{ kind: 'create_task', subject: 'Ask' }],
  });
  await configureWork(as, make);
}

type Make = (path: string, body: object) => Promise<Body>;

/** What the company works by: pipelines, service times, letters, dunning, rights and taxes. */
async function configureWork(as: StaffClient, make: Make): Promise<void> {
  const put = async (path: string, body: object) => {
    const { status, body: answer } = await call(as, 'PUT', path, body);
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  };
  const stages = [
    { name: 'Talk', probability: 20 },
    { name: 'Write', probability: 60 },
    { name: 'Won', kind: 'won' },
    { name: 'Lost', kind: 'lost' },
  ];
  await make('/pipelines', { name: 'Projects', stages, isDefault: true });
  await make('/pipelines', { name: 'Old', stages: stages.slice(1), active: false });
  await put('/cases/sla-policy', {
    targets: [{ priority: null, firstResponseMinutes: 30, resolutionMinutes: null }],
    hours: [{ day: 1, from: '09:00', to: '17:00' }],
  });
  const letter = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', language: 'de-DE' };
  await put('/email-templates/RECORD_NOTICE', { ...letter, active: true });
  await put('/dunning/late-terms', {
    active: true,
    annualRate: '9.5',
    graceDays: 3,
    askOnDay: 5,
    appliesFrom: '2026-01-01',
    amounts: [{ currency: 'EUR', fee: '40.00', minimum: null }],
  });
  await put('/dunning/schedule', {
    steps: [
      { daysAfterDue: 3, action: 'reminder' },
      { daysAfterDue: 14, action: 'warning' },
    ],
    autoRun: true,
    minimumBalance: '2.50',
  });
  const { id } = await make('/roles', {
    name: 'Seller',
    description: 'Sells',
    matrix: { leads: ['view', 'update'], deals: ['view'] },
    scopes: { leads: 'own' },
    grants: ['customization'],
  });
  await make('/views', {
    object: 'lead',
    name: 'Ours',
    columns: ['name'],
    visibility: 'shared',
    sharedWith: { roleIds: [id] },
  });
  await make('/tax/codes', { code: 'books', name: 'Books', kind: 'goods', isDefault: true });
  const land = await make('/tax/jurisdictions', { level: 'country', code: 'US', name: 'USA' });
  const state = await make('/tax/jurisdictions', {
    level: 'state',
    code: 'CA',
    name: 'California',
    parentId: land.id,
    postalPatterns: ['9####'],
  });
  for (const [validFrom, validTo, rate] of [
    ['2026-01-01', '2026-06-30', '7.25'],
    ['2026-07-01', null, '7.5'],
  ]) {
    await make('/tax/rates', {
      jurisdictionId: state.id,
      taxCode: 'books',
      kind: 'sales',
      rate,
      validFrom,
      validTo,
    });
  }
}

/** The whole set-up of somebody's company. */
export async function exported(as: StaffClient): Promise<Body> {
  return (await call(as, 'GET', '/customization/export')).body;
}

export function bringIn(as: StaffClient, document: unknown, query = '') {
  return call(as, 'POST', `/customization/import${query}`, document);
}

/** The changes of the configuration, the newest first. */
export async function revisions(as: StaffClient, query = ''): Promise<Body[]> {
  const path = `/customization/revisions?sort=-id&pageSize=200${query}`;
  return (await call(as, 'GET', path)).body.data as Body[];
}
