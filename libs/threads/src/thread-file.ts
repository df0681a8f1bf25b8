import { extname, join } from 'node:path';

/** Tests run the source as it is: their threads read it the same way. */
const LOADER = ['--require', join(process.cwd(), 'test/support/load-source.cjs')];

/**
 * What a thread is started from: the file of that name in a folder, compiled or as it was written.
 */
export function threadFile(
  folder: string,
  name: string,
): { readonly file: string; readonly execArgv?: string[] } {
  const extension = extname(__filename);
  const file = join(folder, `${name}${extension}`);
  return extension === '.ts' ? { file, execArgv: LOADER } : { file };
}
