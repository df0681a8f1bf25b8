import { Companies } from '@quittance/company/host';
import { IssuePasswordToken } from '@quittance/identity/host';
import { parseArgs } from 'node:util';
import { operatorCtx, runAsOperator } from './operator.js';

const USAGE = `npm run password:token -- --company acme --email ada@acme.example

Prints a token with which this user sets a password at POST /auth/password/reset. It works once, for
an hour (72 hours for a user who never had a password). Whoever has it can become that user.`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { company: text, email: text, help: { type: 'boolean' } },
});
const { company, email } = values;

if (values.help || !company || !email) {
  console.log(USAGE);
} else {
  void runAsOperator(async (db) => {
    const id = await new Companies(db).idOf(company);
    if (!id) throw new Error(`There is no company ${company}.`);
    const { token, expiresAt } = await new IssuePasswordToken(db).execute(operatorCtx(id), email);
    console.log(`Until ${expiresAt}:\n${token}`);
  });
}
