import { isUuid, newId } from '@quittance/kernel';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** An e-mail of the mailbox. */
export interface MailboxEntry {
  readonly id: string;
  readonly email: Email;
}

/** The mailbox keeps so many e-mails; the oldest make room. */
export const MOST_MAILS = 200;

const SUFFIX = '.eml';

/**
 * The e-mails that the sink for development has taken, one file each in a folder that the process
 * with the sink writes and the staff host reads. Its ids rise with the time of arrival.
 */
export class Mailbox {
  constructor(private readonly folder: string) {}

  /** Keeps an e-mail as it came. */
  async keep(raw: Buffer): Promise<string> {
    const id = newId<'mail'>();
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // Under another name until it is whole: a reader never sees half of it.
    const unfinished = join(this.folder, `${id}.part`);
    await writeFile(unfinished, raw, { mode: 0o600 });
    await rename(unfinished, this.pathOf(id));
    const surplus = (await this.ids()).slice(MOST_MAILS);
    await Promise.all(surplus.map((old) => rm(this.pathOf(old), { force: true })));
    return id;
  }

  /** The newest e-mails first. */
  async list(): Promise<MailboxEntry[]> {
    const found: MailboxEntry[] = [];
    for (const id of await this.ids()) {
      const email = await this.find(id);
      if (email) found.push({ id, email });
    }
    return found;
  }

  /** Undefined when there is none of that id, or no more. */
  async find(id: string): Promise<Email | undefined> {
    if (!isUuid(id)) return undefined;
    const raw = await readFile(this.pathOf(id)).catch(() => undefined);
    return raw && PostalMime.parse(raw);
  }

  private async ids(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .map((name) => name.slice(0, -SUFFIX.length))
      .sort()
      .reverse();
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id.toLowerCase()}${SUFFIX}`);
  }
}
