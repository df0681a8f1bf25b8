import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';

/** Who sends e-mails by templates of the company's own: stated here, provided by those libs. */
export interface TemplateUser {
  /** What names the template, in words: `the rule “Welcome” of leads`. */
  usesOf(tx: Tx, code: string): Promise<readonly string[]>;
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
}
