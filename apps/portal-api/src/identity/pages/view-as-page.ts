import { PREFIXES } from '../directories.js';
import { inEachLanguage, scriptedPage } from './scripted-page.js';
import { pageWords, type PageWords } from './words/page-words.js';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:1.5rem;box-sizing:border-box;
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:70rem;margin:0 auto}
h1{margin:0 0 1rem;font-size:1.25rem}
.banner{padding:.7rem .8rem;border-radius:.6rem;background:#7a4b00;color:#fff}
form{display:flex;gap:.6rem;margin:1rem 0}
label{flex:1}
input,button{padding:.7rem .8rem;border-radius:.6rem;font:inherit}
input{width:100%;box-sizing:border-box;border:1px solid #8890a0;background:transparent;
color:inherit}
button{border:0;background:#0f6b4f;color:#fff;font-weight:600;cursor:pointer}
nav{display:flex;flex-wrap:wrap;gap:.4rem}
nav button{padding:.3rem .7rem;background:transparent;color:inherit;border:1px solid #8890a0;
font-weight:400}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
.bad{color:#b3261e}
`;

/** What each directory is looked at by; whatever else it has is typed. */
const LOOKED_AT = {
  customer:
    'me dashboard activity invoices quotes orders subscriptions contracts approvals cases ' +
    'documents payments credit cart',
  partner: 'me dashboard deal-registrations quotes orders customers commissions documents',
  vendor: 'me me/company notifications',
};

/** The code is behind the `#`, which browsers send to no server; the token stays in the page. */
const scriptOf = (words: PageWords): string => `
(() => {
  const words = ${JSON.stringify(words)};
  const prefixes = ${JSON.stringify(PREFIXES)};
  const looked = ${JSON.stringify(LOOKED_AT)};
  const [banner, form, nav, shown] = ['.banner', 'form', 'nav', 'pre']
    .map((each) => document.querySelector(each));
  const parts = new URLSearchParams(location.hash.slice(1));
  const [code, portal] = [parts.get('code'), parts.get('portal')];
  const prefix = prefixes[portal];
  history.replaceState(null, '', location.pathname);
  const say = (words, isBad) => {
    banner.hidden = false;
    banner.textContent = words;
    banner.className = isBad ? 'bad' : 'banner';
  };
  const fail = ({ code }) => say(code === 'rate_limited' ? words.tooOften : words.viewIsOver, true);
  if (!code || !prefix) {
    say(words.viewIncomplete, true);
    return;
  }
  let token = '';
  const look = async (path) => {
    shown.textContent = '';
    const answer = await fetch('/' + prefix + '/' + path.replace(/^[/]+/, ''), {
      headers: { authorization: 'Bearer ' + token },
    });
    shown.textContent = answer.status + '\\n\\n' + await answer.text();
  };
  const lost = () => say(words.noAnswer, true);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    look(form.querySelector('input').value).catch(lost);
  });
  for (const path of looked[portal].split(' ')) {
    const button = document.createElement('button');
    button.textContent = path;
    button.addEventListener('click', () => {
      form.querySelector('input').value = path;
      look(path).catch(lost);
    });
    nav.append(button);
  }
  fetch('/' + prefix + '/auth/view-as', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).then(async (answer) => {
    const view = await answer.json();
    if (!answer.ok) { fail(view); return; }
    token = view.accessToken;
    const places = {
      name: view.viewAs.name,
      user: view.user.name,
      time: new Date(view.viewAs.endsAt).toLocaleTimeString(document.documentElement.lang),
    };
    say(words.looksOn.replace(/[{]([a-z]+)[}]/g, (_, place) => places[place]), false);
    form.hidden = false;
    nav.hidden = false;
    await look('me');
  }).catch(lost);
})();
`;

const bodyOf = (words: PageWords): string => `<p class="banner" role="status" hidden></p>
<nav aria-label="${words.lookedAt}" hidden></nav>
<form hidden>
<label><input aria-label="${words.addressBehind}" value="me" spellcheck="false" dir="ltr"></label>
<button>${words.look}</button>
</form>
<pre aria-label="${words.userIsAnswered}" dir="ltr"></pre>
<noscript><p>${words.needsScript}</p></noscript>`;

/** Where staff look at a portal as one of its users, where no application does it. */
export const viewAsPage = inEachLanguage((language) => {
  const words = pageWords(language);
  const [body, script] = [bodyOf(words), scriptOf(words)];
  return scriptedPage({ language, title: words.viewTitle, style: STYLE, body, script });
});
