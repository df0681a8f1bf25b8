import { PREFIXES } from '../directories.js';
import { scriptedPage } from './scripted-page.js';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;box-sizing:border-box;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:24rem}
h1{margin:0 0 1rem;font-size:1.25rem}
label{display:grid;gap:.3rem;margin:0 0 1rem;font-size:.9rem}
input,button{padding:.7rem .8rem;border-radius:.6rem;font:inherit}
input{border:1px solid #8890a0;background:transparent;color:inherit}
button{width:100%;border:0;background:#0f6b4f;color:#fff;font-weight:600;cursor:pointer}
button:disabled{opacity:.6}
button.plain{margin-top:.75rem;background:transparent;color:inherit;border:1px solid #8890a0}
.bad{color:#b3261e}
`;

/** The token is behind the `#`: browsers send it to no server, so no log ever has it. */
const SCRIPT = `
(() => {
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
    say('This link is not complete. Open it as it stands in the e-mail.', 'bad');
    return;
  }
  form.hidden = false;
  again.addEventListener('click', async () => {
    again.hidden = true;
    await post('invitation/renew', { token }).catch(() => undefined);
    say('If the invitation still stands, another link is on its way to the same address.', '');
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [password, repeated] = form.querySelectorAll('input');
    if (password.value !== repeated.value) { say('The two passwords differ.', 'bad'); return; }
    button.disabled = true;
    try {
      const path = isInvitation ? 'invitation/accept' : 'password/reset';
      const answer = await post(path, { token, password: password.value });
      if (answer.ok) {
        form.hidden = true;
        history.replaceState(null, '', location.pathname);
        say('Your password is set. You can sign in with it now.', '');
        return;
      }
      const problem = await answer.json();
      const reasons = (problem.errors || []).map((fault) => 'The password ' + fault.message + '.');
      say(reasons.join(' ') || problem.detail || problem.title, 'bad');
      again.hidden = problem.code !== 'invitation_expired';
    } catch {
      say('The server does not answer. Try again in a moment.', 'bad');
    }
    button.disabled = false;
  });
})();
`;

const BODY = `<form hidden>
<label>New password, at least 12 characters
<input type="password" name="password" autocomplete="new-password" minlength="12" required></label>
<label>The same again
<input type="password" name="again" autocomplete="new-password" minlength="12" required></label>
<button>Set password</button>
<button type="button" class="plain" hidden>Send me another link</button>
</form>
<p class="said" role="status"></p>
<noscript><p>This page needs JavaScript: the link's secret never leaves your browser before you set
the password.</p></noscript>`;

/** Where the links of invitations to a portal and of forgotten passwords lead. */
export const PORTAL_PASSWORD_PAGE = scriptedPage({
  title: 'Set your password',
  style: STYLE,
  body: BODY,
  script: SCRIPT,
});
