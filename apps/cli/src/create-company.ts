import { CreateAdministrator } from '@quittance/access/host';
import { Companies } from '@quittance/company/host';
import { IssuePasswordToken } from '@quittance/identity/host';
import { PasswordHasher } from '@quittance/identity';
import { isCurrency } from '@quittance/money';
import { systemClock } from '@quittance/kernel';
import { parseArgs } from 'node:util';
import { operatorCtx, runAsOperator } from './operator.js';

const USAGE = `npm run company:create -- \\
    --slug acme --name "Acme Ltd" --currency EUR --email ada@acme.example

Makes a company and its first administrator, and prints the token with which the administrator
sets a password at POST /auth/password/reset. The token works once and for 72 hours.`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { slug: text, name: text, currency: text, email: text, help: { type: 'boolean' } },
});
const { slug, name, currency, email } = values;

if (values.help || !slug || !name || !currency || !email) {
  console.log(USAGE);
} else {
  void runAsOperator(async (db) => {
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error(`${email} is no e-mail address.`);
    if (!isCurrency(currency)) throw new Error(`${currency} is no ISO 4217 currency code.`);
    const company = { slug, legalName: name, baseCurrency: currency };
    const ctx = operatorCtx(await new Companies(db).create(company, systemClock.now()));
    const administrator = { email, name: email };
    await new CreateAdministrator(db, new PasswordHasher()).execute(ctx, administrator);
    const { token, expiresAt } = await new IssuePasswordToken(db).execute(ctx, email);
    console.log(
      `Company ${slug} is made. Until ${expiresAt}, ${email} sets a password with\n${token}`,
    );
  });
}
