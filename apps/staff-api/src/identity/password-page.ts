import type { Page } from '../pages/page.js';

/** The token is behind the `#`: browsers send it to no server, so no log ever has it. */
const SCRIPT = `
(() => {
  const form = document.querySelector('form');
  const said = document.querySelector('.said');
  const button = document.querySelector('button');
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  const say = (words, kind) => { said.textContent = words; said.className = 'said ' + kind; };
  if (!token) { say('This link is not complete. Open it as it stands in the e-mail.', 'bad'); return; }
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const [password, again] = form.querySelectorAll('input');
    if (password.value !== again.value) { say('The two passwords differ.', 'bad'); return; }
    button.disabled = true;
    try {
      const answer = await fetch('/auth/password/reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: password.value }),
      });
      if (answer.ok) {
        form.hidden = true;
        history.replaceState(null, '', location.pathname);
        say('Your password is set. You can sign in with it now.', 'good');
        return;
      }
      const problem = await answer.json();
      const reasons = (problem.errors || []).map((fault) => 'The password ' + fault.message + '.');
      say(reasons.join(' ') || problem.detail || problem.title, 'bad');
    } catch {
      say('The server does not answer. Try again in a moment.', 'bad');
    }
    button.disabled = false;
  });
})();
`;

const BODY = `<h1>Set your password</h1>
<form hidden>
<label>New password, at least 12 characters
<input type="password" name="password" autocomplete="new-password" minlength="12" required></label>
<label>The same again
<input type="password" name="again" autocomplete="new-password" minlength="12" required></label>
<button>Set password</button>
</form>
<p class="said" role="status"></p>
<noscript><p class="soft">This page needs JavaScript: the link's secret never leaves your browser
before you set the password.</p></noscript>`;

/** Where the links of invitations and of forgotten passwords lead. */
export const PASSWORD_PAGE: Page = { title: 'Set your password', body: BODY, script: SCRIPT };
