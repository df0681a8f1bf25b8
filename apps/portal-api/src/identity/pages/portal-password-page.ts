import type { DocumentLanguage } from '@quittance/company';
import { PREFIXES } from '../directories.js';
import { scriptedPage, type ScriptedPage } from './scripted-page.js';
import { pageWords, type PageWords } from './words/page-words.js';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;box-sizing:border-box;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:24rem}
h1{margin:0 0 1rem;font-size:1.25rem}
.company{margin:-.75rem 0 1rem}
label{display:grid;gap:.3rem;margin:0 0 1rem;font-size:.9rem}
input,button{padding:.7rem .8rem;border-radius:.6rem;font:inherit}
input{border:1px solid #8890a0;background:transparent;color:inherit}
button{width:100%;border:0;background:#0f6b4f;color:#fff;font-weight:600;cursor:pointer}
button:disabled{opacity:.6}
button.plain{margin-top:.75rem;background:transparent;color:inherit;border:1px solid #8890a0}
.bad{color:#b3261e}
`;

/** The token is behind the `#`: browsers send it to no server, so no log ever has it. */
const scriptOf = (words: PageWords): string => `
(() => {
  const words = ${JSON.stringify(words)};
  const told = {
    invitation_expired: words.linkIsOver,
    invitation_used: words.invitationIsUsed,
    password_token_invalid: words.linkIsOver,
    password_too_weak: words.passwordTooWeak,
    rate_limited: words.tooOften,
    sign_in_required: words.signInFirst,
    validation_failed: words.passwordTooWeak,
  };
  const prefixes = ${JSON.stringify(PREFIXES)};
  const form = document.querySelector('form');
  const said = document.querySelector('.said');
  const [button, again] = document.querySelectorAll('button');
  const parts = new URLSearchParams(location.hash.slice(1));
  const [token, prefix] = [parts.get('token'), prefixes[parts.get('portal')]];
  const isInvitation = parts.get('for') === 'invitation';
  const say = (words, kind) => { said.textContent = words; said.className = 'said ' + kind; };
  const post = (path, body) => fetch('/' + prefix + '/auth/' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!token || !prefix) {
    say(words.linkIncomplete, 'bad');
    return;
  }
  form.hidden = false;
  again.addEventListener('click', async () => {
    again.hidden = true;
    await post('invitation/renew', { token }).catch(() => undefined);
    say(words.anotherSent, '');
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [password, repeated] = form.querySelectorAll('input');
    if (password.value !== repeated.value) { say(words.theyDiffer, 'bad'); return; }
    button.disabled = true;
    try {
      const path = isInvitation ? 'invitation/accept' : 'password/reset';
      const answer = await post(path, { token, password: password.value });
      if (answer.ok) {
        form.hidden = true;
        history.replaceState(null, '', location.pathname);
        say(words.passwordIsSet, '');
        return;
      }
      const problem = await answer.json();
      say(told[problem.code] || words.itFailed, 'bad');
      again.hidden = problem.code !== 'invitation_expired';
    } catch {
      say(words.noAnswer, 'bad');
    }
    button.disabled = false;
  });
})();
`;

const bodyOf = (words: PageWords): string => `<form hidden>
<label>${words.newPassword}
<input type="password" name="password" autocomplete="new-password" minlength="12" required></label>
<label>${words.sameAgain}
<input type="password" name="again" autocomplete="new-password" minlength="12" required></label>
<button>${words.setPassword}</button>
<button type="button" class="plain" hidden>${words.sendAnother}</button>
</form>
<p class="said" role="status"></p>
<noscript><p>${words.needsScript}</p></noscript>`;

/**
 * Where the links of invitations to a portal and of forgotten passwords lead.
 * @param company whose portal it is; null where nobody says
 */
export function passwordPage(language: DocumentLanguage, company: string | null): ScriptedPage {
  const words = pageWords(language);
  const [body, script] = [bodyOf(words), scriptOf(words)];
  const title = words.passwordTitle;
  return scriptedPage({ language, title, company, style: STYLE, body, script });
}
