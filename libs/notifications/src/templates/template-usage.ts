import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';

/** Who sends e-mails by templates about records: stated here, provided by those libs. */
export interface TemplateUser {
  /** What names the template, in words: `the rule “Welcome” of leads`. */
  usesOf(tx: Tx, code: string): Promise<readonly string[]>;
  /**
   * Asks of the actor that they are shown all that may be put into the e-mails of the template.
   * @throws DomainError right_beyond_own
   */
  requireRights(tx: Tx, code: string): Promise<void>;
}

/** All of them; filled while the application starts. */
@Injectable()
export class TemplateUsage {
  private readonly users: TemplateUser[] = [];

  register(user: TemplateUser): void {
    this.users.push(user);
  }

  async usesOf(tx: Tx, code: string): Promise<readonly string[]> {
    const uses: string[] = [];
    for (const user of this.users) uses.push(...(await user.usesOf(tx, code)));
    return uses;
  }

  /**
   * Whoever words an e-mail is shown what it may say: a text names any field of what it is about,
   * and puts the name together as it runs, so that what it reads today is not what is asked.
   * @throws DomainError right_beyond_own
   */
  async requireRights(tx: Tx, code: string): Promise<void> {
    for (const user of this.users) await user.requireRights(tx, code);
  }
}
