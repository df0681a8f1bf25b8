const NAMES: ReadonlySet<string> = new Set(['gzip', 'x-gzip']);
const NEVER = /^q *= *0(?:\.0*)?$/;

/** Whether an `Accept-Encoding` names gzip and does not refuse it by a quality of 0. */
export function takesGzip(accepted: string): boolean {
  return accepted.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return NAMES.has(name) && !parameters.some((parameter) => NEVER.test(parameter));
  });
}
