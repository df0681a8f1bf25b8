import { dateAt } from '@quittance/calendar';
import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { PortalPeople } from '../../../../portal-api/test/portal-people.js';
import { earn } from '../../partner/plant-partner.js';
import { registration } from '../../partner/partner-support.js';
import type { WriteStage } from './write-stage.js';

const reason = 'Once';
const ENDING = `
  update partner.deal_registration set protected_until = $3::date + 9
  where company_id = $1 and id = $2`;

/** The registration is in its last days, which nobody can wait for here. */
const end = (stage: WriteStage, id: string | undefined): Promise<void> =>
  stage.meanwhile(ENDING, [stage.staff.company.companyId, id, dateAt(stage.t.clock.now(), 'UTC')]);

export async function writeRegistrations(stage: WriteStage): Promise<void> {
  const partner = await stage.post('/ledger-accounts', { name: 'Reseller', kind: 'partner' });
  let customers = 0;
  const registered = async (steps: readonly string[] = []) => {
    const endCustomer = { name: `Kunde ${++customers} ${newId()}`, country: 'DE' };
    const body = registration(partner.id, { endCustomer });
    const { id } = await stage.post('/deal-registrations', body);
    const at = `/deal-registrations/${id}`;
    for (const step of steps) await stage.do('POST', `${at}/${step}`, {});
    return at;
  };
  const returned = await registered(['start-review']);
  await stage.do('POST', `${returned}/return`, { message: 'Which branch?' });
  await stage.do('PATCH', returned, { opportunityName: 'Sixty tills' });
  await stage.do('POST', `${await registered()}/reject`, { reason });
  await stage.do('POST', `${await registered(['approve'])}/expire`, { reason });
  await stage.do('POST', `${await registered(['approve'])}/convert`, {});
  const ending = await registered(['approve']);
  await end(stage, ending.split('/').at(-1));
  await stage.do('POST', `${ending}/extend`, { days: 30, reason });
}

export async function writeCommissions(stage: WriteStage): Promise<void> {
  const partner = await stage.post('/ledger-accounts', { name: 'Earner', kind: 'partner' });
  await stage.do('PATCH', `/partner-members/${partner.id}`, { tier: 'gold' });
  const plan = await stage.post('/commission-plans', {
    name: `Plan ${newId()}`,
    partnerIds: [partner.id],
    lines: [{ rate: '10' }],
    holdDays: 0,
    currency: 'EUR',
    validFrom: '2026-01-01',
  });
  await stage.do('PATCH', `/commission-plans/${plan.id}`, { name: `Changed ${newId()}` });
  const adjusted = { partnerId: partner.id, currency: 'EUR', amount: '5.00', reason };
  const { id } = await stage.post('/commissions/adjust', adjusted);
  await stage.do('POST', `/commissions/${id}/hold`);
  await stage.do('POST', `/commissions/${id}/release`);
  const make = (path: string, body: object) => stage.post(path, body);
  await earn(stage.t, make, stage.admin, partner.id);
  const drawnUp = async () => {
    const body = { partnerId: partner.id };
    const { data } = await stage.do<{ data: { id: string }[] }>(
      'POST',
      '/commission-statements',
      body,
    );
    return `/commission-statements/${data[0]?.id}`;
  };
  await stage.do('POST', `${await drawnUp()}/reject`, { reason });
  const given = await drawnUp();
  await stage.do('POST', `${given}/approve`);
  await stage.do('POST', `${given}/void`, { reason });
  const paid = await drawnUp();
  await stage.do('POST', `${paid}/approve`);
  await stage.do('POST', `${paid}/pay`, { paidOn: '2026-03-02', reference: 'SEPA' });
}

/** What somebody of a partner does at the portal host. */
export async function writePartnerPortal(stage: WriteStage): Promise<void> {
  const partner = await stage.post('/ledger-accounts', { name: 'Registers', kind: 'partner' });
  const { company } = (await stage.admin.call('GET', '/auth/me')).body as {
    company: { slug: string };
  };
  const people = new PortalPeople(stage.t, stage.portal, stage.staff.company, company.slug);
  const who = { partyId: partner.id, directory: 'partner', role: 'Admin' } as const;
  const pax = await people.enter(await people.user(who), 'partner');
  let customers = 0;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await pax.call(method, `/deal-registrations${path}`, body && { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string };
  };
  const drafted = async () => {
    const endCustomer = { name: `Portal ${++customers} ${newId()}`, country: 'DE' };
    const { partnerId: _, ...body } = registration(partner.id, { endCustomer });
    return `/${(await call('POST', '', body)).id}`;
  };
  await call('POST', '/check', { name: 'Anybody', country: 'DE' });
  await call('DELETE', await drafted());
  const at = await drafted();
  await call('PATCH', at, { opportunityName: 'Sixty tills' });
  const headers = { 'content-type': 'application/pdf' };
  const sent = await pax.call('POST', '/uploads?fileName=a.pdf', { body: '%PDF-1.7', headers });
  const { documentId } = sent.body as { documentId: string };
  await call('POST', `${at}/documents`, { documentIds: [documentId] });
  const file = { type: 'document', id: documentId, format: 'file' };
  const opened = await pax.call('POST', '/downloads', { body: file });
  if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
  await call('POST', `${at}/submit`);
  signInAt(stage.staff.app);
  await stage.do('POST', `/deal-registrations${at}/approve`, {});
  await end(stage, at.slice(1));
  await call('POST', `${at}/request-extension`, { reason });
  await call('POST', `${at}/request-quote`, { notes: 'Soon' });
  await call('POST', `${at}/withdraw`, { reason });
  signInAt(stage.staff.app);
  const query = `${await approvedStatement(stage, partner.id)}/query`;
  const asked = await pax.call('POST', query, { body: { message: 'Where is June?' } });
  if (asked.status >= 300) throw new Error(`${query}: ${JSON.stringify(asked.body)}`);
  signInAt(stage.staff.app);
}

/** A statement of what a partner earned last month. */
async function approvedStatement(stage: WriteStage, partnerId: string): Promise<string> {
  await stage.post('/commission-plans', {
    name: `Plan ${newId()}`,
    partnerIds: [partnerId],
    lines: [{ rate: '10' }],
    holdDays: 0,
    currency: 'EUR',
    validFrom: '2026-01-01',
  });
  await earn(stage.t, (path, body) => stage.post(path, body), stage.admin, partnerId);
  const drawn = await stage.do<{ data: { id: string }[] }>('POST', '/commission-statements', {
    partnerId,
  });
  const statement = `/commission-statements/${drawn.data[0]?.id}`;
  await stage.do('POST', `${statement}/approve`);
  return statement;
}
